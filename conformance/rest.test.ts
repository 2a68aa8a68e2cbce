import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { address, jwtSecret, publicKey, service, signedIn, visitor } from './clients.ts'

test('the calls of specification section 7 work for a signed-in client', async () => {
  const browser = await signedIn('client')
  const { data: me } = await browser.auth.getUser()
  const roles = await browser
    .from('user_roles')
    .select('*')
    .eq('user_id', me.user!.id)
    .eq('role', 'client')
    .eq('is_active', true)
  expect(roles).toMatchObject({ error: null, status: 200 })
  expect(roles.data).toHaveLength(1)
  const contact = await browser.from('contacts').select('*').eq('client_user_id', me.user!.id)
  expect(contact.error).toBeNull()
  const profile = await browser.from('business_profiles').select('*').eq('user_id', me.user!.id).maybeSingle()
  expect(profile).toMatchObject({ data: null, error: null })
})

test('notifications and upcoming tasks can be queried as in the specification', async () => {
  const browser = await signedIn('owner')
  const { data: me } = await browser.auth.getUser()
  const notifications = await browser
    .from('notifications')
    .select('*')
    .eq('user_id', me.user!.id)
    .order('created_at', { ascending: false })
    .limit(50)
  expect(notifications.error).toBeNull()
  const [today, tomorrow] = [new Date(), new Date(Date.now() + 864e5)].map((day) => day.toISOString().slice(0, 10))
  const tasks = await browser
    .from('tasks')
    .select('id,name,due_date,status')
    .eq('user_id', me.user!.id)
    .eq('status', 'To Do')
    .gte('due_date', today!)
    .lte('due_date', tomorrow!)
    .limit(10)
  expect(tasks.error).toBeNull()
})

test('an embed follows foreign keys, with a count in the same response', async () => {
  const browser = await signedIn('owner')
  const { data, count, error } = await browser
    .from('opportunities')
    .select('id,name,contact:contacts(id,full_name),pipeline_stages(name)', { count: 'exact' })
    .limit(3)
  expect(error).toBeNull()
  expect(count).toBeGreaterThan(3)
  expect(data).toHaveLength(3)
  expect(data![0]).toMatchObject({
    contact: { full_name: expect.any(String) },
    pipeline_stages: { name: expect.any(String) },
  })
})

test('the public business profile is readable by a visitor, the contacts are not', async () => {
  const profile = await visitor().rpc('get_public_business_profile')
  expect(profile.error).toBeNull()
  expect(JSON.stringify(profile.data)).toContain('בית מרווח')
  const contacts = await visitor().from('contacts').select('id')
  expect(contacts).toMatchObject({ status: 401, data: null, error: { code: '42501' } })
})

test('unknown columns, tables and functions are refused with their PostgREST error codes', async () => {
  const browser = await signedIn('owner')
  expect((await browser.from('tasks').select('*').eq('no_such_column', 1)).error).toMatchObject({ code: '42703' })
  expect((await browser.from('taskz').select('*')).error).toMatchObject({
    code: 'PGRST205',
    hint: "Perhaps you meant the table 'public.tasks'",
  })
  expect((await browser.rpc('no_such_function')).error).toMatchObject({ code: 'PGRST202' })
})

test('single() with no row or several rows responds with 406', async () => {
  const browser = await signedIn('owner')
  expect(await browser.from('contacts').select('id').single()).toMatchObject({
    status: 406,
    error: { code: 'PGRST116' },
  })
})

test('expired and forged JWTs are refused with their error codes', async () => {
  const ask = (token: string) =>
    fetch(`${address}/rest/v1/tasks`, { headers: { apikey: publicKey, authorization: `Bearer ${token}` } })
  const forged = await ask(`${publicKey.split('.').slice(0, 2).join('.')}.AAAA`)
  expect(forged.status).toBe(401)
  expect(await forged.json()).toMatchObject({ code: 'PGRST301' })
  const now = Math.floor(Date.now() / 1000)
  const expired = await new SignJWT({ role: 'authenticated', sub: crypto.randomUUID(), exp: now - 3600 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(jwtSecret))
  const late = await ask(expired)
  expect(late.status).toBe(401)
  expect(await late.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' })
  const nonsense = await ask('nonsense')
  expect(await nonsense.json()).toMatchObject({ code: 'PGRST301' })
})

test('a body that is not JSON is refused, and nothing is written', async () => {
  const browser = await signedIn('owner')
  const { data } = await browser.auth.getSession()
  const response = await fetch(`${address}/rest/v1/tasks`, {
    method: 'POST',
    headers: {
      apikey: publicKey,
      authorization: `Bearer ${data.session!.access_token}`,
      'content-type': 'application/json',
    },
    body: '{"name": ',
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'PGRST102' })
})

test('a delete without a filter is refused before it reaches a row', async () => {
  const before = await service().from('tasks').select('*', { count: 'exact', head: true })
  expect(before.count).toBeGreaterThan(0)
  expect(await service().from('tasks').delete()).toMatchObject({ status: 400, error: { code: '21000' } })
  const after = await service().from('tasks').select('*', { count: 'exact', head: true })
  expect(after.count).toBe(before.count)
})
