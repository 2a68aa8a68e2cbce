import { expect, test } from 'vitest'
import { address, otherAddress, publicKey, service, signedIn, visitor } from './clients.ts'

const { admin } = service().auth
const password = 'a good password'
const newAddress = () => `${crypto.randomUUID()}@example.com`

async function newUser(more: object = {}) {
  const { data, error } = await admin.createUser({ email: newAddress(), password, email_confirm: true, ...more })
  expect(error).toBeNull()
  return { ...data.user!, email: data.user!.email! }
}

test('an administrator creates, reads, updates and deletes an account', async () => {
  const { id, email } = await newUser({ user_metadata: { name: 'נועה' }, app_metadata: { plan: 'gold' } })
  expect((await admin.getUserById(id)).data.user).toMatchObject({
    id,
    email,
    email_confirmed_at: expect.any(String),
    user_metadata: { name: 'נועה' },
    app_metadata: { plan: 'gold', provider: 'email', providers: ['email'] },
    identities: [{ provider: 'email' }],
  })
  const next = newAddress()
  const changed = await admin.updateUserById(id, { email: next, app_metadata: { plan: null, role: 'x' } })
  expect(changed.data.user).toMatchObject({ email: next, app_metadata: { role: 'x' } })
  expect(changed.data.user!.app_metadata).not.toHaveProperty('plan')
  expect((await visitor().auth.signInWithPassword({ email: next, password })).error).toBeNull()
  expect((await admin.deleteUser(id)).error).toBeNull()
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
})

test('the metadata of an account created by an administrator contains only the given fields and the verified identifiers', async () => {
  const { id } = await newUser({ user_metadata: { name: 'נועה' } })
  expect((await admin.getUserById(id)).data.user!.user_metadata).toEqual({ name: 'נועה', email_verified: true })
  const { data: open } = await admin.createUser({ email: newAddress(), user_metadata: { name: 'דן' } })
  expect(open.user!.user_metadata).toEqual({ name: 'דן' })
  const moved = await admin.updateUserById(open.user!.id, { email: newAddress() })
  expect(moved.data.user!.user_metadata).toEqual({ name: 'דן' })
  const link = await admin.generateLink({
    type: 'signup',
    email: newAddress(),
    password,
    options: { data: { name: 'גל' } },
  })
  expect(link.data.user!.user_metadata).toEqual({ name: 'גל' })
  const browser = visitor()
  const own = await browser.auth.signUp({ email: newAddress(), password })
  expect(own.data.user!.user_metadata).toMatchObject({
    sub: own.data.user!.id,
    email_verified: false,
    phone_verified: false,
  })
})

test('users are listed page by page, on either node', async () => {
  await newUser()
  const first = await admin.listUsers({ page: 1, perPage: 1 })
  expect(first.error).toBeNull()
  expect(first.data).toMatchObject({ aud: 'authenticated', nextPage: 2, total: expect.any(Number) })
  expect(first.data.users).toHaveLength(1)
  const other = await service(otherAddress).auth.admin.listUsers({ page: 1, perPage: 1 })
  expect(other.data.users[0]!.id).toBe(first.data.users[0]!.id)
})

test('the admin API refuses every caller without an admin role', async () => {
  expect((await visitor().auth.admin.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin' })
  const owner = await signedIn('owner')
  const token = (await owner.auth.getSession()).data.session!.access_token
  for (const authorization of [undefined, `Bearer ${token}`, `Bearer ${publicKey}`, 'Bearer nonsense']) {
    const headers = { apikey: publicKey, ...(authorization && { authorization }) }
    const response = await fetch(`${address}/auth/v1/admin/users`, { headers })
    expect([401, 403]).toContain(response.status)
  }
})

test('a ban applies to sign-in and refresh until it is lifted', async () => {
  const { id, email } = await newUser()
  const browser = visitor().auth
  await browser.signInWithPassword({ email, password })
  await admin.updateUserById(id, { ban_duration: '1h' })
  expect((await browser.refreshSession()).error).toMatchObject({ code: 'user_banned' })
  expect((await visitor().auth.signInWithPassword({ email, password })).error).toMatchObject({ code: 'user_banned' })
  await admin.updateUserById(id, { ban_duration: 'none' })
  expect((await visitor().auth.signInWithPassword({ email, password })).error).toBeNull()
})

test('a soft-deleted account is anonymized, and its address can be used again', async () => {
  const { id, email } = await newUser()
  expect((await admin.deleteUser(id, true)).error).toBeNull()
  const { data } = await admin.getUserById(id)
  expect(data.user).toMatchObject({ id, deleted_at: expect.any(String), user_metadata: {} })
  expect(JSON.stringify(data.user)).not.toContain(email)
  expect((await admin.createUser({ email })).error).toBeNull()
})

test.each(['signup', 'invite', 'magiclink', 'recovery'] as const)(
  'a generated link of type %s signs in',
  async (type) => {
    const email = type === 'recovery' || type === 'magiclink' ? (await newUser()).email : newAddress()
    const { data, error } = await admin.generateLink({ type, email, password } as Parameters<
      typeof admin.generateLink
    >[0])
    expect(error).toBeNull()
    expect(data.properties).toMatchObject({
      action_link: expect.stringContaining(`/auth/v1/verify?token=${data.properties!.hashed_token}&type=${type}`),
      email_otp: expect.stringMatching(/^\d{6}$/),
      verification_type: type,
    })
    const opened = await visitor(otherAddress).auth.verifyOtp({ type, token_hash: data.properties!.hashed_token })
    expect(opened.data.session).toMatchObject({ user: { email } })
  },
)

test('an address change is completed by two generated links', async () => {
  const { email } = await newUser()
  const newEmail = newAddress()
  for (const type of ['email_change_current', 'email_change_new'] as const) {
    const { data } = await admin.generateLink({ type, email, newEmail })
    const { error } = await visitor().auth.verifyOtp({
      type: 'email_change',
      token_hash: data.properties!.hashed_token,
    })
    expect(error).toBeNull()
  }
  expect((await visitor().auth.signInWithPassword({ email: newEmail, password })).error).toBeNull()
})

test('an address without an account is invited, and one with an account is refused with email_exists', async () => {
  const email = newAddress()
  const { data, error } = await admin.inviteUserByEmail(email, { data: { name: 'נועה' } })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { name: 'נועה' } })
  const existing = await newUser()
  expect((await admin.inviteUserByEmail(existing.email)).error).toMatchObject({ status: 422, code: 'email_exists' })
})

test('an administrator signs a user out', async () => {
  const { email } = await newUser()
  const browser = visitor().auth
  const { data } = await browser.signInWithPassword({ email, password })
  expect((await admin.signOut(data.session!.access_token, 'global')).error).toBeNull()
  expect((await browser.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
})

test('an administrator deletes a lost factor', async () => {
  const { id, email } = await newUser()
  const browser = visitor().auth
  await browser.signInWithPassword({ email, password })
  const enrolled = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'lost' })
  expect(enrolled.error).toBeNull()
  const { data } = await admin.mfa.listFactors({ userId: id })
  expect(data!.factors).toMatchObject([{ id: enrolled.data!.id, friendly_name: 'lost', status: 'unverified' }])
  expect((await admin.mfa.deleteFactor({ userId: id, id: enrolled.data!.id })).error).toBeNull()
  expect((await admin.mfa.listFactors({ userId: id })).data!.factors).toEqual([])
})

test('invalid admin requests are refused with their codes', async () => {
  const { email } = await newUser()
  expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
  expect((await admin.createUser({ email: 'noa@' })).error).toMatchObject({ status: 400, code: 'validation_failed' })
  expect((await admin.createUser({})).error).toMatchObject({ status: 400, code: 'validation_failed' })
  const unknown = await admin.generateLink({ type: 'recovery', email: newAddress() })
  expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' })
})
