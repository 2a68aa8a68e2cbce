import { expect, test } from 'vitest'
import { resealAll } from '#platform/sealing/reseal.server.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { testDatabase } from '../../../test/database.ts'
import { makeForm } from '../../../test/form-filler.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { exportFormAnswers } from './export-answers.server.ts'
import { sealedAnswers } from './submission-store.server.ts'

const db = await testDatabase()
const { as, ids, call, callAs, filling, person, submissionsOf, contactOf, seal, sealingKey } = await makeForm(db) // prettier-ignore
const { call: request, tokens } = await testKernel(db, { functions: [exportFormAnswers(seal)] })

const formId = (await db.sql<{ id: string }>(`select id from forms where public_id = 'bdika'`))[0]!.id
async function submit(who = person(), more: object = {}) {
  await call('submit-form', filling({ ...who, income: '9,000', ...more }))
  return { who, id: String((await submissionsOf(who.email))[0]!['id']) }
}

test('sensitive answers are visible to owners, admins and the coach of the contact, not to sales', async () => {
  const { who, id } = await submit()
  const contact = (await contactOf(who.email))!
  await db.sql('update contacts set owner_id = $2 where id = $1', [contact.id, ids.coach])
  for (const reader of [as.owner, as.admin, as.coach]) {
    const { body } = await callAs(reader, 'read-form-answers', { id })
    expect(body).toMatchObject({ answers: { name: who.name, income: 900_000 }, hidden: [] })
  }
  const { body } = await callAs(as.sales, 'read-form-answers', { id })
  expect(body['hidden']).toEqual(['income'])
  expect(body['answers']).not.toHaveProperty('income')
  for (const reader of [as.sales, as.coach])
    expect(await db.as(reader, 'select * from sealed_form_answers(array[$1]::uuid[])', [id])).toEqual([])
  expect(await db.as(as.sales, 'select * from open_form_answers($1)', [id])).toEqual([])
})

test('after a key rotation sensitive answers and drafts are decrypted with the new key only', async () => {
  const { id } = await submit()
  await call('save-form-draft', filling({ ...person(), income: '8,000' }, { revision: 0, page: 'more' }))
  const newKey = makeSealingKey()
  await resealAll(db.owner, createSealing([newKey, sealingKey]), [sealedAnswers])
  const rows = await db.sql<{ submission_id: string; sealed: Buffer }>('select submission_id, sealed from form_sealed_answers') // prettier-ignore
  const opened = new Map(rows.map((row) => [row.submission_id, createSealing([newKey])(sealedAnswers.purpose).open(row.submission_id, row.sealed)])) // prettier-ignore
  expect(opened.get(id)).toEqual({ income: 900_000 })
  expect(JSON.stringify([...opened.values()])).toContain('8,000')
  expect([...opened.values()]).not.toContain(undefined)
  expect(rows.map((row) => seal.open(row.submission_id, row.sealed)).filter(Boolean)).toEqual([])
  // Restores the previous key for the tests below.
  await resealAll(db.owner, createSealing([sealingKey, newKey]), [sealedAnswers])
})

test('reading sensitive answers is logged in the audit log; listing submissions, or reading a submission without sensitive answers, is not', async () => {
  const { who, id } = await submit()
  const contact = (await contactOf(who.email))!
  const readsOf = (entity: string) =>
    db.as<{ actor_id: string; contact_id: string; label: string }>(
      as.owner,
      `select actor_id, contact_id, label from audit_log where action = 'read' and entity = 'form_submissions' and entity_id = $1 order by id`,
      [entity],
    )
  await callAs(as.sales, 'read-form-answers', { id })
  await callAs(as.coach, 'read-form-answers', { id })
  await db.as(as.owner, 'select * from form_submissions where id = $1', [id])
  expect(await readsOf(id)).toEqual([])
  for (const reader of [as.owner, as.admin]) await callAs(reader, 'read-form-answers', { id })
  const entry = { contact_id: contact.id, label: 'טופס בדיקה' }
  expect(await readsOf(id)).toEqual([ids.owner, ids.admin].map((actor) => ({ actor_id: actor, ...entry })))
  // Reading the encrypted bytes directly is logged too, and other roles cannot read the log entries.
  await db.as(as.owner, 'select * from open_form_answers($1)', [id])
  expect(await readsOf(id)).toHaveLength(3)
  for (const reader of [as.coach, as.sales])
    expect(await db.as(reader, `select from audit_log where action = 'read'`)).toEqual([])
  const plain = await callAs(as.visitor, 'submit-form', filling(person()))
  expect(plain.status).toBe(200)
  const [other] = await db.sql<{ id: string }>(`select id from form_submissions where not answers ? 'income' order by completed_at desc limit 1`) // prettier-ignore
  await db.sql('delete from form_sealed_answers where submission_id = $1', [other!.id])
  await callAs(as.owner, 'read-form-answers', { id: other!.id })
  expect(await readsOf(other!.id)).toEqual([])
})

test("a coach cannot read submissions of other coaches' contacts", async () => {
  const { id } = await submit()
  const refused = await callAs(as.coach, 'read-form-answers', { id })
  expect([refused.status, refused.body['code']]).toEqual([404, 'submission_not_found'])
})

test('statistics count page views, started submissions and completed ones', async () => {
  const before = async () => (await db.as<Record<string, string>>(as.sales, 'select * from form_figures() where form_id = $1', [formId]))[0]! // prettier-ignore
  const then = await before()
  await db.sql(
    `insert into page_views (at, path, device) values (now(), '/form/bdika', 'phone'), (now(), '/form/other', 'phone')`,
  )
  await call('save-form-draft', filling(person(), { revision: 0, page: 'who' }))
  await submit()
  const now = await before()
  expect([now['views'], now['starts'], now['submissions']].map(Number)).toEqual([
    Number(then['views']) + 1,
    Number(then['starts']) + 2,
    Number(then['submissions']) + 1,
  ])
  expect(await db.as(as.client, 'select * from form_figures()')).toEqual([])
})

test('an export contains all answers, including sensitive ones, and is logged', async () => {
  const { who } = await submit(person(), { goal: 'דירה, "גדולה"' })
  const response = await request('POST', '/functions/v1/export-form-answers', { format: 'csv', formId }, await tokens.sign({ ...as.owner, aud: 'authenticated' }, 600)) // prettier-ignore
  const [head, ...lines] = response.payload.trim().split('\r\n')
  expect(head).toContain('הכנסה')
  const line = lines.find((one) => one.includes(who.email))!
  expect(line).toContain('"דירה, ""גדולה"""')
  expect(line).toMatch(/9,000/)
  const [{ many }] = (await db.sql<{ many: number }>(`select count(*)::int as many from form_submissions where form_id = $1 and status = 'complete'`, [formId])) as [{ many: number }] // prettier-ignore
  expect(lines).toHaveLength(many)
  expect(await db.sql(`select row_count, search from exports where list = 'form_submissions'`)).toEqual([
    { row_count: many, search: formId },
  ])
})

test('each staff member, including the owner of the contact, is notified of a submission once', async () => {
  const { who } = await submit()
  const contact = (await contactOf(who.email))!
  await db.sql('update contacts set owner_id = $2 where id = $1', [contact.id, ids.coach])
  await db.sql('delete from notifications')
  await submit(who)
  const notified = await db.sql<{ user_id: string }>(
    `select user_id from notifications where type = 'form.submitted' and related_entity_id = $1`,
    [contact.id],
  )
  expect(notified.map(({ user_id: user }) => user).toSorted()).toEqual(
    [ids.owner, ids.admin, ids.sales, ids.coach].toSorted(),
  )
})
