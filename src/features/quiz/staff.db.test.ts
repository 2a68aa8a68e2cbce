import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { Refusal } from '#kernel/errors.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { type Claims, inTransaction } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey, type SealFor } from '#platform/sealing/sealing.server.ts'
import { resealAll } from '#platform/sealing/reseal.server.ts'
import { createFunctionList } from '#server/handlers.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testDependencies } from '../../../test/dependencies.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { sealedQuizAnswers } from './attempts.server.ts'
import { financialStage } from './definition/financial-stage.ts'
import { exportQuizResults } from './export-results.server.ts'
import { removeStage } from './editor/draft-edits.ts'
import { seedQuiz } from './seed-quiz.server.ts'

const db = await testDatabase()
const { as, ids } = await makeActors(db)
const firstKey = makeSealingKey()
const sealFor = createSealing([firstKey])
await inTransaction(db.owner, undefined, seedQuiz)
const { call: request, tokens } = await testKernel(db, { functions: [exportQuizResults(sealFor(sealedQuizAnswers.purpose))] }) // prettier-ignore
const [quiz] = await db.sql<{ id: string }>('select id from quizzes')
const quizId = quiz!.id
let callers = 0

function callerWith(own: SealFor) {
  const functions = createFunctionList(testDependencies(undefined, { sealFor: own }))
  const { invoke } = createFunctions({ pool: db.authenticator, functions, log: pino({ level: 'silent' }) })
  return async (claims: Claims, name: string, input: object): Promise<Record<string, unknown>> => {
    callers += 1
    const request = { caller: { claims }, ip: `203.0.${callers >> 8}.${callers & 255}`, userAgent: 'test' }
    return (await invoke(name, input, request).catch((error: unknown) => {
      if (error instanceof Refusal) return { status: error.status, code: error.code, fields: error.fields }
      throw error
    })) as Record<string, unknown>
  }
}
const call = callerWith(sealFor)

/** Answers the questions in order, and submits details if an address is given. Returns the attempt. */
async function fill(points: string, email?: string) {
  const { key } = await call(as.visitor, 'start-quiz', {})
  for (const [i, point] of points.split(' ').entries())
    // oxlint-disable-next-line no-await-in-loop -- in order
    await call(as.visitor, 'answer-quiz', { key, question: `q${i + 1}`, answer: point === '-' ? 'skip' : point, step: 'next' }) // prettier-ignore
  if (points.split(' ').length === 10)
    await call(as.visitor, email ? 'leave-quiz-details' : 'skip-quiz-details', { key, ...(email && { email, name: 'דנה לדוגמה' }) }) // prettier-ignore
  const [attempt] = await db.sql<{ id: string; contact_id: string | null }>(
    'select id, contact_id from quiz_attempts order by started_at desc limit 1',
  )
  return attempt!
}
beforeEach(() => db.sql('delete from quiz_attempts'))

test('answers are visible to owners, admins and the coach of the contact; sales see the result without them', async () => {
  const { id, contact_id: contact } = await fill('4 4 0 1 3 3 1 3 - 3', 'dana@example.com')
  await db.sql('update contacts set owner_id = $2 where id = $1', [contact, ids.coach])
  for (const reader of [as.owner, as.admin, as.coach])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await call(reader, 'read-quiz-answers', { id })).toMatchObject({ answers: { q3: 0, q9: null }, isLost: false }) // prettier-ignore
  expect(await call(as.sales, 'read-quiz-answers', { id })).toEqual({ answers: null, isLost: false })
  expect(await db.as(as.sales, 'select * from sealed_quiz_answers($1)', [id])).toEqual([])
  await db.sql('update contacts set owner_id = null where id = $1', [contact])
  expect(await call(as.coach, 'read-quiz-answers', { id })).toMatchObject({ status: 404, code: 'result_not_found' })
})

test('owners, admins and the coach of the contact can revoke all links to a result and restore them', async () => {
  const { id, contact_id: contact } = await fill('4 4 0 1 3 3 1 3 3 3', 'dana@example.com')
  await db.sql('update contacts set owner_id = $2 where id = $1', [contact, ids.coach])
  const end = (claims: Claims, isRevoked = true) => db.as(claims, 'select set_quiz_links_revoked($1, $2)', [id, isRevoked]) // prettier-ignore
  const open = async () =>
    (await db.sql<{ open: number }>('select count(*) filter (where revoked_at is null)::int as open from quiz_result_links where attempt_id = $1', [id]))[0]!.open // prettier-ignore
  const links = await open()
  expect(links).toBeGreaterThan(0)
  for (const reader of [as.owner, as.admin, as.coach]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await end(reader)
    // oxlint-disable-next-line no-await-in-loop
    expect(await open()).toBe(0)
    // oxlint-disable-next-line no-await-in-loop
    await end(reader, false)
  }
  expect(await open()).toBe(links)
  await expect(end(as.sales)).rejects.toThrow('result_not_found')
  await db.sql('update contacts set owner_id = null where id = $1', [contact])
  await expect(end(as.coach)).rejects.toThrow('result_not_found')
  expect(await open()).toBe(links)
})

test('reading answers is logged in the audit log, also for the coach, and refused reads are not', async () => {
  const { id, contact_id: contact } = await fill('4 4 0 1 3 3 1 3 3 3', 'dana@example.com')
  await db.sql('update contacts set owner_id = $2 where id = $1', [contact, ids.coach])
  for (const reader of [as.sales, as.coach, as.owner])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await call(reader, 'read-quiz-answers', { id })
  const reads = await db.as<{ actor_id: string }>(
    as.owner,
    `select actor_id, contact_id from audit_log where action = 'read' and entity = 'quiz_attempts' and entity_id = $1 order by id`,
    [id],
  )
  expect(reads).toEqual([ids.coach, ids.owner].map((actor) => ({ actor_id: actor, contact_id: contact })))
})

test('after a key rotation answers are decrypted with the new key only', async () => {
  const { id } = await fill('4 4 0 1 3 3 1 3 3 3')
  const newKey = makeSealingKey()
  const both = createSealing([newKey, firstKey])
  expect(await callerWith(both)(as.owner, 'read-quiz-answers', { id })).toMatchObject({ answers: { q3: 0 } })
  expect(await resealAll(db.owner, both, [sealedQuizAnswers])).toBe(1)
  const rotated = callerWith(createSealing([newKey]))
  expect(await rotated(as.owner, 'read-quiz-answers', { id })).toMatchObject({ answers: { q3: 0, q4: 1 } })
  expect(await call(as.owner, 'read-quiz-answers', { id })).toEqual({ answers: null, isLost: true })
})

test('owners and admins publish a valid definition as a new version of the one they edited', async () => {
  const [{ current }] = (await db.sql<{ current: number }>('select current_version as current from quizzes')) as [{ current: number }] // prettier-ignore
  const definition = structuredClone(financialStage)
  definition.stages.push({ ...definition.stages[4]!, id: 6, slug: 'more', name: 'עוד', from: 39 })
  const refused = structuredClone(definition)
  refused.stages[2]!.from = 9
  expect(await call(as.owner, 'publish-quiz', { id: quizId, edited: current, definition: refused })).toMatchObject({
    status: 422,
    code: 'quiz_invalid',
    fields: { 'stages.2.from': expect.stringContaining('מעל') },
  })
  await db.sql(`update quizzes set status = 'paused'`)
  await db.sql(`update quizzes set status = 'published'`)
  expect(await call(as.admin, 'publish-quiz', { id: quizId, edited: current, definition })).toEqual({
    version: current + 1,
  })
  // A new stage gets its row of actions.
  expect(await db.sql('select stage from quiz_stage_actions order by stage')).toHaveLength(6)
  expect(await call(as.owner, 'publish-quiz', { id: quizId, edited: current, definition })).toMatchObject({
    status: 409,
    code: 'stale_version',
  })
})

test('stage actions follow their stage when another stage is removed', async () => {
  const current = async () => (await db.sql<{ n: number }>('select current_version as n from quizzes'))[0]!.n
  await call(as.owner, 'publish-quiz', { id: quizId, edited: await current(), definition: financialStage })
  await db.sql(`update quiz_stage_actions set task = 'שיחה על שלב ' || stage`)
  const definition = removeStage(financialStage, 1)
  await call(as.owner, 'publish-quiz', { id: quizId, edited: await current(), definition })
  expect(await db.sql('select stage, task from quiz_stage_actions order by stage')).toEqual([
    { stage: 1, task: 'שיחה על שלב 1' },
    { stage: 2, task: 'שיחה על שלב 3' },
    { stage: 3, task: 'שיחה על שלב 4' },
    { stage: 4, task: 'שיחה על שלב 5' },
  ])
  await call(as.owner, 'publish-quiz', { id: quizId, edited: await current(), definition: financialStage })
})

test('an attempt that began before a stage was removed gets the actions of its original stage', async () => {
  const current = async () => (await db.sql<{ n: number }>('select current_version as n from quizzes'))[0]!.n
  await call(as.owner, 'publish-quiz', { id: quizId, edited: await current(), definition: financialStage })
  await db.sql(`update quiz_stage_actions set task = 'שיחה על שלב ' || stage`)
  const { key } = await call(as.visitor, 'start-quiz', {})
  for (let i = 1; i <= 10; i++)
    // oxlint-disable-next-line no-await-in-loop -- in order
    await call(as.visitor, 'answer-quiz', { key, question: `q${i}`, answer: '2', step: 'next' })
  await call(as.owner, 'publish-quiz', { id: quizId, edited: await current(), definition: removeStage(financialStage, 1) }) // prettier-ignore
  await call(as.visitor, 'leave-quiz-details', { key, email: 'tal@example.com', name: 'טל לדוגמה' })
  expect(await db.sql(`select name from tasks where name like '%טל לדוגמה'`)).toEqual([
    { name: 'שיחה על שלב 3 – טל לדוגמה' },
  ])
  await call(as.owner, 'publish-quiz', { id: quizId, edited: await current(), definition: financialStage })
})

test('an export has the results of a stage with answers, opens in Excel, and is logged', async () => {
  await fill('2 2 2 2 2 2 2 2 2 2', 'noa@example.com')
  await fill('4 4 0 4 - 4 4 4 4 4')
  const fetchFile = async (input: object) =>
    (await request('POST', '/functions/v1/export-quiz-results', { format: 'csv', quizId, ...input }, await tokens.sign({ ...as.owner, aud: 'authenticated' }, 600))).payload // prettier-ignore
  const whole = await fetchFile({})
  expect(whole.startsWith('\uFEFFתאריך,שעה,איש קשר,')).toBe(true)
  expect(whole.trim().split('\r\n')).toHaveLength(3)
  const [head, line, ...others] = (await fetchFile({ stage: 1 })).trim().split('\r\n')
  expect(others).toEqual([])
  expect(head).toContain('תזרים ותקציב')
  expect(line).toContain(',חובות,36,9,100,50,')
  expect(line).toContain('יש פיגורים, מכתבי התראה או הליכי גבייה')
  expect(await db.sql('select list, row_count from exports order by row_count')).toEqual([
    { list: 'quiz_attempts', row_count: 1 },
    { list: 'quiz_attempts', row_count: 2 },
  ])
})

test('statistics include all attempts for every role that sees contacts, and are empty for other roles', async () => {
  await fill('2 2 2 2 2 2 2 2 2 2')
  await fill('2 2 2 2 2 2 2 2 2 2', 'noa@example.com')
  await fill('4 4 0 4 4 4 4 4 4 4')
  await fill('1 2 3')
  const period = ['2020-01-01', '2100-01-01']
  for (const reader of [as.owner, as.coach, as.sales]) {
    // oxlint-disable no-await-in-loop -- one after the other
    const [figures] = await db.as<Record<string, unknown>>(reader, 'select * from quiz_figures()')
    expect([figures!['starts'], figures!['results'], figures!['with_details']].map(Number)).toEqual([4, 3, 1])
    const scores = await db.as(reader, 'select score, stage, rules, many::int from quiz_scores($1, $2, $3) order by score', [quizId, ...period]) // prettier-ignore
    expect(scores).toEqual([
      { score: 20, stage: 3, rules: [], many: 2 },
      { score: 36, stage: 1, rules: ['arrears'], many: 1 },
    ])
    const [progress] = await db.as<Record<string, unknown>>(reader, 'select * from quiz_progress($1, $2, $3)', [quizId, ...period]) // prettier-ignore
    expect(progress).toMatchObject({ stopped: { q4: 1 } })
    // oxlint-enable no-await-in-loop
  }
  for (const reader of [as.client, as.content])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect([
      await db.as(reader, 'select * from quiz_figures()'),
      await db.as(reader, 'select * from quiz_scores($1, $2, $3)', [quizId, ...period]),
    ]).toEqual([[], []])
})
