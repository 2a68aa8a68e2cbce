// Users with second factors, for the tests of this folder.
import { TOTP } from 'otpauth'
import { afterAll } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { openPool } from '../../postgres/connection.ts'
import { createUser } from '../users.ts'

export type Session = { access_token: string; refresh_token: string; user: { id: string; factors?: object[] } }
export type EnrolledFactor = { id: string; totp: { secret: string } }
/** A kernel on its own database. The client address is read from a header, so that rate limits apply per user. */
export async function factorsKernel() {
  const db = await testDatabase()
  const { app, call, tokens } = await testKernel(db, { clientIpHeader: 'x-client-ip' })
  const pool = openPool(db.connect('supabase_auth_admin'), 1)
  afterAll(() => pool.end())
  const password = 'a good password'

  let visitors = 0
  /** A user with a unique client address, so that tests do not share a rate limit. */
  async function newUser() {
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
    /** Creates a challenge and verifies it with the correct code. */
    async function show(token: string, { id: factorId, totp }: EnrolledFactor) {
      const code = new TOTP({ secret: totp.secret }).generate()
      return verify(token, factorId, await challenge(token, factorId), code)
    }
    /** Signs in and verifies a new factor. */
    async function protectedBy(name = 'phone') {
      const first = await signIn()
      const factor = (await enroll(first.access_token, { friendly_name: name })).json<EnrolledFactor>()
      const session = (await show(first.access_token, factor)).json<Session>()
      return { factor, session, first }
    }
    return { id, email, ask, signIn, enroll, challenge, verify, show, protectedBy }
  }

  return { db, call, tokens, pool, newUser }
}
