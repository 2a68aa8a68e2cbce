import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'

const db = await testDatabase()
const { app, call, tokens } = await testKernel(db)
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }
const url = `http://127.0.0.1:${port}`
const options = { auth: { persistSession: false, autoRefreshToken: false } }
const { admin } = createClient(url, tokens.serviceRoleKey, options).auth
const visitor = () => createClient(url, tokens.anonKey, options)

const password = 'a good password'
const newAddress = () => `${crypto.randomUUID()}@example.com`
let phones = 972_500_000_000
const newPhone = () => String(++phones)
const unknownId = '11111111-2222-4333-8444-555555555555'

async function newUser(more: object = {}) {
  const email = newAddress()
  const { data, error } = await admin.createUser({ email, password, email_confirm: true, ...more })
  expect(error).toBeNull()
  return data.user!
}
const signIn = (email: string, word = password) => visitor().auth.signInWithPassword({ email, password: word })

test('an account created by an administrator can sign in immediately', async () => {
  const email = newAddress()
  const phone = newPhone()
  const { data, error } = await admin.createUser({
    email: ` ${email.toUpperCase()} `,
    phone: `+${phone}`,
    password,
    email_confirm: true,
    phone_confirm: true,
    user_metadata: { name: 'נועה' },
    app_metadata: { plan: 'gold' },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone,
    email_confirmed_at: expect.any(String),
    phone_confirmed_at: expect.any(String),
    app_metadata: { plan: 'gold', provider: 'email', providers: ['email', 'phone'] },
    user_metadata: { name: 'נועה', email_verified: true },
    identities: [{ provider: 'email' }, { provider: 'phone' }],
    is_anonymous: false,
  })
  const { data: signedIn } = await signIn(email)
  expect(signedIn.user?.id).toBe(data.user!.id)
})

test('an account can be imported with id, role and password hash, unconfirmed', async () => {
  const id = crypto.randomUUID()
  // A bcrypt hash.
  const hash = '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'
  const user = await newUser({ id, role: 'editor', password: undefined, password_hash: hash, email_confirm: false })
  expect(user).toMatchObject({ id, role: 'editor' })
  expect(user).not.toHaveProperty('email_confirmed_at')
  const [row] = await db.sql<{ hash: string }>('select encrypted_password as hash from auth.users where id = $1', [id])
  expect(row!.hash).toBe(hash)
})

test('users are listed newest first, with the pagination headers of the client', async () => {
  for (let i = 0; i < 4; i++) await newUser()
  const first = await admin.listUsers({ page: 1, perPage: 2 })
  expect(first.error).toBeNull()
  expect(first.data.users).toHaveLength(2)
  const { total } = first.data as { total: number }
  expect(first.data).toMatchObject({ aud: 'authenticated', nextPage: 2, lastPage: Math.ceil(total / 2) })
  expect(Date.parse(first.data.users[0]!.created_at)).toBeGreaterThanOrEqual(
    Date.parse(first.data.users[1]!.created_at),
  )
  const last = await admin.listUsers({ page: Math.ceil(total / 2), perPage: 2 })
  expect(last.data).toMatchObject({ nextPage: null })
  const beyond = await admin.listUsers({ page: 999, perPage: 50 })
  expect(beyond.data.users).toEqual([])
  const all = await admin.listUsers()
  expect(all.data.users.length).toBe(total)
})

test('the user list can be filtered by address and full name, and sorted ascending', async () => {
  const user = await newUser({ user_metadata: { full_name: 'Dana 100% Cohen' } })
  const list = async (query: string) =>
    (await call('GET', `/auth/v1/admin/users?${query}`, undefined, tokens.serviceRoleKey)).json<{
      users: { id: string; created_at: string }[]
    }>().users
  expect((await list('filter=dana+100%25')).map(({ id }) => id)).toEqual([user.id])
  expect((await list(`filter=${user.email!.slice(0, 12).toUpperCase()}`)).map(({ id }) => id)).toEqual([user.id])
  expect(await list('filter=%25_nobody')).toEqual([])
  const oldest = await list('sort=created_at+asc')
  expect(oldest[0]!.created_at <= oldest[1]!.created_at).toBe(true)
})

test('an administrator changes address, number, role and metadata', async () => {
  const user = await newUser({ user_metadata: { name: 'נועה', nick: 'n' }, app_metadata: { plan: 'gold', old: 1 } })
  const email = newAddress()
  const phone = newPhone()
  const { data, error } = await admin.updateUserById(user.id, {
    email,
    phone,
    role: 'editor',
    user_metadata: { nick: null, sub: 'another user' },
    app_metadata: { plan: 'silver', old: null },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email,
    phone,
    role: 'editor',
    email_confirmed_at: user.email_confirmed_at,
    app_metadata: { plan: 'silver', provider: 'email' },
    user_metadata: { name: 'נועה', email_verified: false },
    identities: [
      { provider: 'email', identity_data: { email, email_verified: false } },
      { provider: 'phone', identity_data: { phone, phone_verified: false } },
    ],
  })
  expect(data.user!.app_metadata).not.toHaveProperty('old')
  for (const key of ['nick', 'sub', 'email']) expect(data.user!.user_metadata).not.toHaveProperty(key)
  const confirmed = await admin.updateUserById(user.id, { email_confirm: true, phone_confirm: true })
  expect(confirmed.data.user).toMatchObject({
    phone_confirmed_at: expect.any(String),
    user_metadata: { email_verified: true, phone_verified: true },
    identities: [{ identity_data: { email_verified: true } }, { identity_data: { phone_verified: true } }],
  })
})

test('a password set by an administrator ends all earlier sessions', async () => {
  const user = await newUser()
  const browser = visitor()
  await browser.auth.signInWithPassword({ email: user.email!, password })
  expect((await admin.updateUserById(user.id, { password: 'another password' })).error).toBeNull()
  expect((await browser.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  expect((await signIn(user.email!)).error).toMatchObject({ code: 'invalid_credentials' })
  expect((await signIn(user.email!, 'another password')).error).toBeNull()
})

test('a banned user can neither sign in nor refresh until the ban ends', async () => {
  const user = await newUser()
  const browser = visitor()
  await browser.auth.signInWithPassword({ email: user.email!, password })
  const { data } = await admin.updateUserById(user.id, { ban_duration: '24h' })
  expect(Date.parse((data.user as { banned_until?: string }).banned_until!)).toBeGreaterThan(Date.now() + 86_000_000)
  expect((await signIn(user.email!)).error).toMatchObject({ code: 'user_banned' })
  expect((await browser.auth.refreshSession()).error).toMatchObject({ code: 'user_banned' })
  expect((await browser.auth.getUser()).error).toMatchObject({ code: 'user_banned' })
  await admin.updateUserById(user.id, { ban_duration: 'none' })
  expect((await signIn(user.email!)).error).toBeNull()
})

test('deleting a user also deletes the sessions', async () => {
  const user = await newUser()
  await signIn(user.email!)
  const { data, error } = await admin.deleteUser(user.id)
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id: user.id })
  expect((await admin.getUserById(user.id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  expect(await db.sql('select from auth.sessions where user_id = $1', [user.id])).toEqual([])
})

test('a soft-deleted user is anonymized, cannot sign in, and frees the address', async () => {
  const phone = newPhone()
  const user = await newUser({ phone, user_metadata: { name: 'נועה' } })
  const browser = visitor()
  await browser.auth.signInWithPassword({ email: user.email!, password })
  expect((await admin.deleteUser(user.id, true)).error).toBeNull()
  const { data } = await admin.getUserById(user.id)
  expect(data.user).toMatchObject({ id: user.id, deleted_at: expect.any(String), user_metadata: {}, app_metadata: {} })
  expect(JSON.stringify(data.user)).not.toContain(user.email)
  expect(JSON.stringify(data.user)).not.toContain(phone)
  expect((await signIn(user.email!)).error).toMatchObject({ code: 'invalid_credentials' })
  expect((await browser.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await admin.deleteUser(user.id, true)).error).toBeNull()
  expect((await admin.createUser({ email: user.email!, phone, password })).error).toBeNull()
})

test('deleting a user that another table references is refused with conflict', async () => {
  const user = await newUser()
  await db.sql('create table public.referencing (user_id uuid references auth.users (id))')
  await db.sql('insert into public.referencing values ($1)', [user.id])
  expect((await admin.deleteUser(user.id)).error).toMatchObject({ status: 409, code: 'conflict' })
  expect((await admin.deleteUser(user.id, true)).error).toBeNull()
  await db.sql('drop table public.referencing')
})

test('an administrator lists, changes and deletes the factors of a user', async () => {
  const user = await newUser()
  expect((await admin.mfa.listFactors({ userId: user.id })).data).toEqual({ factors: [] })
  const [row] = await db.sql<{ id: string }>(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
     values ($1, 'my phone', 'totp', 'verified', 'SECRET') returning id`,
    [user.id],
  )
  const id = row!.id
  const { data } = await admin.mfa.listFactors({ userId: user.id })
  expect(data!.factors).toMatchObject([{ id, friendly_name: 'my phone', factor_type: 'totp', status: 'verified' }])
  expect(JSON.stringify(data)).not.toContain('SECRET')
  const path = `/auth/v1/admin/users/${user.id}/factors/${id}`
  const changed = await call('PUT', path, { friendly_name: 'old phone' }, tokens.serviceRoleKey)
  expect(changed.json()).toMatchObject({ id, friendly_name: 'old phone' })
  expect((await admin.mfa.deleteFactor({ userId: user.id, id })).data).toMatchObject({ data: { id } })
  expect((await admin.mfa.deleteFactor({ userId: user.id, id })).error).toMatchObject({ code: 'mfa_factor_not_found' })
  const other = await newUser()
  expect((await call('DELETE', path.replace(user.id, other.id), {}, tokens.serviceRoleKey)).statusCode).toBe(404)
})

const taken = await newUser({ phone: newPhone() })
const userToken = (await signIn(taken.email!)).data.session!.access_token
const validation = (message: string) => ({ status: 400, contains: { code: 'validation_failed', message } })

type Scenario = {
  name: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path?: string
  body?: unknown
  token?: string
  status: number
  contains?: object
}

// prettier-ignore
const scenarios: Scenario[] = [
  { name: 'the public key', method: 'GET', token: tokens.anonKey, status: 403, contains: { code: 'not_admin', message: 'User not allowed' } },
  { name: 'a signed-in user', method: 'GET', token: userToken, status: 403, contains: { code: 'not_admin', message: 'User not allowed' } },
  { name: 'an unsigned token', method: 'GET', token: `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.`.replaceAll('=', ''), status: 403, contains: { code: 'bad_jwt' } },
  { name: 'an expired token', method: 'GET', token: await tokens.sign({ role: 'service_role' }, -60), status: 403, contains: { code: 'bad_jwt' } },
  { name: 'a page that is no number', method: 'GET', path: '?page=x', status: 400, contains: { code: 'validation_failed' } },
  { name: 'a negative page', method: 'GET', path: '?page=-1', status: 400, contains: { code: 'validation_failed' } },
  { name: 'a page number beyond 64 bits', method: 'GET', path: '?page=99999999999999999999', status: 400, contains: { code: 'validation_failed' } },
  { name: 'a page number far beyond the last one', method: 'GET', path: '?page=999999999999999&per_page=999999999999999', status: 200, contains: { users: [] } },
  { name: 'no users per page', method: 'GET', path: '?per_page=0', ...validation('Bad Pagination Parameters: per_page must be greater than 0') },
  { name: 'two pages at once', method: 'GET', path: '?page=1&page=2', status: 400, contains: { code: 'validation_failed' } },
  { name: 'a sort by a secret column', method: 'GET', path: '?sort=encrypted_password+asc', status: 400, contains: { code: 'validation_failed' } },
  { name: 'a filter with a zero byte', method: 'GET', path: '?filter=%00', status: 400, contains: { code: 'validation_failed' } },
  { name: 'an id that is not a UUID', method: 'GET', path: '/x', status: 404, contains: { code: 'validation_failed', message: 'user_id must be an UUID' } },
  { name: 'an id with SQL', method: 'GET', path: `/${encodeURIComponent("' or 1=1 --")}`, status: 404, contains: { code: 'validation_failed' } },
  { name: 'an unknown id', method: 'GET', path: `/${unknownId}`, status: 404, contains: { code: 'user_not_found', message: 'User not found' } },
  { name: 'a change of an unknown user', method: 'PUT', path: `/${unknownId}`, body: { email: 'a@example.com' }, status: 404, contains: { code: 'user_not_found' } },
  { name: 'a deletion of an unknown user', method: 'DELETE', path: `/${unknownId}`, body: {}, status: 404, contains: { code: 'user_not_found' } },
  { name: 'a deletion with a malformed body', method: 'DELETE', path: `/${taken.id}`, body: { should_soft_delete: 'yes' }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'a factor id that is not a UUID', method: 'DELETE', path: `/${taken.id}/factors/x`, body: {}, status: 404, contains: { code: 'validation_failed', message: 'factor_id must be an UUID' } },
  { name: 'factors of an unknown user', method: 'GET', path: `/${unknownId}/factors`, status: 404, contains: { code: 'user_not_found' } },
  { name: 'neither address nor phone', body: { password }, ...validation('Cannot create a user without either an email or phone') },
  { name: 'an address without a domain', body: { email: 'noa@' }, ...validation('Unable to validate email address: invalid format') },
  { name: 'a phone of letters', body: { phone: 'noa' }, ...validation('Invalid phone number format (E.164 required)') },
  { name: 'a taken address', body: { email: taken.email!.toUpperCase() }, status: 422, contains: { code: 'email_exists', message: 'A user with this email address has already been registered' } },
  { name: 'a taken phone', body: { phone: taken.phone }, status: 422, contains: { code: 'phone_exists' } },
  { name: 'a taken id', body: { email: 'same@example.com', id: taken.id }, status: 409, contains: { code: 'conflict' } },
  { name: 'an id that is no UUID', body: { email: 'same@example.com', id: 'x' }, ...validation('ID must conform to the uuid v4 format') },
  { name: 'an id of zeros', body: { email: 'same@example.com', id: '00000000-0000-0000-0000-000000000000' }, ...validation('ID cannot be a nil uuid') },
  { name: 'a password and a hash', body: { email: 'same@example.com', password, password_hash: '$2a$10$x' }, ...validation('Only a password or a password hash should be provided') },
  { name: 'a hash of an unsupported algorithm', body: { email: 'same@example.com', password_hash: 'md5:1234' }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'a password of 73 bytes', body: { email: 'same@example.com', password: 'x'.repeat(73) }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'a ban duration that cannot be parsed', body: { email: 'same@example.com', ban_duration: 'for ever' }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'a role name that is too long', body: { email: 'same@example.com', role: 'x'.repeat(300) }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'metadata that is a list', body: { email: 'same@example.com', user_metadata: [] }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'too much metadata', body: { email: 'same@example.com', app_metadata: { a: 'x'.repeat(9000) } }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'a zero byte in metadata', body: { email: 'same@example.com', user_metadata: { a: '\0' } }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'a lone surrogate', body: { email: 'same@example.com', user_metadata: { a: '\ud800' } }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'a body that is not JSON', body: '{"email":', status: 400, contains: { code: 'bad_json' } },
  { name: 'a body that is a list', body: [], status: 400, contains: { code: 'validation_failed' } },
  { name: 'a confirmation that is a string', body: { email: 'same@example.com', email_confirm: 'true' }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'an address change to a taken address', method: 'PUT', path: `/${(await newUser()).id}`, body: { email: taken.email }, status: 422, contains: { code: 'email_exists' } },
  { name: 'a change to a taken phone', method: 'PUT', path: `/${(await newUser()).id}`, body: { phone: taken.phone }, status: 422, contains: { code: 'phone_exists' } },
  { name: 'a change to a short password', method: 'PUT', path: `/${taken.id}`, body: { password: 'abc' }, status: 422, contains: { code: 'weak_password' } },
  { name: 'a change to no password', method: 'PUT', path: `/${taken.id}`, body: { password: '' }, status: 422, contains: { code: 'weak_password' } },
]

for (const { name, method = 'POST', path = '', body, token = tokens.serviceRoleKey, status, contains } of scenarios)
  test(`${name}: ${method} admin/users responds with ${status}`, async () => {
    const response = await call(method, `/auth/v1/admin/users${path}`, body, token)
    expect(response.json()).toMatchObject(contains ?? {})
    expect(response.statusCode).toBe(status)
  })

test('a request without a bearer token is refused with no_authorization', async () => {
  const response = await app.inject({ url: '/auth/v1/admin/users', headers: { apikey: tokens.anonKey } })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ error_code: 'no_authorization' })
})

test('the opaque secret key has admin rights too', async () => {
  const response = await app.inject({ url: '/auth/v1/admin/users', headers: { apikey: tokens.secretKey } })
  expect(response.statusCode).toBe(200)
})
