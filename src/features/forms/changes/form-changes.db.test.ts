// Changes of a submission by its author: previous answers are preserved, and no row is created twice.
import { expect, test } from 'vitest'
import { resealAll } from '#platform/sealing/reseal.server.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { testDatabase } from '../../../../test/database.ts'
import { makeForm, newKey } from '../../../../test/form-filler.ts'
import { sampleFields, sampleForm } from '../sample-form.fixture.ts'
import { sealedAnswers, sealedChangeDrafts, sealedFormerAnswers } from '../submission-store.server.ts'

const db = await testDatabase()
const { as, ids, call, callAs, publish, change, filling, person, submissionsOf, contactOf, seal, sealingKey, marketingId } = await makeForm(db) // prettier-ignore
await change('allows_changes = true')

const calm = { couple: 'no', calm: '5' }
async function send(more: object = {}, brought: object = {}) {
  const [who, key] = [person(), newKey()]
  const entries: Record<string, string> = { ...who, ...calm, ...more }
  const { status } = await call('submit-form', filling(entries, { key, ...brought }))
  expect(status).toBe(200)
  return { who, key, entries, id: String((await submissionsOf(who.email))[0]!['id']) }
}
const resend = (key: string, entries: object, more: object = {}) =>
  call('submit-form', filling(entries, { key, change: 0, ...more }))
const rowOf = async (id: string) =>
  (await db.sql<Record<string, unknown>>('select * from form_submissions where id = $1', [id]))[0]!
const formerOf = (id: string) =>
  db.sql<{ number: number; answers: Record<string, unknown> }>('select number, answers from form_former_answers where submission_id = $1 order by number', [id]) // prettier-ignore

test('a changed answer replaces the submitted one, which is stored with its time and encrypted if sensitive', async () => {
  const { key, entries, id } = await send({ income: '9,000', goal: 'רכב' })
  const opened = await call('open-form', { formId: 'bdika', key, change: true })
  expect(opened.body).toMatchObject({ change: 0, filling: { entries: { goal: 'רכב', income: '9000' }, revision: 0 } })
  expect(opened.body).not.toHaveProperty('ending')
  const { status, body } = await resend(key, { ...entries, goal: 'דירה', income: '9,500', calm: '2' })
  expect([status, body['ending']]).toEqual([200, { key: 'thanks', title: 'תודה' }])
  expect(await rowOf(id)).toMatchObject({ answers: { goal: 'דירה', calm: 2 }, score: '2', ending_key: 'thanks', change_count: 1, changed_at: expect.any(Date) }) // prettier-ignore
  expect(await formerOf(id)).toMatchObject([{ number: 1, answers: { goal: 'רכב', calm: 5 } }])
  expect(JSON.stringify(await db.sql('select to_jsonb(f) from form_former_answers f'))).not.toContain('900000')
  const read = await callAs(as.owner, 'read-form-answers', { id })
  expect(read.body).toMatchObject({ answers: { income: 950_000 }, former: [{ answers: { income: 900_000, goal: 'רכב' } }] }) // prettier-ignore
  const bySales = await callAs(as.sales, 'read-form-answers', { id })
  expect(bySales.body['former']).toMatchObject([{ answers: { goal: 'רכב' } }])
  expect(JSON.stringify(bySales.body)).not.toContain('900000')
  const receipt = await call('open-form', { formId: 'bdika', key })
  expect(receipt.body).toMatchObject({ allowsChanges: true, changedAt: expect.any(String), ending: { key: 'thanks' } })
})

test('twenty concurrent identical changes count as one and create no second contact, opportunity, event or message', async () => {
  await change('opens_opportunity = true')
  const { who, key, entries, id } = await send()
  const countsOf = async () =>
    (await db.sql(
      `select (select count(*) from contacts)::int as contacts, (select count(*) from opportunities)::int as opportunities,
         (select count(*) from form_submissions)::int as submissions, (select count(*) from scheduled_messages)::int as messages,
         (select count(*) from domain_events where type like 'form.%')::int as events, (select count(*) from consents)::int as consents`))[0] // prettier-ignore
  const before = await countsOf()
  const changed = { ...entries, goal: 'דירה', news: 'on', email: `other-${who.email}` }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => resend(key, changed, { consentTextId: marketingId })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await formerOf(id)).toHaveLength(1)
  expect(await countsOf()).toEqual(before)
  expect((await rowOf(id))['answers']).not.toHaveProperty('news')
  const lines = await db.sql(`select type from activities where related_id = $1 order by happened_at`, [id])
  expect(lines).toEqual([{ type: 'form.submitted' }, { type: 'form.changed' }])
  expect(await db.sql(`select p.value_norm from contact_points p where p.contact_id = $1 and p.kind = 'email'`, [(await contactOf(who.email))!.id])).toEqual([{ value_norm: who.email }]) // prettier-ignore
  await change('opens_opportunity = false')
})

test('only changed answers are saved again, by the policy of their field', async () => {
  await change('opens_opportunity = true')
  const { who, key, entries } = await send({ income: '9,000', goal: 'רכב', birth: '1.2.1985' })
  const contact = (await contactOf(who.email))!
  await db.sql(`update contacts set first_name = 'שם', last_name = 'אחר' where id = $1`, [contact.id])
  await db.sql(`update opportunities set custom = '{"goal": "של הצוות"}' where contact_id = $1`, [contact.id])
  const goal = async () =>
    (await db.sql<{ goal: string }>(`select custom ->> 'goal' as goal from opportunities where contact_id = $1`, [contact.id]))[0]!.goal // prettier-ignore
  await resend(key, { ...entries, birth: '3.3.1990', income: '1' })
  expect(await goal()).toBe('של הצוות')
  expect((await contactOf(who.email))!.income).toBe('900000')
  expect(
    await db.sql(
      `select first_name, to_char(birth_date, 'YYYY') as year, count(*) over ()::int as many from contacts where id = $1`,
      [contact.id],
    ),
  ).toEqual([{ first_name: 'שם', year: '1985', many: 1 }])
  await resend(key, { ...entries, birth: '3.3.1990', income: '1', goal: 'דירה' }, { change: 1 })
  expect(await goal()).toBe('דירה')
  await change('opens_opportunity = false')
})

test("changes require the owner's setting, an open form, and the key of the submission", async () => {
  const { key, entries, id } = await send()
  const changed = { ...entries, goal: 'דירה' }
  const codeOf = async () => (await resend(key, changed)).body['code']
  await change('allows_changes = false')
  expect(await codeOf()).toBe('changes_not_allowed')
  expect((await call('open-form', { formId: 'bdika', key, change: true })).body).toMatchObject({ allowsChanges: false, ending: {} }) // prettier-ignore
  await change(`allows_changes = true, status = 'closed'`)
  expect(await codeOf()).toBe('form_closed')
  await change(`status = 'published'`)
  const mailed = newKey()
  await db.sql('insert into form_resume_keys (key_hash, submission_id) values (link_hash($1), $2)', [mailed, id])
  expect((await resend(mailed, changed)).body['code']).toBe('changes_not_allowed')
  const byMail = await call('open-form', { formId: 'bdika', key: mailed, change: true })
  expect(JSON.stringify(byMail.body)).not.toContain(entries['phone'])
  expect((await resend(newKey(), changed)).body['code']).toBe('changes_not_allowed')
  expect((await rowOf(id))['change_count']).toBe(0)
  // The form is full: a change does not count against the limit.
  await change(
    `most_submissions = (select count(*) from form_submissions where status = 'complete' and form_id = forms.id)`,
  )
  expect((await resend(key, changed)).status).toBe(200)
  await change('most_submissions = null')
})

test('changes do not count against a single-use link or once_per_person, and are refused once the link is revoked', async () => {
  await change('once_per_person = true')
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name, source) values ('רות', 'אתר') returning id`) // prettier-ignore
  const link = newKey()
  await db.sql(`insert into form_links (form_id, contact_id, token_hash, is_single_use) select id, $1, link_hash($2), true from forms where public_id = 'bdika'`, [contact!.id, link]) // prettier-ignore
  const [key, entries] = [newKey(), person()]
  expect((await call('submit-form', filling(entries, { key, link }))).status).toBe(200)
  expect((await resend(key, { ...entries, goal: 'דירה' }, { link })).status).toBe(200)
  expect(await db.sql('select answers ->> $2 as goal from form_submissions where contact_id = $1', [contact!.id, 'goal'])).toEqual([{ goal: 'דירה' }]) // prettier-ignore
  await db.sql('update form_links set is_single_use = false, revoked_at = now() where contact_id = $1', [contact!.id])
  expect((await resend(key, { ...entries, goal: 'רכב' }, { change: 1 })).body['code']).toBe('form_link_revoked')
  expect((await call('open-form', { formId: 'bdika', key, change: true })).body).toMatchObject({ allowsChanges: false })
  await change('once_per_person = false')
})

test('a change from a second window is refused, and the answers of both windows are preserved', async () => {
  const { key, entries, id } = await send()
  expect((await call('save-form-draft', filling({ ...entries, goal: 'א' }, { key, change: 0, revision: 0 }))).body).toEqual({ revision: 1 }) // prettier-ignore
  const stale = await call('save-form-draft', filling({ ...entries, goal: 'ב' }, { key, change: 0, revision: 0 }))
  expect(stale.body['code']).toBe('draft_elsewhere')
  expect((await call('open-form', { formId: 'bdika', key, change: true })).body['filling']).toMatchObject({ entries: { goal: 'א' }, revision: 1 }) // prettier-ignore
  expect((await resend(key, { ...entries, goal: 'א' })).status).toBe(200)
  expect((await resend(key, { ...entries, goal: 'ב' })).body['code']).toBe('answers_changed')
  expect(await rowOf(id)).toMatchObject({ answers: { goal: 'א' }, change_count: 1 })
  expect(await db.sql('select from form_change_drafts where submission_id = $1', [id])).toEqual([])
})

test('the database refuses a change without a matching record of the previous answers', async () => {
  const { id } = await send()
  const change = `update form_submissions set answers = '{}', change_count = change_count + 1, changed_at = now() where id = $1`
  await expect(db.sql(change, [id])).rejects.toThrow('submission_is_final')
  await db.sql(
    `insert into form_former_answers (submission_id, number, answers, given_at) values ($1, 1, '{"goal": "זר"}', now())`,
    [id],
  )
  await expect(db.sql(change, [id])).rejects.toThrow('submission_is_final')
})

test('a file replaced by a change stays with the previous answers, and a file that was never submitted is deleted', async () => {
  const [visitor, key] = [person(), newKey()]
  const upload = async (name: string, more: object = {}) =>
    String((await call('upload-form-file', { formId: 'bdika', version: 1, key, field: 'paper', file: new File(['%PDF-1.7'], name), ...more })).body['id']) // prettier-ignore
  const withFile = (file: string, name: string) => ({ ...visitor, paper: file, 'paper.name': name, 'paper.bytes': '8' })
  const first = await upload('a.pdf')
  expect((await call('submit-form', filling(withFile(first, 'a.pdf'), { key }))).status).toBe(200)
  const unsent = await upload('b.pdf', { change: 0 })
  const second = await upload('c.pdf', { change: 0 })
  expect((await resend(key, withFile(second, 'c.pdf'))).status).toBe(200)
  const rows = await db.sql<{ id: string }>('select id from form_files where id = any ($1)', [[first, unsent, second]])
  expect(rows.map((row) => row.id).toSorted()).toEqual([first, second].toSorted())
})

test('a file of a sensitive question that a change replaced stays with the previous answers', async () => {
  const more = { key: 'more', groups: [{ key: 'home', fields: [{ ...sampleFields.paper, sensitive: true }] }] }
  const endings = [{ key: 'short', title: 'קצר' }]
  const { version } = (await publish({ ...sampleForm, pages: [sampleForm.pages[0], more], endings })).body
  const [visitor, key] = [person(), newKey()]
  const upload = async (name: string, brought: object = {}) =>
    String((await call('upload-form-file', { formId: 'bdika', version, key, field: 'paper', file: new File(['%PDF-1.7'], name), ...brought })).body['id']) // prettier-ignore
  const withFile = (file: string, name: string) => ({ ...visitor, paper: file, 'paper.name': name, 'paper.bytes': '8' })
  const first = await upload('a.pdf')
  expect((await call('submit-form', filling(withFile(first, 'a.pdf'), { key, version }))).status).toBe(200)
  const second = await upload('b.pdf', { change: 0 })
  expect((await resend(key, withFile(second, 'b.pdf'), { version })).status).toBe(200)
  const rows = await db.sql<{ id: string }>('select id from form_files where id = any ($1)', [[first, second]])
  expect(rows.map((row) => row.id).toSorted()).toEqual([first, second].toSorted())
})

test('previous answers are readable with their submission, survive a key rotation, and are erased with the contact', async () => {
  const { who, key, entries, id } = await send({ income: '9,000' })
  await resend(key, { ...entries, income: '9,500' })
  await call('save-form-draft', filling(entries, { key, change: 1, revision: 0 }))
  const contact = (await contactOf(who.email))!
  const seen = (reader: (typeof as)['owner']) => db.as(reader, 'select number from form_former_answers where submission_id = $1', [id]) // prettier-ignore
  expect([await seen(as.owner), await seen(as.sales), await seen(as.coach)]).toEqual([[{ number: 1 }], [{ number: 1 }], []]) // prettier-ignore
  await db.sql('update contacts set owner_id = $2 where id = $1', [contact.id, ids.coach])
  expect(await seen(as.coach)).toEqual([{ number: 1 }])
  await expect(db.as(as.owner, 'select sealed from form_former_answers')).rejects.toThrow('permission denied')
  const rotated = makeSealingKey()
  const columns = [sealedAnswers, sealedFormerAnswers, sealedChangeDrafts]
  await resealAll(db.owner, createSealing([rotated, sealingKey]), columns)
  const [row] = await db.sql<{ sealed: Buffer }>('select sealed from form_former_answers where submission_id = $1', [id]) // prettier-ignore
  expect(createSealing([rotated])(sealedAnswers.purpose).open(id, row!.sealed)).toEqual({ income: 900_000 })
  await resealAll(db.owner, createSealing([sealingKey, rotated]), columns)
  expect(seal.open(id, (await db.sql<{ sealed: Buffer }>('select sealed from form_former_answers where submission_id = $1', [id]))[0]!.sealed)).toEqual({ income: 900_000 }) // prettier-ignore
  await db.as(as.owner, 'select forget_person($1, (select version from contacts where id = $1))', [contact.id])
  expect(await formerOf(id)).toEqual([])
})
