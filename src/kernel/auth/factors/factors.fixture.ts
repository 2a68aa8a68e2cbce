// People with second factors, for the tests of this room.
import { TOTP } from 'otpauth'
import { afterAll } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { inTransaction } from '../../postgres/as-role.ts'
import { openPool } from '../../postgres/connection.ts'
import { createUser } from '../users.ts'

export type Session = { access_token: string; refresh_token: string; user: { id: string; factors?: object[] } }
export type Enrolled = { id: string; totp: { secret: string } }
/** A kernel on a database of the test's own, where each client is counted by itself. */
export async function factorsKernel() {
  const db = await testDatabase()
  const { app, call, tokens } = await testKernel(db, { clientIpHeader: 'x-client-ip' })
  const pool = openPool(db.connect('supabase_auth_admin'), 1)
  afterAll(() => pool.end())
  const password = 'a good password'

  let visitors = 0
  /** Somebody with an account, at an address of their own, so that no limit counts two tests together. */
  async function somebody() {
    const email = `${crypto.randomUUID()}@example.com`
    const id = await inTransaction(pool, undefined, (tx) => createUser(tx, { email, password }))
    const home = `203.0.113.${++visitors}`
    const ask = (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: object | string,
      token?: string,
      ip = home,
    ) =>
      app.inject({
        method,
        url: `/auth/v1${path}`,
        headers: {
          apikey: tokens.anonKey,
          authorization: `Bearer ${token ?? tokens.anonKey}`,
          'x-supabase-api-version': '2024-01-01',
          'x-client-ip': ip,
        },
        ...(body && { payload: body }),
      })
    const signIn = async () => (await ask('POST', '/token?grant_type=password', { email, password })).json<Session>()
    const enroll = (token: string, more: object = {}) =>
      ask('POST', '/factors', { factor_type: 'totp', ...more }, token)
    const challenge = async (token: string, factorId: string) =>
      (await ask('POST', `/factors/${factorId}/challenge`, {}, token)).json<{ id: string }>().id
    const verify = (token: string, factorId: string, challenge_id: string, code: string) =>
      ask('POST', `/factors/${factorId}/verify`, { challenge_id, code }, token)
    /** Challenge and right code in one. */
    async function show(token: string, { id: factorId, totp }: Enrolled) {
      const code = new TOTP({ secret: totp.secret }).generate()
      return verify(token, factorId, await challenge(token, factorId), code)
    }
    /** Signed in, with a factor that counts. */
    async function protectedBy(name = 'phone') {
      const first = await signIn()
      const factor = (await enroll(first.access_token, { friendly_name: name })).json<Enrolled>()
      const session = (await show(first.access_token, factor)).json<Session>()
      return { factor, session, first }
    }
    return { id, email, ask, signIn, enroll, challenge, verify, show, protectedBy }
  }

  return { db, call, tokens, pool, somebody }
}
