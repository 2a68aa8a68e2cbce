import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { makeForm } from '../../../test/form-filler.ts'
import { sampleForm } from './sample-form.fixture.ts'

const db = await testDatabase()
const { as, call, filling, person, publish } = await makeForm(db)
const formId = (await db.sql<{ id: string }>(`select id from forms where public_id = 'bdika'`))[0]!.id
const day = "(now() at time zone 'Asia/Jerusalem')::date"

await call('submit-form', filling({ ...person(), couple: 'no', calm: '4', income: '9,000' }))
await call('submit-form', filling({ ...person(), couple: 'yes', partner: 'יואב', calm: '4' }))
await call('save-form-draft', filling(person(), { revision: 0, page: 'more' }))

test('progress counts the submissions of the period, and the step at which unfinished ones stopped', async () => {
  const progress = async (from: string, to: string) =>
    (
      await db.as(as.owner, `select starts::int, submissions::int, stopped from form_progress($1, ${from}, ${to})`, [
        formId,
      ])
    )[0]
  expect(await progress(day, day)).toEqual({ starts: 3, submissions: 2, stopped: { more: 1 } })
  expect(await progress(`${day} - 9`, `${day} - 1`)).toEqual({ starts: 0, submissions: 0, stopped: {} })
})

test('values are counted for the requested questions, and never for sensitive answers', async () => {
  const rows = await db.as<{ field_key: string }>(
    as.owner,
    `select field_key, answered::int, amounts from form_answer_counts($1, ${day}, ${day}, array['couple', 'calm', 'income'], '{}')`,
    [formId],
  )
  const counts = Object.fromEntries(rows.map(({ field_key: key, ...row }) => [key, row]))
  expect(counts).toMatchObject({
    couple: { answered: 2, amounts: { true: 1, false: 1 } },
    calm: { answered: 2, amounts: { 4: 2 } },
    name: { answered: 2, amounts: {} },
  })
  expect(counts).not.toHaveProperty('income')
})

test('ranking options are counted by rank', async () => {
  const options = [{ key: 'a', label: 'דירה' }, { key: 'b', label: 'רכב' }] // prettier-ignore
  const definition = { ...sampleForm, pages: [{ key: 'all', groups: [{ key: 'all', fields: [{ kind: 'ranking', key: 'first', label: 'מה קודם?', options }] }] }], endings: [{ key: 'end', title: 'תודה' }] } // prettier-ignore
  expect((await publish(definition, 'ranked')).status).toBe(200)
  const [ranked] = await db.sql<{ id: string }>(`select id from forms where public_id = 'ranked'`)
  for (const entries of [
    { 'first.a': '1', 'first.b': '2' },
    { 'first.a': '2', 'first.b': '1' },
    { 'first.a': '1', 'first.b': '2' },
  ])
    // prettier-ignore
    expect((await call('submit-form', { ...filling(entries), formId: 'ranked' })).status).toBe(200)
  const [row] = await db.as(as.owner, `select amounts from form_answer_counts($1, ${day}, ${day}, array['first'], array['first'])`, [ranked!.id]) // prettier-ignore
  expect(row).toEqual({ amounts: { 'a:1': 2, 'a:2': 1, 'b:1': 1, 'b:2': 2 } })
})

test('the median time of a question ignores drafts and unanswered questions', async () => {
  const times = (seconds: object) => ({ seconds: { ...seconds, wish: 4, unknown: 2, constructor: 3 } })
  for (const seconds of [3, 5, 40])
    await call('submit-form', filling({ ...person(), couple: 'no' }, times({ name: seconds })))
  await call('save-form-draft', filling(person(), { revision: 0, page: 'more', ...times({ name: 900 }) }))
  const rows = () => db.as(as.owner, `select field_key, measured::int, median_seconds from form_question_times($1, ${day}, ${day})`, [formId]) // prettier-ignore
  expect(await rows()).toEqual([{ field_key: 'name', measured: 3, median_seconds: 5 }])
  expect(await db.as(as.owner, `select median_seconds from form_progress($1, ${day}, ${day})`, [formId])).toEqual([{ median_seconds: 5 }]) // prettier-ignore
  for (const seconds of [{ name: 1e9 }, { name: 'רגע' }, 'רגע'])
    expect(await call('submit-form', filling({ ...person(), couple: 'no' }, { seconds }))).toMatchObject({
      status: 200,
    })
  expect(await rows()).toEqual([{ field_key: 'name', measured: 3, median_seconds: 5 }])
})

test('question times must be numbers and are immutable after submission', async () => {
  const rows = await db.sql<{ id: string }>(`select id from form_submissions where status = 'complete' limit 1`)
  const set = (seconds: string) =>
    db.sql('update form_submissions set question_seconds = $2 where id = $1', [rows[0]!.id, seconds])
  await expect(set('{"name": 5}')).rejects.toMatchObject({ message: 'submission_is_final' })
  await expect(db.sql(`insert into form_submissions (form_id, form_version, key_hash, status, question_seconds) select $1, 1, repeat('a', 64), 'partial', '{"name": "דנה"}'`, [formId])).rejects.toMatchObject({ constraint: 'question_seconds_are_numbers' }) // prettier-ignore
})

test('statistics include only submissions that the caller may read', async () => {
  const seen = async (claims: (typeof as)['owner']) =>
    (await db.as(claims, `select starts::int from form_progress($1, ${day}, ${day})`, [formId]))[0]
  expect(await seen(as.sales)).toEqual({ starts: 10 })
  expect(await seen(as.coach)).toEqual({ starts: 0 })
})

test('only https origins may embed a form', async () => {
  const allow = (origins: string[]) =>
    db.as(as.owner, 'update forms set allowed_origins = $2 where id = $1', [formId, origins])
  await allow(['https://example.com', 'https://shop.example.com:8443'])
  for (const origin of ['https://a.com; script-src *', 'http://example.com', '*', 'https://*.example.com'])
    await expect(allow([origin])).rejects.toMatchObject({ constraint: 'form_origin_invalid' })
})
