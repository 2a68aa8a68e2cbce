import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { rateAnswer } from './faq-feedback.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const server = createFunctions({
  pool: db.authenticator,
  functions: [rateAnswer],
  log: pino({ level: 'silent' }),
})
let requestCount = 0
const rate = (question: string, hasHelped: boolean) =>
  server.invoke(
    'rate-answer',
    { question, hasHelped },
    { caller: { claims: as.visitor }, ip: `203.0.113.${requestCount++}` },
  )
const ratings = () => db.sql('select question, helped, missed from answer_ratings order by question')

const list = ['כמה זה עולה?', '100% _החזר_?', 'מה זה {{productName}}?'].map((question) => ({ question, answer: 'א' }))
await db.sql(`insert into pages (path, label, version) values ('/faq', 'שאלות', 1) on conflict do nothing`)
await db.sql(
  `with said as (insert into page_versions (path, number, blocks) values ('/faq', 900, $1) returning id)
   update pages set published_version_id = said.id, published_at = now() from said where path = '/faq'`,
  [JSON.stringify([{ id: 'a', kind: 'questions', content: { title: 'נושא', list } }])],
)
beforeEach(() => db.sql('delete from answer_ratings'))

test('a rating is counted under its published question, and an unknown question is refused', async () => {
  await rate('כמה זה עולה?', true)
  await rate('כמה זה עולה?', false)
  await rate('כמה זה עולה?', false)
  await rate('100% _החזר_?', true)
  for (const question of ['שאלה אחרת?', '100X YהחזרY?', '%', 'כמה זה עולה', "' or true --"])
    await expect(rate(question, true), question).rejects.toMatchObject({ code: 'answer_gone', status: 404 })
  expect(await ratings()).toEqual([
    { question: '100% _החזר_?', helped: 1, missed: 0 },
    { question: 'כמה זה עולה?', helped: 1, missed: 2 },
  ])
})

test("a question with a business placeholder is matched regardless of the placeholder's value", async () => {
  await rate('מה זה \u2068הדרך לרווח\u2069?', true)
  expect(await ratings()).toEqual([{ question: 'מה זה {{productName}}?', helped: 1, missed: 0 }])
})

test('an unpublished question cannot be rated', async () => {
  await db.sql(`update pages set published_version_id = null, published_at = null where path = '/faq'`)
  await expect(rate('כמה זה עולה?', true)).rejects.toMatchObject({ code: 'answer_gone' })
  await db.sql(
    `update pages p set published_version_id = v.id, published_at = now() from page_versions v where p.path = '/faq' and v.number = 900`,
  )
})

test.each([
  ['an empty body', {}],
  ['an empty question', { question: '', hasHelped: true }],
  ['a question over 200 characters', { question: 'א'.repeat(201), hasHelped: true }],
  ['a rating that is not a boolean', { question: 'כמה זה עולה?', hasHelped: 'maybe' }],
])('%s is refused', async (_, input) => {
  const refused = server.invoke('rate-answer', input, { caller: { claims: as.visitor }, ip: '203.0.113.200' })
  await expect(refused).rejects.toMatchObject({ status: 422 })
})

test('site editors can read and reset ratings; no client role can write them directly', async () => {
  const actors = 'owner admin content'
  await rate('כמה זה עולה?', true)
  expect(await whoMay(db, as, 'select from answer_ratings')).toBe(actors)
  expect(await whoMay(db, as, 'delete from answer_ratings returning question')).toBe(actors)
  expect(await whoMay(db, as, `update answer_ratings set helped = 9 returning question`)).toBe('no role')
  expect(await whoMay(db, as, `insert into answer_ratings (question) values ('א') returning question`)).toBe('no role')
  expect(await whoMay(db, as, `select rate_answer('כמה זה עולה?', true)`)).toBe('no role')
})
