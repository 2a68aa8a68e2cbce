import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openPool } from '#kernel/postgres/connection.ts'
import { issueOwnerInvitation } from '#platform/accounts/owner-invitation.server.ts'
import { testDependencies } from '../../../test/dependencies.ts'
import { testSite } from '../../../test/site-app.ts'
import { prepareBusiness } from '../business.ts'

const { app, db, anonKey } = await testSite({ demo: false })
const start = () =>
  prepareBusiness(
    { demo: 'none', isLocal: true, siteUrl: 'http://site.test', dataFolder: '/nowhere', databaseUrl: undefined },
    { connect: db.connect, sealFor: testDependencies().sealFor },
  )
const freshKey = async () => /setup\?key=([\w-]{22})$/m.exec((await start()).join('\n'))![1]!
const look = (key: string) => app.inject({ url: `/setup?key=${encodeURIComponent(key)}`, remoteAddress: address() })
const person = {
  businessName: 'בית לדוגמה',
  fullName: 'נועה לדוגמה',
  email: 'Noa@Example.com',
  password: 'סוד טוב מאוד',
}
const open = (key: string, fields: Partial<typeof person> = {}) =>
  app.inject({
    method: 'POST',
    url: '/setup',
    remoteAddress: address(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...person, ...fields, key }).toString(),
  })
// Each test uses its own IP, so that only the rate limit test reaches the limit.
let visitors = 0
const address = () => `10.0.${Math.floor(++visitors / 250)}.${visitors % 250}`

const installationState = async () => ({
  accounts: await db.sql('select email from auth.users'),
  owners: await db.sql('select from user_roles'),
  profiles: await db.sql('select from business_profiles'),
  used: await db.sql('select from owner_invitations where used_at is not null'),
})
const nothing = { accounts: [], owners: [], profiles: [], used: [] }

/** Resets the installation to one without an owner. */
async function empty() {
  await db.sql('delete from auth.users')
  await db.sql('delete from owner_invitations')
}

test('a start without an owner prints a setup URL, and the database stores only the hash of its key', async () => {
  const lines = await start()
  expect(lines[0]).toMatch(/no owner yet/)
  const key = /^ {2}http:\/\/site\.test\/setup\?key=([\w-]{22})$/m.exec(lines.join('\n'))![1]!
  const [stored] = await db.sql(
    `select token_hash, used_at, extract(day from expires_at - created_at)::int as days from owner_invitations`,
  )
  const token_hash = createHash('sha256').update(key).digest('hex')
  expect(stored).toEqual({ token_hash, used_at: null, days: 7 })
})

test('the setup page opens with the key; it has noindex, no referrer and no-store', async () => {
  const key = await freshKey()
  const { statusCode, headers, body } = await look(key)
  expect(statusCode).toBe(200)
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain('<meta name="robots" content="noindex"')
  expect(body).not.toContain('rel="canonical"')
  expect(body).toContain('לפחות 8 תווים')
  expect(body.match(/<h1/g)).toHaveLength(1)
  expect(body).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+="/)
  expect(await installationState()).toEqual(nothing)
})

test('a site without an owner shows in title and heading that it is not set up', async () => {
  const { body } = await app.inject('/')
  expect(body).toContain('<title>האתר בהקמה</title>')
  expect(body).toContain('האתר בהקמה</h1>')
  expect(body).toContain('aria-label="לעמוד הבית"')
})

test('a restart revokes the previous setup URL', async () => {
  const old = await freshKey()
  const fresh = await freshKey()
  const answer = await look(old)
  expect([answer.statusCode, answer.headers['referrer-policy']]).toEqual([410, 'no-referrer'])
  expect(answer.body).toContain('הכתובת כבר אינה בתוקף')
  expect((await open(old)).statusCode).toBe(410)
  expect((await look(fresh)).statusCode).toBe(200)
  expect(await installationState()).toEqual(nothing)
})

test('an invalid key is refused', async () => {
  await freshKey()
  for (const key of ['', 'x', 'A'.repeat(22), `${'A'.repeat(21)}'`, 'א'.repeat(22)]) {
    const answer = await look(key)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('הכתובת אינה מוכרת')
    expect((await open(key)).statusCode).toBe(404)
  }
  expect((await app.inject('/setup')).statusCode).toBe(404)
  expect((await app.inject('/setup?key=a&key=b')).statusCode).toBe(404)
  expect(await installationState()).toEqual(nothing)
})

test('a key expires after a week', async () => {
  const key = await freshKey()
  await db.sql(`update owner_invitations set expires_at = now() - interval '1 second'`)
  expect((await look(key)).statusCode).toBe(410)
  expect((await open(key)).statusCode).toBe(410)
  expect(await installationState()).toEqual(nothing)
})

test('invalid input is shown with an error next to its field; other input is preserved, except the password', async () => {
  const key = await freshKey()
  const typed = { businessName: ' ', fullName: '<b>נ"ע</b>', email: 'noa@', password: 'קצרה' }
  const { statusCode, headers, body } = await open(key, typed)
  expect(statusCode).toBe(422)
  expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['no-referrer', 'no-store'])
  expect(body).toContain('<title>יש 3 שדות לתיקון')
  expect(body).toContain('value="&lt;b&gt;נ&quot;ע&lt;/b&gt;"')
  expect(body).toContain('value="noa@"')
  expect(body).toMatch(/id="setup-email-error"[^]*כתובת הדוא״ל אינה תקינה/)
  expect(body).toMatch(/id="setup-password-error"[^]*הסיסמה קצרה מדי: לפחות 8 תווים/)
  expect(body).toMatch(/id="setup-businessName-error"[^]*שדה חובה/)
  expect(body).not.toContain('קצרה"')
  expect(body).toContain(`name="key" value="${key}"`)
  expect((await open(key, { password: 'א'.repeat(37) })).body).toContain('הסיסמה ארוכה מדי')
  expect((await open(key, { email: 'a\0b@example.com', fullName: '\0' })).statusCode).toBe(422)
  expect(await installationState()).toEqual(nothing)
})

test('an unreadable body gets a page, not an error', async () => {
  const json = await app.inject({ method: 'POST', url: '/setup', payload: { key: await freshKey(), ...person } })
  expect([json.statusCode, json.headers['referrer-policy']]).toEqual([415, 'no-referrer'])
  expect((await open(await freshKey(), { fullName: 'א'.repeat(20_000) })).statusCode).toBe(413)
  expect(await installationState()).toEqual(nothing)
})

test('the form creates the confirmed account, the owner and the unpublished business, and redirects to sign-in', async () => {
  const key = await freshKey()
  const { statusCode, headers } = await open(key)
  expect([statusCode, headers.location]).toEqual([303, '/auth?opened#main'])
  const user = await db.sql(`
    select u.email, u.email_confirmed_at is not null as confirmed, u.raw_user_meta_data ->> 'full_name' as name, r.role,
      r.is_demo, p.business_name, p.email as public_email, p.published_at
    from auth.users u join user_roles r on r.user_id = u.id join business_profiles p on p.user_id = u.id`)
  expect(user).toEqual([
    {
      email: 'noa@example.com',
      confirmed: true,
      name: 'נועה לדוגמה',
      role: 'owner',
      is_demo: false,
      business_name: 'בית לדוגמה',
      public_email: null,
      published_at: null,
    },
  ])
  await expect.poll(async () => (await app.inject('/')).body).toContain('בית לדוגמה</h1>')
})

test('the created account can sign in', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=password',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    payload: { email: 'noa@example.com', password: person.password },
  })
  expect(answer.statusCode).toBe(200)
})

test('with an owner no setup URL is printed, and all keys are revoked', async () => {
  expect(await start()).toEqual([])
  const [used] = await db.sql<{ token_hash: string }>(
    'select token_hash from owner_invitations where used_at is not null',
  )
  expect(used).toBeDefined()
  await db.sql("update owner_invitations set used_at = null, expires_at = now() + interval '1 day'")
  await db.sql('insert into owner_invitations (token_hash) values ($1)', [
    createHash('sha256').update('K'.repeat(22)).digest('hex'),
  ])
  for (const answer of [await look('K'.repeat(22)), await open('K'.repeat(22), { email: 'other@example.com' })]) {
    expect(answer.statusCode).toBe(410)
    expect(answer.body).toContain('העסק כבר נפתח')
    expect(answer.body).toContain('href="/auth"')
  }
  expect((await installationState()).accounts).toHaveLength(1)
})

test('of two concurrent submissions one creates the owner, and the other is refused', async () => {
  await empty()
  const key = await freshKey()
  const answers = await Promise.all([open(key), open(key, { email: 'dana@example.com' }), open(key)])
  expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([303, 410, 410])
  const { accounts, owners, profiles, used } = await installationState()
  expect([accounts.length, owners.length, profiles.length, used.length]).toEqual([1, 1, 1, 1])
})

test('of two nodes that start concurrently, one key remains valid', async () => {
  await empty()
  const pool = openPool(db.connect('supabase_auth_admin'), 2)
  const keys = await Promise.all([issueOwnerInvitation(pool), issueOwnerInvitation(pool)])
  await pool.end()
  const states = await Promise.all(keys.map(async (key) => (await look(key!)).statusCode))
  expect(states.sort((a, b) => a - b)).toEqual([200, 410])
})

test('an address with a confirmed account is refused, one with an unconfirmed account is accepted', async () => {
  await empty()
  const key = await freshKey()
  await db.sql(`insert into auth.users (email, email_confirmed_at) values ('noa@example.com', now())`)
  const refused = await open(key)
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('לכתובת הזו כבר יש חשבון')
  expect((await installationState()).used).toEqual([])
  await db.sql('update auth.users set email_confirmed_at = null')
  expect((await open(key)).statusCode).toBe(303)
  expect((await installationState()).accounts).toHaveLength(1)
})

test('repeated guesses are rate-limited per IP', async () => {
  await empty()
  const key = await freshKey()
  const guess = () => app.inject({ url: `/setup?key=${'B'.repeat(22)}`, remoteAddress: '10.9.9.9' })
  const statuses: number[] = []
  for (let i = 0; i < 32; i++) statuses.push((await guess()).statusCode)
  expect(statuses.slice(0, 30).every((status) => status === 404)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  expect((await look(key)).statusCode).toBe(200)
})

test('guesses from the addresses of one IPv6 network are rate-limited together', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 40; i++) {
    const remoteAddress = `2001:db8:9:9::${(i + 1).toString(16)}`
    statuses.push((await app.inject({ url: `/setup?key=${'B'.repeat(22)}`, remoteAddress })).statusCode)
  }
  expect(statuses[0]).toBe(404)
  expect(statuses.at(-1)).toBe(429)
})

test('only the login supabase_auth_admin can verify keys', async () => {
  for (const role of ['anon', 'authenticated', 'service_role'])
    for (const sql of [
      'select * from owner_invitations',
      `select owner_invitation_state('x')`,
      `select use_owner_invitation('x')`,
      `select issue_owner_invitation('x')`,
      `select make_first_owner(gen_random_uuid(), 'x')`,
    ])
      await expect(db.as({ role }, sql), `${role}: ${sql}`).rejects.toMatchObject({ code: '42501' })
})
