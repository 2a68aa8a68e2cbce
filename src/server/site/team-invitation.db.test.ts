import { expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'

const { app, db, kernel } = await testSite()
const [owner] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'owner'`)
const [admin] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'admin'`)
const [coach] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'coach'`)

const call = (name: string, input: object, sub = owner!.id) =>
  kernel.invoke(name, input, { caller: { claims: { role: 'authenticated', sub }, userId: sub } }) as Promise<{
    id: string
  }>
const invite = (email: string, role = 'coach', sub?: string) => call('invite-staff', { email, role }, sub)

async function keyMailedTo(email: string) {
  const [mail] = await db.sql<{ text: string; subject: string }>(
    'select text, subject from mail.outbox where to_address = $1 order by created_at desc limit 1',
    [email],
  )
  return /auth\/join\?key=([\w-]{22})/.exec(mail!.text)![1]!
}

// Each test uses its own IP, so that only the rate limit test reaches the limit.
let visitors = 0
const remoteAddress = () => `10.1.${Math.floor(++visitors / 250)}.${visitors % 250}`
const look = (key: string) => app.inject({ url: `/auth/join?key=${key}`, remoteAddress: remoteAddress() })
const join = (key: string, fields: object = { fullName: 'דנה לדוגמה', password: 'סוד טוב מאוד' }) =>
  app.inject({
    method: 'POST',
    url: '/auth/join',
    remoteAddress: remoteAddress(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...fields, key }).toString(),
  })
const rolesOf = (email: string) =>
  db.sql(
    'select r.role, r.is_active from user_roles r join auth.users u on u.id = r.user_id where u.email = $1 order by 1',
    [email],
  )

test('an invitee opens the mailed link, sets name and password, and becomes a team member', async () => {
  await invite('Dana@Example.com ')
  const key = await keyMailedTo('dana@example.com')
  const page = await look(key)
  expect(page.statusCode).toBe(200)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  expect(page.body).toContain('מיכל לדוגמה')
  expect(page.body).toContain('dana@example.com')
  expect(page.body).toContain('ליווי')
  // A GET changes nothing: mail scanners open links too.
  expect((await look(key)).statusCode).toBe(200)
  const joined = await join(key)
  expect([joined.statusCode, joined.headers.location]).toEqual([303, '/auth?opened#main'])
  expect(await rolesOf('dana@example.com')).toEqual([{ role: 'coach', is_active: true }])
  const again = await join(key)
  expect(again.statusCode).toBe(410)
  expect(again.body).toContain('כבר הצטרפתם')
})

test('invalid input is shown with an error next to its field, and the typed name is preserved', async () => {
  await invite('wrong@example.com')
  const key = await keyMailedTo('wrong@example.com')
  const { statusCode, body } = await join(key, { fullName: 'ד', password: '123' })
  expect(statusCode).toBe(422)
  expect(body).toContain('יש להזין לפחות 2 תווים')
  expect(body).toContain('הסיסמה קצרה מדי: לפחות 8 תווים')
  expect(body).toContain('value="ד"')
  expect(await rolesOf('wrong@example.com')).toEqual([])
})

test('a user with an account, such as a client, joins with it and keeps the password', async () => {
  const [before] = await db.sql<{ hash: string }>(
    `select encrypted_password as hash from auth.users where email = 'client@example.com'`,
  )
  await invite('client@example.com', 'content')
  const key = await keyMailedTo('client@example.com')
  expect((await look(key)).body).not.toContain('name="password"')
  expect((await join(key, {})).statusCode).toBe(303)
  expect(await rolesOf('client@example.com')).toEqual([
    { role: 'client', is_active: true },
    { role: 'content', is_active: true },
  ])
  expect(await db.sql(`select encrypted_password as hash from auth.users where email = 'client@example.com'`)).toEqual([
    before,
  ])
})

test('an unconfirmed account with the invited address does not block the invitation', async () => {
  await db.sql(`insert into auth.users (email, encrypted_password) values ('early@example.com', 'x')`)
  await invite('early@example.com')
  expect((await join(await keyMailedTo('early@example.com'))).statusCode).toBe(303)
  expect(await rolesOf('early@example.com')).toEqual([{ role: 'coach', is_active: true }])
})

test('a revoked, expired or replaced invitation is not accepted', async () => {
  const { id } = await invite('late@example.com')
  const first = await keyMailedTo('late@example.com')
  await expect(call('resend-staff-invitation', { id })).rejects.toMatchObject({ code: 'invited_too_often' })
  await db.sql(`update staff_invitations set sent_at = now() - interval '1 hour' where id = $1`, [id])
  await call('resend-staff-invitation', { id })
  const second = await keyMailedTo('late@example.com')
  expect((await look(first)).statusCode).toBe(404)
  expect((await look(second)).statusCode).toBe(200)
  await db.sql(`update staff_invitations set expires_at = now() - interval '1 second' where id = $1`, [id])
  const expired = await join(second)
  expect([expired.statusCode, expired.body.includes('כבר אינה בתוקף')]).toEqual([410, true])
  await db.sql(`update staff_invitations set expires_at = now() + interval '1 day', revoked_at = now() where id = $1`, [
    id,
  ])
  expect((await join(second)).body).toContain('ההזמנה בוטלה')
  await expect(call('resend-staff-invitation', { id })).rejects.toMatchObject({ code: 'invitation_not_open' })
  for (const bad of ['', 'a', 'B'.repeat(22), "' or 1=1"])
    expect((await look(encodeURIComponent(bad))).statusCode).toBe(404)
})

const refused: [what: string, email: string, role: string, who: string | undefined, code: string][] = [
  ['a team member', 'sales@example.com', 'coach', undefined, 'already_on_team'],
  ['an invalid address', 'no-address', 'coach', undefined, 'invalid_input'],
  ['a client', 'x@example.com', 'client', undefined, 'invalid_input'],
  ['an owner, as an admin', 'x@example.com', 'owner', admin!.id, 'role_not_yours_to_give'],
  ['anybody, as a coach', 'x@example.com', 'coach', coach!.id, 'not_allowed'],
]
for (const [what, email, role, caller, code] of refused)
  test(`inviting ${what} is refused: ${code}`, async () => {
    await expect(invite(email, role, caller)).rejects.toMatchObject({ code })
  })

test('a second invitation of an address is refused with already_invited, also by another inviter', async () => {
  await invite('twice@example.com')
  await expect(invite('twice@example.com', 'sales', admin!.id)).rejects.toMatchObject({ code: 'already_invited' })
})
