import { expect, test } from 'vitest'
import { hashKey } from '#lib/hash-key.ts'
import { testSite } from '../../../test/site-app.ts'

const { app, db } = await testSite()
const [owner] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'owner'`)

async function invite(email: string, isMailed = true) {
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contact!.id, email],
  )
  const token = 'invitation'.padEnd(22, 'x')
  await db.as({ role: 'service_role', sub: owner!.id }, 'select * from issue_client_invitation($1, $2, $3)', [
    contact!.id,
    hashKey(token),
    isMailed,
  ])
  return { path: `/client-invitation/${contact!.id}`, token }
}

test('an account with another address is detected although both look equal masked, and an unknown link reveals nothing', async () => {
  const { path, token } = await invite('noa@example.com')
  const opened = async (fields: Record<string, string>) => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `${path}/opened`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
    return [statusCode, body]
  }
  expect(await opened({ token, account: 'nadav@example.com' })).toEqual([200, '{"isOther":true}'])
  expect(await opened({ token, account: 'Noa@Example.com' })).toEqual([200, '{"isOther":false}'])
  expect(await opened({ token })).toEqual([204, ''])
  expect(await opened({ token: 'x'.repeat(22), account: 'nadav@example.com' })).toEqual([200, '{"isOther":false}'])
})

test('the page of an unmailed link cannot set a password, and links to sign-in by a mailed code', async () => {
  const visit = async (email: string, isMailed: boolean) => {
    const { path, token } = await invite(email, isMailed)
    const { body } = await app.inject({ url: `${path}?token=${token}`, headers: { accept: 'text/html' } })
    const { statusCode, headers } = await app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token, way: 'password', password: 'a password of the caller' }).toString(),
    })
    const [user] = await db.sql<{ has: boolean }>(
      'select encrypted_password is not null as has from auth.users where email = $1',
      [email],
    )
    return {
      offersPassword: body.includes('name="password"'),
      statusCode,
      location: headers.location,
      hasPassword: user!.has,
    }
  }
  expect(await visit('mailed@example.com', true)).toEqual({
    offersPassword: true,
    statusCode: 303,
    location: '/client-login?opened#main',
    hasPassword: true,
  })
  expect(await visit('copied@example.com', false)).toEqual({
    offersPassword: false,
    statusCode: 303,
    location: '/client-login?opened&mode=code#main',
    hasPassword: false,
  })
})
