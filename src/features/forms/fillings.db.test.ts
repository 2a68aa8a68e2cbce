import { expect, test } from 'vitest'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { recordConsent } from '#features/leads/record-consent.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { testDatabase } from '../../../test/database.ts'
import { makeForm, newKey } from '../../../test/form-filler.ts'
import { noteAbandonedForms } from './abandoned-forms.server.ts'
import { sampleForm } from './sample-form.fixture.ts'

const db = await testDatabase()
const { call, publish, change, filling, stored, person, submissionsOf, contactOf, marketingId, seal } = await makeForm(db) // prettier-ignore

test('a partial submission is continued with its key, and a save from another device is refused as a conflict', async () => {
  const key = newKey()
  const draft = (entries: object, revision: number, more = {}) =>
    call('save-form-draft', filling(entries, { key, revision, page: 'more', ...more }))
  expect((await draft({ name: 'נועה' }, 0)).body).toEqual({ revision: 1 })
  const opened = await call('open-form', { formId: 'bdika', key })
  expect(opened.body['filling']).toEqual({ entries: { name: 'נועה' }, page: 'more', revision: 1 })
  expect((await draft({ name: 'נועה ל' }, 1)).body).toEqual({ revision: 2 })
  const late = await draft({ name: 'אחר' }, 1)
  expect([late.status, late.body['code']]).toEqual([409, 'draft_elsewhere'])
  expect((await draft({ name: 'אחר' }, 1, { force: true })).body).toEqual({ revision: 3 })
  expect((await call('open-form', { formId: 'bdika', key: newKey() })).body['code']).toBe('draft_not_found')
  await call('submit-form', filling(person(), { key }))
  expect((await draft({ name: 'נועה' }, 3)).body['code']).toBe('already_sent')
})

test('a partial submission retains its form version when a new version is published', async () => {
  const visitor = person()
  const key = newKey()
  await call('save-form-draft', filling(visitor, { key, revision: 0 }))
  const [{ version }] = (await db.sql<{ version: number }>(`select current_version as version from forms where public_id = 'bdika'`)) as [{ version: number }] // prettier-ignore
  const shorter = { ...sampleForm, pages: [sampleForm.pages[0]!], endings: [{ key: 'short', title: 'קצר' }] }
  expect((await publish(shorter)).body).toEqual({ version: version + 1 })
  const opened = await call('open-form', { formId: 'bdika', key })
  expect([opened.body['version'], opened.body['isOutdated']]).toEqual([1, true])
  expect((await call('submit-form', filling({ ...visitor, calm: '5' }, { key }))).body['ending']).toMatchObject({
    key: 'calm',
  })
  expect((await submissionsOf(visitor.email))[0]).toMatchObject({ form_version: 1, ending_key: 'calm' })
  // A repeated request returns the ending of the submitted version.
  expect((await call('submit-form', filling({}, { key, version: version + 1 }))).body['ending']).toMatchObject({
    key: 'calm',
  })
})

test('published versions and completed submissions are immutable', async () => {
  await expect(db.sql(`update form_versions set definition = '{}'`)).rejects.toThrow('form_version_is_final')
  await expect(db.sql(`delete from form_versions`)).rejects.toThrow('form_version_is_final')
  const visitor = person()
  await call('submit-form', filling(visitor))
  await expect(
    db.sql(`update form_submissions set answers = '{}' where id = $1`, [
      (await submissionsOf(visitor.email))[0]!['id'],
    ]),
  ).rejects.toThrow('submission_is_final')
})

test('a closed, scheduled or full form returns its state, and an existing partial submission can still be saved', async () => {
  const key = newKey()
  await call('save-form-draft', filling(person(), { key, revision: 0 }))
  for (const [set, code, state] of [
    [`status = 'closed'`, 'form_closed', 'closed'],
    [`status = 'published', closes_at = now()`, 'form_closed', 'closed'],
    [`closes_at = null, opens_at = now() + interval '1 hour'`, 'form_not_yet_open', 'not_yet_open'],
    [`opens_at = null, most_submissions = 1`, 'form_full', 'full'],
  ] as const) {
    await change(set)
    expect((await call('submit-form', filling(person(), { key }))).body['code']).toBe(code)
    expect((await call('open-form', { formId: 'bdika' })).body['state']).toBe(state)
    expect((await call('save-form-draft', filling(person(), { revision: 0 }))).body['code']).toBe(code)
    expect((await call('save-form-draft', filling(person(), { key, revision: 1, force: true }))).status).toBe(200)
  }
  await change('most_submissions = null')
})

test('of concurrent submissions at the submission limit one succeeds', async () => {
  const [{ n }] = (await db.sql<{ n: number }>(`select count(*)::int as n from form_submissions where status = 'complete'`)) as [{ n: number }] // prettier-ignore
  await change(`most_submissions = ${n + 1}`)
  const answers = await Promise.all([1, 2, 3].map(() => call('submit-form', filling(person()))))
  expect(answers.filter(({ body }) => body['code'] === 'form_full')).toHaveLength(2)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await change('most_submissions = null')
})

test('a form with once_per_person refuses a second submission', async () => {
  await change('once_per_person = true')
  const visitor = person()
  const answers = await Promise.all([1, 2].map(() => call('submit-form', filling(visitor))))
  expect(answers.map(({ body }) => body['code'])).toContain('already_answered')
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await change('once_per_person = false')
})

test('a file is stored only if its content matches its name, and only its submission can reference it', async () => {
  const key = newKey()
  const upload = (name: string, content: string | Uint8Array, more = {}) =>
    call('upload-form-file', { formId: 'bdika', version: 1, key, field: 'paper', file: new File([content as BlobPart], name), ...more }) // prettier-ignore
  expect((await upload('slip.pdf', '<html>')).body['code']).toBe('file_type_mismatch')
  expect((await upload('run.exe', 'MZ')).body['code']).toBe('file_type_unknown')
  expect((await upload('slip.pdf', '')).body['code']).toBe('file_empty')
  expect((await upload('slip.pdf', '%PDF-1.7', { field: 'name' })).body['code']).toBe('file_type_unknown')
  expect((await upload('slip.pdf', new Uint8Array(10 * 1024 * 1024 + 1))).body['code']).toBe('file_too_large')
  const { body } = await upload('תלוש.pdf', '%PDF-1.7 dana')
  expect(stored.get(String(body['id']))?.toString()).toBe('%PDF-1.7 dana')
  const visitor = person()
  const named = { ...visitor, paper: body['id'], 'paper.name': 'תלוש.pdf', 'paper.bytes': String(body['bytes']) }
  const foreign = await call('submit-form', filling(named))
  expect(foreign.body['fields']).toEqual({ paper: 'הקובץ לא נמצא. יש לצרף אותו שוב' })
  await upload('spare.csv', 'a,b')
  expect((await call('submit-form', filling(named, { key }))).status).toBe(200)
  expect(await db.sql('select name, mime_type from form_files')).toEqual([
    { name: 'תלוש.pdf', mime_type: 'application/pdf' },
  ])
})

test('the form without JavaScript posts page by page, skips validation on going back, and preserves answers of other pages', async () => {
  const key = newKey()
  const step = (page: string, entries: object, revision: number, more = {}) =>
    call('post-form-step', filling(entries, { key, page, revision, shown: shownOn[page], ...more }))
  const shownOn: Record<string, string> = {
    who: 'name,phone,email,news',
    more: 'couple,income,goal,birth,address,calm,paper',
  }
  const visitor = person()
  const wrong = await step('who', { ...visitor, phone: '' }, 0)
  expect([wrong.status, wrong.body['fields']]).toEqual([422, { phone: 'שדה חובה' }])
  expect((await step('who', visitor, 0)).body).toEqual({ page: 'more' })
  expect((await step('more', { couple: 'yes', goal: 'רכב' }, 1, { step: 'back' })).body).toEqual({ page: 'who' })
  // A save from an outdated revision is refused.
  expect((await step('who', visitor, 1)).body['code']).toBe('draft_elsewhere')
  expect((await step('who', { ...visitor, news: 'on' }, 2)).body).toEqual({ page: 'more' })
  const file = new File(['%PDF-1.7'], 'slip.pdf')
  const last = { couple: 'no', calm: '2' }
  // An answer that makes another question visible does not advance to the next page.
  expect((await step('more', { couple: 'yes' }, 3)).body).toEqual({ page: 'more', why: 'more' })
  expect((await step('more', last, 4, { consentTextId: marketingId, file })).body).toEqual({ page: null })
  expect((await step('more', last, 4)).body).toEqual({ page: null })
  const [row] = await submissionsOf(visitor.email)
  expect(row!['answers']).toMatchObject({
    name: visitor.name,
    news: true,
    couple: false,
    calm: 2,
    paper: { name: 'slip.pdf' },
  })
  expect(row!['answers']).not.toHaveProperty('goal')
  expect((await call('open-form', { formId: 'bdika', key })).body['ending']).toEqual({ key: 'thanks', title: 'תודה' })
})

test('an abandoned form writes one event, and only with an address and ticked consent', async () => {
  const [silent, agreed] = [person(), person()]
  await call('save-form-draft', filling(silent, { revision: 0 }))
  await call('save-form-draft', filling({ ...agreed, news: 'on' }, { revision: 0, consentTextId: marketingId }))
  const note = () =>
    inTransaction(db.authenticator, { role: 'service_role' }, (own) => noteAbandonedForms(own, { seal, matchContact, recordConsent })) // prettier-ignore
  expect(await note()).toBe(0)
  await db.sql(`update form_submissions set last_at = now() - interval '31 minutes' where status = 'partial'`)
  expect(await note()).toBe(1)
  expect(await note()).toBe(0)
  const contact = (await contactOf(agreed.email))!
  expect(await db.sql(`select count(*)::int as n from domain_events where type = 'form.abandoned' and contact_id = $1`, [contact.id])).toEqual([{ n: 1 }]) // prettier-ignore
  expect(await contactOf(silent.email)).toBeUndefined()
})
