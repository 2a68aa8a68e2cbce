// Two things at the same moment: nobody waits in a circle, and what was decided first holds.
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

async function somebody() {
  const email = newAddress()
  const wanted = { email, password, email_confirm: true }
  const made = await call('POST', '/auth/v1/admin/users', wanted, tokens.serviceRoleKey)
  return { email, id: made.json<{ id: string }>().id }
}

const signIn = (email: string) => call('POST', '/auth/v1/token?grant_type=password', { email, password })

/** Somebody else's transaction, which ends when a request waits for it. */
async function meanwhile<T>(statements: [text: string, values: unknown[]][], request: () => Promise<T>): Promise<T> {
  const client = await db.owner.connect()
  try {
    await client.query('begin')
    for (const [text, values] of statements) await client.query(text, values)
    const answer = request()
    const waits = `select from pg_locks l join pg_database d on d.datname = current_database()
      join pg_stat_activity a on a.pid = l.pid and a.datid = d.oid where not l.granted`
    while ((await db.sql(waits)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await client.query('commit')
    return await answer
  } finally {
    client.release()
  }
}

test('a sign-in with a password that is changed at that moment leaves no session', async () => {
  const { email, id } = await somebody()
  const answer = await meanwhile(
    [
      [`update auth.users set encrypted_password = 'another' where id = $1`, [id]],
      ['delete from auth.sessions where user_id = $1', [id]],
    ],
    () => signIn(email),
  )
  expect(answer.json()).toMatchObject({ code: 'invalid_credentials' })
  expect(await db.sql('select from auth.sessions where user_id = $1', [id])).toEqual([])
})

test('of two who move to one address at the same moment the second is told that it is taken', async () => {
  const { email } = await somebody()
  const token = (await signIn(email)).json<{ access_token: string }>().access_token
  const wanted = newAddress()
  const answer = await meanwhile(
    [['insert into auth.users (email, email_confirmed_at) values ($1, now())', [wanted]]],
    () => call('PUT', '/trusting/auth/v1/user', { email: wanted }, token),
  )
  expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'email_exists' }])
})

test('a mail that is asked for again while its link and its code are used breaks nothing', async () => {
  const seen = new Set<number>()
  for (let round = 0; round < 5; round++) {
    const { email } = await somebody()
    const recover = () => call('POST', '/auth/v1/recover', { email })
    await recover()
    const { code, hash } = await lastMail(email)
    const verify = (body: object) => call('POST', '/auth/v1/verify', { type: 'recovery', ...body })
    const all = [recover(), verify({ email, token: code }), verify({ token_hash: hash }), recover()]
    for (const { statusCode } of await Promise.all(all)) seen.add(statusCode)
  }
  expect([...seen].filter((status) => status !== 200 && status !== 403)).toEqual([])
})

test('both addresses agree to a move at the same moment', async () => {
  for (let round = 0; round < 5; round++) {
    const { email, id } = await somebody()
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
