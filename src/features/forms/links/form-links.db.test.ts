// Personal links: contact, single use, expiry, and who may create them.
import { expect, test } from 'vitest'
import { whoMay } from '../../../../test/actors.ts'
import { testDatabase } from '../../../../test/database.ts'
import { makeForm, newKey } from '../../../../test/form-filler.ts'

const db = await testDatabase()
const { as, ids, call, callAs, filling, contactOf, person } = await makeForm(db)
const [form] = await db.sql<{ id: string }>(`select id from forms where public_id = 'bdika'`)

let known = 0
async function makeContact() {
  known += 1
  const email = `known${known}@example.com`
  const [contact] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, last_name, source) values ('רות', 'הקישור', 'אתר') returning id`,
  )
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contact!.id, email],
  )
  return { id: contact!.id, email }
}
const make = (contactId: string, more: object = {}, claims = as.owner) =>
  callAs(claims, 'make-form-link', { formId: form!.id, contactId, days: 7, isSingleUse: true, ...more })
async function linkOf(contactId: string, more: object = {}) {
  const { body } = await make(contactId, more)
  return new URL(String(body['url'])).searchParams.get('k')!
}
const setRevoked = (linkId: string, isRevoked: boolean, claims = as.owner) =>
  db.as(claims, 'select set_form_link_revoked($1, $2)', [linkId, isRevoked])
const linksOf = (contactId: string, claims = as.owner) =>
  db.as<{ id: string; state: string }>(claims, 'select id, state from form_links_of($1)', [contactId])
const contactsOfForm = () =>
  db.sql(`select contact_id as id from form_submissions where status = 'complete' order by completed_at desc limit 1`)

test('a personal link prefills known answers, and its submission is assigned to its contact for any entered values', async () => {
  const contact = await makeContact()
  const link = await linkOf(contact.id)
  const opened = await call('open-form', { formId: 'bdika', link })
  expect(opened.body['personal']).toEqual({ state: 'open', entries: { name: 'רות הקישור', email: contact.email } })
  const other = person()
  expect((await call('submit-form', filling(other, { link }))).status).toBe(200)
  expect(await contactsOfForm()).toEqual([{ id: contact.id }])
  expect(await contactOf(other.email)).toBeUndefined()
  const lines = await db.sql(`select type from activities where contact_id = $1 and type like 'form.%' order by 1`, [
    contact.id,
  ])
  expect(lines).toEqual([{ type: 'form.link_made' }, { type: 'form.submitted' }])
})

test('a single-use link accepts one submission, even from two concurrent windows', async () => {
  const contact = await makeContact()
  const link = await linkOf(contact.id)
  const keys = [newKey(), newKey()]
  for (const key of keys) await call('save-form-draft', filling(person(), { key, link, revision: 0 }))
  const sent = await Promise.all(keys.map((key) => call('submit-form', filling(person(), { key }))))
  expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(sent.find(({ status }) => status === 409)!.body['code']).toBe('form_link_used')
  expect((await call('open-form', { formId: 'bdika', link })).body['personal']).toEqual({ state: 'used', entries: {} })
  expect((await call('submit-form', filling(person(), { link }))).body['code']).toBe('form_link_used')
})

test('an expired link accepts no new submission, but a submission started before the expiry can be completed', async () => {
  const contact = await makeContact()
  const link = await linkOf(contact.id, { isSingleUse: false })
  const key = newKey()
  await call('save-form-draft', filling(person(), { key, link, revision: 0 }))
  await db.sql(`update form_links set expires_at = now() - interval '1 minute' where contact_id = $1`, [contact.id])
  expect((await call('open-form', { formId: 'bdika', link })).body['personal']).toMatchObject({ state: 'expired' })
  expect((await call('submit-form', filling(person(), { link }))).body['code']).toBe('form_link_expired')
  expect((await call('submit-form', filling(person(), { key }))).status).toBe(200)
  expect(await contactsOfForm()).toEqual([{ id: contact.id }])
})

test("an unknown token, the id of a link, and the token of another form's link authorize nothing", async () => {
  const contact = await makeContact()
  const link = await linkOf(contact.id)
  const [row] = await db.sql<{ id: string; token_hash: string }>('select * from form_links where contact_id = $1', [
    contact.id,
  ])
  expect(JSON.stringify(row)).not.toContain(link)
  for (const wrong of [newKey(), row!.id.replaceAll('-', '')])
    expect((await call('open-form', { formId: 'bdika', link: wrong })).body['code']).toBe('form_link_unknown')
  await db.sql(
    `with form as (insert into forms (public_id, title, status, current_version) values ('other', 'אחר', 'published', 1) returning id)
     insert into form_versions (form_id, number, definition)
     select form.id, 1, (select definition from form_versions limit 1) from form`,
  )
  expect((await call('open-form', { formId: 'other', link })).body['code']).toBe('form_link_unknown')
})

test('a coach creates links only for their contacts, and only for published forms', async () => {
  const [own, foreign] = [await makeContact(), await makeContact()]
  await db.sql('update contacts set owner_id = $2 where id = $1', [own.id, ids.coach])
  expect((await make(own.id, {}, as.coach)).status).toBe(200)
  expect((await make(foreign.id, {}, as.coach)).body['code']).toBe('contact_unknown')
  const [draft] = await db.sql<{ id: string }>(`insert into forms (title) values ('טיוטה') returning id`)
  expect((await make(own.id, { formId: draft!.id })).body['code']).toBe('form_not_published')
})

test('a revoked link accepts no submission, even a started submission, and can be reopened', async () => {
  const contact = await makeContact()
  const link = await linkOf(contact.id)
  const key = newKey()
  await call('save-form-draft', filling(person(), { key, link, revision: 0 }))
  const [{ id } = { id: '' }] = await linksOf(contact.id)
  for (let i = 0; i < 2; i += 1) await setRevoked(id, true)
  expect(await linksOf(contact.id)).toEqual([{ id, state: 'revoked' }])
  const over = { state: 'revoked', entries: {} }
  expect((await call('open-form', { formId: 'bdika', link })).body['personal']).toEqual(over)
  const started = await call('open-form', { formId: 'bdika', key })
  expect([started.body['personal'], started.body['filling']]).toEqual([over, undefined])
  for (const [name, more] of [
    ['save-form-draft', { key, revision: 1 }],
    ['submit-form', { key }],
    ['submit-form', { link }],
  ] as const)
    expect(await call(name, filling(person(), more))).toMatchObject({
      status: 410,
      body: { code: 'form_link_revoked' },
    })
  await setRevoked(id, false)
  expect((await call('submit-form', filling(person(), { key }))).status).toBe(200)
  expect(await contactsOfForm()).toEqual([{ id: contact.id }])
  await expect(setRevoked(id, true)).rejects.toMatchObject({ code: 'PT409', message: 'form_link_used' })
})

test('the database refuses to complete a submission whose link was revoked', async () => {
  const contact = await makeContact()
  const link = await linkOf(contact.id)
  const key = newKey()
  await call('save-form-draft', filling(person(), { key, link, revision: 0 }))
  await db.sql('update form_links set revoked_at = now() where contact_id = $1', [contact.id])
  await expect(
    db.sql(
      `update form_submissions set status = 'complete', completed_at = now() from form_links l
       where l.id = link_id and l.contact_id = $1`,
      [contact.id],
    ),
  ).rejects.toMatchObject({ code: 'PT410', message: 'form_link_revoked' })
})

test('a coach sees and revokes only links of their contacts, and no role can read a token hash', async () => {
  const [own, foreign] = [await makeContact(), await makeContact()]
  await db.sql('update contacts set owner_id = $2 where id = $1', [own.id, ids.coach])
  for (const contact of [own, foreign]) await make(contact.id)
  expect(await linksOf(foreign.id, as.coach)).toEqual([])
  const [[mine], [other]] = [await linksOf(own.id, as.coach), await linksOf(foreign.id)]
  await setRevoked(mine!.id, true, as.coach)
  expect(await linksOf(own.id)).toEqual([{ id: mine!.id, state: 'revoked' }])
  await expect(setRevoked(other!.id, true, as.coach)).rejects.toMatchObject({ message: 'form_link_unknown' })
  expect(await whoMay(db, as, 'select id from form_links where id = $1', [mine!.id])).toBe('owner admin coach sales')
  expect(await whoMay(db, as, 'select token_hash from form_links')).toBe('no role')
})

test('after a contact submitted a once_per_person form, another link and a draft return the state answered', async () => {
  await db.sql('update forms set once_per_person = true where id = $1', [form!.id])
  const contact = await makeContact()
  const [first, second] = [await linkOf(contact.id), await linkOf(contact.id)]
  const draft = newKey()
  await call('save-form-draft', filling(person(), { key: draft, link: second, revision: 0 }))
  const stateOf = async (brought: object) =>
    (await call('open-form', { formId: 'bdika', ...brought })).body['personal'] as { state: string } | undefined
  expect(await stateOf({ link: second })).toMatchObject({ state: 'open' })
  expect((await call('submit-form', filling(person(), { link: first }))).status).toBe(200)
  expect(await stateOf({ link: second })).toEqual({ state: 'answered', entries: {} })
  expect(await stateOf({ key: draft })).toEqual({ state: 'answered', entries: {} })
  expect(await stateOf({ link: first })).toEqual({ state: 'used', entries: {} })
  await db.sql('update forms set once_per_person = false where id = $1', [form!.id])
  expect(await stateOf({ link: second })).toMatchObject({ state: 'open' })
})
