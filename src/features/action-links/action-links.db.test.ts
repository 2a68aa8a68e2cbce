import { beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import { Refusal } from '#kernel/errors.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { type Claims, inTransaction } from '#kernel/postgres/transaction.ts'
import { createFunctionList } from '#server/handlers.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testDependencies } from '../../../test/dependencies.ts'
import type { ActionKind } from './action-links.ts'
import { makeActionLink } from './action-links.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const { invoke } = createFunctions({
  pool: db.authenticator,
  functions: createFunctionList(testDependencies(undefined)),
  log: pino({ level: 'silent' }),
})
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

const home = await id(`insert into households (name) values ('משפחת לוי') returning id`)
async function makeClient(name: string, household: string | null) {
  const user = await id(`insert into auth.users (email) values ($1) returning id`, [`${name}@example.com`])
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [user])
  const contact = await id(
    `insert into contacts (first_name, household_id, household_role, client_user_id, owner_id) values ($1, $2, $3, $4, $5) returning id`,
    [name, household, household && 'partner', user, ids.coach],
  )
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contact, `${name}@example.com`],
  )
  return { user, contact, address: `${name}@example.com`, claims: { role: 'authenticated', sub: user } as Claims }
}
const noa = await makeClient('noa', home)
const itay = await makeClient('itay', home)
const other = await makeClient('other', null)

const service = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(db.authenticator, { role: 'service_role' }, work)

/** Creates a link and returns its token. */
async function link(kind: ActionKind, entityId: string, to = noa) {
  const url = await service((tx) =>
    makeActionLink('')(tx, { kind, entityId, contactId: to.contact, address: to.address }),
  )
  return url!.replace('/act/', '')
}
const call = async (name: string, input: object, claims: Claims = { role: 'anon' }) =>
  (await invoke(name, input, { caller: { claims, userId: claims.sub } as never }).catch((error: unknown) => {
    if (error instanceof Refusal) return { code: error.code }
    throw error
  })) as { code?: string; state?: string; gone?: string; shown?: { messages: { body: string }[] } | null }
const open = (token: string) => call('open-action-link', { token })
const act = (token: string, input: object = {}, claims?: Claims) => call('act-by-link', { token, ...input }, claims)
const stateOf = async (token: string) => (await open(token)).state

const task = (sharedWith: string | null, contact = noa.contact) =>
  id(`insert into tasks (name, contact_id, shared_with) values ('תלוש שכר', $1, $2) returning id`, [
    contact,
    sharedWith,
  ])
const statusOf = async (taskId: string) =>
  (await db.sql<{ status: string }>('select status from tasks where id = $1', [taskId]))[0]!.status

const thread = async (isShared: boolean) =>
  (await db.as<{ id: string }>(noa.claims, 'select open_thread($1, $2) as id', [noa.contact, isShared]))[0]!.id
const write = (threadId: string, body: string, claims: Claims = as.coach!) =>
  db.as(claims, 'insert into thread_messages (thread_id, body) values ($1, $2)', [threadId, body])
const lastOf = (threadId: string) =>
  id('select id from thread_messages where thread_id = $1 order by created_at desc limit 1', [threadId])

beforeEach(() => db.sql('delete from thread_messages'))

test('opening a link any number of times changes nothing; submitting it completes the task on behalf of its client', async () => {
  const own = await task('client')
  const token = await link('task', own)
  for (let i = 0; i < 3; i++) expect(await open(token)).toMatchObject({ state: 'open', shown: { name: 'תלוש שכר' } })
  expect(await statusOf(own)).toBe('To Do')
  // The author is the link's contact, not the user who is signed in to the browser.
  expect(await act(token, {}, as.sales)).toEqual({})
  expect(await statusOf(own)).toBe('Done')
  expect(await db.sql(`select actor_id from activities where type = 'task.done' and related_id = $1`, [own])).toEqual([
    { actor_id: noa.user },
  ])
  expect(await open(token)).toMatchObject({ state: 'done', shown: null })
  expect(await act(token)).toEqual({ code: 'link_done' })
})

test('fifty concurrent submissions use a link once', async () => {
  const threadId = await thread(false)
  await write(threadId, 'מתי נוח?')
  const token = await link('message', await lastOf(threadId))
  const answers = await Promise.all(Array.from({ length: 50 }, () => act(token, { body: 'ביום שלישי' })))
  expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1)
  expect(await db.sql(`select from thread_messages where body = 'ביום שלישי'`)).toHaveLength(1)
})

test('only the hash of a token is stored, and an unknown token is refused', async () => {
  const token = await link('task', await task('client'))
  const dump = JSON.stringify(await db.sql('select * from action_links'))
  expect(dump).not.toContain(token)
  expect(dump).not.toContain(noa.address)
  for (const unknown of ['x'.repeat(24), token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')]) {
    expect(await open(unknown)).toEqual({ code: 'link_unknown' })
    expect(await act(unknown)).toEqual({ code: 'link_unknown' })
  }
})

test('a link to an entity that its contact cannot see is refused: an internal task, or a private task of the partner', async () => {
  const privateTask = await task('client')
  const shared = await task('household')
  expect(await stateOf(await link('task', await task(null)))).toBe('gone')
  expect(await stateOf(await link('task', privateTask, itay))).toBe('gone')
  expect(await stateOf(await link('task', shared, other))).toBe('gone')
  const token = await link('task', shared, itay)
  expect(await stateOf(token)).toBe('open')
  await db.sql('update contacts set household_id = null where id = $1', [itay.contact])
  expect(await act(token)).toEqual({ code: 'link_gone' })
  await db.sql('update contacts set household_id = $1 where id = $2', [home, itay.contact])
})

test('a link shows whether it expired, was completed elsewhere, or its task, stage or process was cancelled', async () => {
  const expired = await link('task', await task('client'))
  await db.sql(`update action_links set created_at = now() - interval '15 days', expires_at = now() - interval '1 day'`)
  expect(await open(expired)).toMatchObject({ state: 'expired', shown: null })
  expect(await act(expired)).toEqual({ code: 'link_expired' })

  const cancelled = await task('client')
  const cancelledLink = await link('task', cancelled)
  await db.sql(`update tasks set status = 'Cancelled' where id = $1`, [cancelled])
  expect(await open(cancelledLink)).toMatchObject({ state: 'gone', gone: 'task' })
  await db.sql('delete from tasks where id = $1', [cancelled])
  expect(await stateOf(cancelledLink)).toBe('gone')

  const ticked = await task('client')
  const elsewhere = await link('task', ticked)
  await db.as(noa.claims, 'select set_client_task_done($1, true)', [ticked])
  expect(await stateOf(elsewhere)).toBe('done')

  const process = await id(
    `insert into client_processes (contact_id, process_template_id) select $1, id from process_templates limit 1 returning id`,
    [noa.contact],
  )
  const stage = await id(
    `insert into process_stage_instances (client_process_id, process_stage_id, status)
     select $1, s.id, 'active' from process_stages s join client_processes p on p.process_template_id = s.template_id
     where p.id = $1 order by s.stage_order limit 1 returning id`,
    [process],
  )
  const ofStage = await task('client')
  await db.sql('update tasks set stage_instance_id = $1 where id = $2', [stage, ofStage])
  const token = await link('task', ofStage)
  await db.sql(`update process_stage_instances set status = 'skipped' where id = $1`, [stage])
  expect(await open(token)).toMatchObject({ state: 'gone', gone: 'stage' })
  await db.sql(`update client_processes set status = 'cancelled' where id = $1`, [process])
  expect(await open(token)).toMatchObject({ state: 'gone', gone: 'process' })
})

test("staff can revoke a client's open links; removing the address or the account revokes the links too", async () => {
  const token = await link('task', await task('client'))
  await expect(db.as(as.content!, 'select revoke_action_links($1)', [noa.contact])).rejects.toMatchObject({
    message: 'client_gone',
  })
  await expect(db.as(itay.claims, 'select revoke_action_links($1)', [noa.contact])).rejects.toMatchObject({
    message: 'client_gone',
  })
  await db.as(as.coach!, 'select revoke_action_links($1)', [noa.contact])
  expect(await stateOf(token)).toBe('revoked')
  expect(await act(token)).toEqual({ code: 'link_revoked' })

  const [moved, closed] = [await makeClient('moved', null), await makeClient('closed', null)]
  const ofMoved = await link('task', await task('client', moved.contact), moved)
  await db.sql('delete from contact_points where contact_id = $1', [moved.contact])
  expect(await stateOf(ofMoved)).toBe('revoked')
  const ofClosed = await link('task', await task('client', closed.contact), closed)
  await db.sql('update contacts set client_user_id = null where id = $1', [closed.contact])
  expect(await stateOf(ofClosed)).toBe('revoked')
})

test('a reply page shows only the messages of its mail, and the reply is a message by the client', async () => {
  const threadId = await thread(true)
  await write(threadId, 'סוד קודם', itay.claims)
  await write(threadId, 'מה סכום המשכנתה?')
  const first = await lastOf(threadId)
  await write(threadId, 'ומה הריבית?')
  const token = await link('message', first)
  await write(threadId, 'הודעה מאוחרת')
  expect((await open(token)).shown?.messages.map(({ body }) => body)).toEqual(['מה סכום המשכנתה?', 'ומה הריבית?'])
  expect(await act(token, { body: '  ' })).toEqual({ code: 'reply_missing' })
  expect(await act(token, { body: '4,200' }, as.coach)).toEqual({})
  expect(await db.sql(`select author_id, author_kind, contact_id from thread_messages where body = '4,200'`)).toEqual([
    { author_id: noa.user, author_kind: 'client', contact_id: noa.contact },
  ])
})

test('the reply of a client with a second factor is a message by the client, not by the team', async () => {
  const careful = await makeClient('careful', null)
  await db.sql(`insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`, [
    careful.user,
  ])
  const [{ id: threadId }] = (await db.as<{ id: string }>(as.coach!, 'select open_thread($1, false) as id', [
    careful.contact,
  ])) as [{ id: string }]
  await write(threadId, 'מה סכום המשכנתה?')
  expect(await act(await link('message', await lastOf(threadId), careful), { body: '3,900' })).toEqual({})
  expect(await db.sql(`select author_id, author_kind, contact_id from thread_messages where body = '3,900'`)).toEqual([
    { author_id: careful.user, author_kind: 'client', contact_id: careful.contact },
  ])
  expect(await db.sql('select last_author from threads where id = $1', [threadId])).toEqual([{ last_author: 'client' }])
})

test('a private thread opens only for its client, and never for a client without an account', async () => {
  const threadId = await thread(false)
  await write(threadId, 'בינינו')
  const message = await lastOf(threadId)
  expect(await stateOf(await link('message', message, itay))).toBe('gone')
  const token = await link('message', message)
  await db.sql(`update user_roles set is_active = false where user_id = $1`, [noa.user])
  expect(await act(token, { body: 'שלום' })).toEqual({ code: 'link_gone' })
  await db.sql(`update user_roles set is_active = true where user_id = $1`, [noa.user])
  expect(await stateOf(token)).toBe('open')
})
