// Forms with a password: no content is returned without it, and an access token is valid until the password changes.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { makeForm, newKey } from '../../../../test/form-filler.ts'

const db = await testDatabase()
const { as, call, callAs, filling, person, submissionsOf } = await makeForm(db)
const [form] = await db.sql<{ id: string }>(`select id from forms where public_id = 'bdika'`)

const set = (password: string | null, claims = as.owner) =>
  callAs(claims, 'set-form-password', { id: form!.id, password })
async function unlock(password: string): Promise<string> {
  const { body } = await call('unlock-form', { formId: 'bdika', password })
  return ((await (body as unknown as Response).json()) as { access: string }).access
}
const open = async (more: object = {}) => (await call('open-form', { formId: 'bdika', ...more })).body
const needed = { status: 403, body: { code: 'form_password_needed' } }

test('owners and admins set the password, which is stored as an argon2id hash that no role can read', async () => {
  expect((await set('סוד קטן', as.sales)).body['code']).toBe('not_allowed')
  expect((await set('abc')).body['code']).toBe('invalid_input')
  expect((await set('סוד קטן')).status).toBe(200)
  const [stored] = await db.sql<{ password_hash: string }>('select password_hash from form_passwords')
  expect(stored!.password_hash).toMatch(/^\$argon2id\$/)
  expect(await db.as(as.admin, 'select form_id from form_passwords')).toEqual([{ form_id: form!.id }])
  for (const claims of [as.owner, as.sales])
    await expect(db.as(claims, 'select password_hash from form_passwords')).rejects.toThrow('permission denied')
  expect(await db.as(as.sales, 'select form_id from form_passwords')).toEqual([])
  const logged = await db.sql(`select to_jsonb(l)::text as entry from audit_log l where entity = 'form_passwords'`)
  expect(logged).toHaveLength(1)
  expect(JSON.stringify(logged)).not.toContain('argon2')
})

test('without its password the form returns no content and accepts no submissions', async () => {
  await set('סוד קטן')
  const locked = await open()
  expect(locked).toEqual({ isLocked: true, state: 'open', opensAt: null, closedText: '', allowedOrigins: [] })
  const file = new File(['%PDF-1.7'], 'a.pdf')
  const upload = { formId: 'bdika', version: 1, key: newKey(), field: 'paper', file }
  for (const access of [undefined, 'x'.repeat(43)]) {
    expect(await open({ access })).toEqual(locked)
    expect(await call('save-form-draft', filling(person(), { access, revision: 0 }))).toMatchObject(needed)
    expect(await call('submit-form', filling(person(), { access }))).toMatchObject(needed)
    expect(await call('post-form-step', filling(person(), { access, revision: 0, page: 'who' }))).toMatchObject(needed)
    expect(await call('upload-form-file', { ...upload, access })).toMatchObject(needed)
  }
  expect(await db.sql('select from form_submissions')).toEqual([])
})

test('the access token is valid until the password changes, and a started submission continues with a new one', async () => {
  await set('סוד קטן')
  const access = await unlock(' סוד  קטן ')
  expect(await open({ access })).toMatchObject({ formId: 'bdika', version: 1 })
  const [visitor, key] = [person(), newKey()]
  expect((await call('save-form-draft', filling(visitor, { key, access, revision: 0 }))).status).toBe(200)
  await set('אחרת לגמרי')
  expect(await call('submit-form', filling(visitor, { key, access }))).toMatchObject(needed)
  expect(await open({ key, access })).toMatchObject({ isLocked: true })
  const renewed = await unlock('אחרת לגמרי')
  expect((await open({ key, access: renewed }))['filling']).toMatchObject({ entries: { name: visitor.name } })
  expect((await call('submit-form', filling(visitor, { key, access: renewed }))).status).toBe(200)
  expect(await submissionsOf(visitor.email)).toHaveLength(1)
  expect(await open({ key })).toMatchObject({ isLocked: true })
})

test('the access token of one form does not open another', async () => {
  await set('סוד קטן')
  await db.sql(
    `with other as (insert into forms (public_id, title, status, current_version) values ('other', 'אחר', 'published', 1) returning id),
       protected as (insert into form_passwords (form_id, password_hash)
         select other.id, p.password_hash from other, form_passwords p where p.form_id = $1)
     insert into form_versions (form_id, number, definition)
     select other.id, 1, (select definition from form_versions limit 1) from other`,
    [form!.id],
  )
  const access = await unlock('סוד קטן')
  expect((await call('open-form', { formId: 'other', access })).body).toMatchObject({ isLocked: true })
})

test('a wrong password is refused, and a form without a password needs no access token', async () => {
  await set('סוד קטן')
  const refused = await call('unlock-form', { formId: 'bdika', password: 'סוד גדול' })
  expect(refused).toMatchObject({ status: 422, body: { code: 'form_password_wrong', fields: { password: expect.any(String) } } }) // prettier-ignore
  expect((await call('unlock-form', { formId: 'no-such-form', password: 'סוד' })).body['code']).toBe('form_not_found')
  await set(null)
  expect(await db.sql('select from form_passwords where form_id = $1', [form!.id])).toEqual([])
  expect(await unlock('סוד גדול')).toBe(null)
  expect(await open()).toMatchObject({ formId: 'bdika' })
})

test('a personal link requires no password, and returns no content once it is revoked', async () => {
  await set('סוד קטן')
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name, source) values ('רות', 'אתר') returning id`) // prettier-ignore
  const link = newKey()
  await db.sql(
    `insert into form_links (form_id, contact_id, token_hash, is_single_use) values ($1, $2, link_hash($3), true)`,
    [form!.id, contact!.id, link],
  )
  expect(await open({ link })).toMatchObject({ formId: 'bdika', personal: { state: 'open' } })
  const key = newKey()
  const file = new File(['%PDF-1.7'], 'a.pdf')
  const upload = { formId: 'bdika', version: 1, key, field: 'paper', file }
  expect((await call('upload-form-file', { ...upload, link })).status).toBe(200)
  expect((await call('save-form-draft', filling(person(), { key, revision: 1 }))).status).toBe(200)
  await db.sql('update form_links set revoked_at = now()')
  for (const brought of [{ link }, { key }]) {
    const over = await open(brought)
    expect(over).toMatchObject({ isLocked: true, linkState: 'revoked' })
    expect(over).not.toHaveProperty('definition')
  }
  await db.sql('update form_links set revoked_at = null')
  expect((await call('submit-form', filling(person(), { key }))).status).toBe(200)
  expect(await open({ key })).toHaveProperty('ending')
})

test('a network is stored as a hash after a correct password, and deleted after 90 days', async () => {
  await set('סוד קטן')
  await db.sql('delete from form_password_networks')
  await call('unlock-form', { formId: 'bdika', password: 'סוד גדול' })
  expect(await db.sql('select from form_password_networks')).toEqual([])
  await unlock('סוד קטן')
  const [row] = await db.sql<{ entry: string }>('select to_jsonb(n)::text as entry from form_password_networks n')
  expect(row!.entry).not.toContain('203.0.')
  await db.sql(`update form_password_networks set last_used_at = now() - interval '91 days'`)
  await db.sql('select prune_form_drafts()')
  expect(await db.sql('select from form_password_networks')).toEqual([])
})
