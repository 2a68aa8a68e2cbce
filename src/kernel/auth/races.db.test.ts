// Concurrent requests: no deadlocks, and the first commit wins.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'

const db = await testDatabase()
const { call, lastMail, tokens } = await testKernel(db, {
  auth: { secondsBetweenMails: 0, mailsPerHour: 1000 },
  moreAuth: [{ path: '/trusting/auth/v1', settings: { autoconfirm: true } }],
})
const password = 'a good password'
const newAddress = () => `${crypto.randomUUID()}@example.com`

async function newUser() {
  const email = newAddress()
  const input = { email, password, email_confirm: true }
  const created = await call('POST', '/auth/v1/admin/users', input, tokens.serviceRoleKey)
  return { email, id: created.json<{ id: string }>().id }
}

const signIn = (email: string) => call('POST', '/auth/v1/token?grant_type=password', { email, password })

/** Runs statements in another transaction, which commits once the request waits for its locks. */
async function whileLocked<T>(statements: [text: string, values: unknown[]][], request: () => Promise<T>): Promise<T> {
  const client = await db.owner.connect()
  try {
    await client.query('begin')
    for (const [text, values] of statements) await client.query(text, values)
    const response = request()
    const waits = `select from pg_locks l join pg_database d on d.datname = current_database()
      join pg_stat_activity a on a.pid = l.pid and a.datid = d.oid where not l.granted`
    while ((await db.sql(waits)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await client.query('commit')
    return await response
  } finally {
    client.release()
  }
}

test('a sign-in that races a password change leaves no session', async () => {
  const { email, id } = await newUser()
  const response = await whileLocked(
    [
      [`update auth.users set encrypted_password = 'another' where id = $1`, [id]],
      ['delete from auth.sessions where user_id = $1', [id]],
    ],
    () => signIn(email),
  )
  expect(response.json()).toMatchObject({ code: 'invalid_credentials' })
  expect(await db.sql('select from auth.sessions where user_id = $1', [id])).toEqual([])
})

test('of two concurrent changes to one address the second is refused as taken', async () => {
  const { email } = await newUser()
  const token = (await signIn(email)).json<{ access_token: string }>().access_token
  const newEmail = newAddress()
  const response = await whileLocked(
    [['insert into auth.users (email, email_confirmed_at) values ($1, now())', [newEmail]]],
    () => call('PUT', '/trusting/auth/v1/user', { email: newEmail }, token),
  )
  expect([response.statusCode, response.json()]).toMatchObject([422, { code: 'email_exists' }])
})

test('requesting a mail again while its link and code are used does not fail', async () => {
  const seen = new Set<number>()
  for (let round = 0; round < 5; round++) {
    const { email } = await newUser()
    const recover = () => call('POST', '/auth/v1/recover', { email })
    await recover()
    const { code, hash } = await lastMail(email)
    const verify = (body: object) => call('POST', '/auth/v1/verify', { type: 'recovery', ...body })
    const all = [recover(), verify({ email, token: code }), verify({ token_hash: hash }), recover()]
    for (const { statusCode } of await Promise.all(all)) seen.add(statusCode)
  }
  expect([...seen].filter((status) => status !== 200 && status !== 403)).toEqual([])
})

test('concurrent confirmations by both addresses complete the change', async () => {
  for (let round = 0; round < 5; round++) {
    const { email, id } = await newUser()
    const token = (await signIn(email)).json<{ access_token: string }>().access_token
    const next = newAddress()
    await call('PUT', '/auth/v1/user', { email: next }, token)
    const hashes = [(await lastMail(email)).hash, (await lastMail(next)).hash]
    const agree = (token_hash: string) => call('POST', '/auth/v1/verify', { type: 'email_change', token_hash })
    const answers = await Promise.all(hashes.map(agree))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await db.sql('select email from auth.users where id = $1', [id])).toEqual([{ email: next }])
  }
})
