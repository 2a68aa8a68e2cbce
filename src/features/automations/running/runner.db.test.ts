import { beforeEach, expect, test } from 'vitest'
import pg from 'pg'
import { testDatabase } from '../../../../test/database.ts'
import type { Step } from '../engine/definition.ts'
import { automationsOf, definitionOf } from './automations.fixture.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'

const db = await testDatabase()
const clock = { now: new Date() }
const automations = automationsOf(db, clock)

const [owner] = await db.sql<{ id: string }>(
  `insert into auth.users (id, email) values (gen_random_uuid(), 'owner@example.com') returning id`,
)
await db.sql(`insert into user_roles (user_id, role, is_active) values ($1, 'owner', true)`, [owner!.id])
const asOwner = { role: 'authenticated', sub: owner!.id, aal: 'aal1' }

beforeEach(async () => {
  clock.now = new Date(Date.now() + 1000)
  await db.sql(`update automations set status = 'archived', paused_because = null`)
  await db.sql(
    `update automation_runs set status = 'canceled', ended_at = now(), resume_at = null where ended_at is null`,
  )
  await automations.deliver()
})

const add = (id: string, tagId: string): Step => ({ id, kind: 'tag', change: 'add', tagId })
const wait = (minutes: number): Step => ({ id: 'wait', kind: 'wait', minutes, workingHours: false })
const task = (id = 'task'): Step => ({
  id,
  kind: 'task',
  name: 'לחזור',
  type: 'call',
  priority: 'high',
  dueMinutes: 10,
  userId: null,
})
const later = (minutes: number) => new Date(clock.now.getTime() + minutes * 60_000)
const taskCount = async (contact: string) =>
  (await db.sql<{ n: number }>('select count(*)::int as n from tasks where contact_id = $1', [contact]))[0]!.n
const notices = () =>
  db.sql<{ type: string; severity: string; related_entity_id: string }>(
    'select type, severity, related_entity_id from notifications order by created_at, id',
  )

test('an event that is delivered twice starts one run', async () => {
  const id = await automations.enable(definitionOf([task()], { reentry: 'always' }))
  const contact = await automations.addContact()
  const events = await automations.deliver()
  for (const event of events) await automations.handle(event)
  await automations.settle()
  expect(await automations.runs(id)).toMatchObject([{ contact_id: contact, status: 'completed' }])
  expect(await taskCount(contact)).toBe(1)
})

test('the event of a task names the automation as its cause', async () => {
  const id = await automations.enable(definitionOf([task()]))
  const contact = await automations.addContact()
  await automations.deliver()
  await automations.settle()
  const [run] = await automations.runs(id)
  expect(
    await db.sql(
      `select actor_kind, caused_by, depth from domain_events where type = 'task.created' and contact_id = $1`,
      [contact],
    ),
  ).toEqual([{ actor_kind: 'automation', caused_by: run!.id, depth: 1 }])
  expect(await db.sql('select user_id, created_by from tasks where contact_id = $1', [contact])).toEqual([
    { user_id: owner!.id, created_by: null },
  ])
})

test('two nodes execute each step once', async () => {
  const id = await automations.enable(definitionOf([task('task1'), task('task2')]))
  await db.sql(`insert into contacts (first_name) select 'נועה' from generate_series(1, 60)`)
  await automations.deliver()
  let performed = 0
  do performed = (await Promise.all([automations.advance(), automations.advance()])).reduce((a, b) => a + b)
  while (performed > 0)
  const runs = await automations.runs(id)
  expect(runs).toHaveLength(60)
  expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['completed']))
  expect(
    await db.sql(
      `select count(*)::int as n from tasks t join automation_runs r using (contact_id) where r.automation_id = $1`,
      [id],
    ),
  ).toEqual([{ n: 120 }])
})

test('the run of a killed node is continued by another node', async () => {
  const id = await automations.enable(definitionOf([task()]))
  const contact = await automations.addContact()
  await automations.deliver()
  const node = new pg.Client(db.connect('postgres'))
  node.on('error', () => {})
  await node.connect()
  const { rows } = await node.query('select pg_backend_pid() as pid')
  await node.query('begin')
  await node.query('select * from automation_runs where automation_id = $1 for update', [id])
  await node.query(`insert into tasks (name, contact_id) values ('לחזור', $1)`, [contact])
  expect(await automations.advance()).toBe(0)
  await db.sql('select pg_terminate_backend($1)', [rows[0].pid])
  await expect.poll(() => automations.advance()).toBe(1)
  expect(await taskCount(contact)).toBe(1)
})

test('a failing step is retried with backoff, without any of its effects, and then fails', async () => {
  const tag = await automations.addTag('נכשלת')
  const id = await automations.enable(definitionOf([add('tag1', tag)]))
  const contact = await automations.addContact()
  await automations.deliver()
  await db.sql(
    `create function fail_here() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`,
  )
  await db.sql('create trigger fail_here after insert on contact_tags for each row execute function fail_here()')
  const tries: number[] = []
  const startedAt = clock.now.getTime()
  for (let i = 0; i < 5; i++) {
    await automations.advance()
    const [run] = await db.sql<{ resume_at: Date | null }>(
      'select resume_at from automation_runs where automation_id = $1',
      [id],
    )
    if (!run!.resume_at) break
    tries.push((run!.resume_at.getTime() - startedAt) / 60_000)
    clock.now = run!.resume_at
  }
  expect(tries).toEqual([1, 5, 21, 85])
  expect(await automations.runs(id)).toMatchObject([{ status: 'failed', attempts: 5, error: 'broken' }])
  expect(await db.sql('select * from contact_tags where contact_id = $1', [contact])).toEqual([])
  await db.sql('drop trigger fail_here on contact_tags')
  await db.as(asOwner, 'select retry_run(id) from automation_runs where automation_id = $1', [id])
  clock.now = later(60)
  await automations.settle()
  expect(await automations.runs(id)).toMatchObject([{ status: 'completed' }])
})

test('a step with a permanent error fails at once, and an owner can retry it', async () => {
  const tag = await automations.addTag('נמחקת')
  const id = await automations.enable(definitionOf([wait(10), add('tag1', tag)]))
  await automations.addContact()
  await automations.deliver()
  await automations.settle()
  await db.sql('delete from tags where id = $1', [tag])
  await automations.passTo(later(10))
  expect(await automations.runs(id)).toMatchObject([{ status: 'failed', attempts: 1 }])
  expect(await automations.steps((await automations.runs(id))[0]!.id)).toEqual([
    { step_id: 'wait', status: 'waiting' },
    { step_id: 'wait', status: 'waited' },
    { step_id: 'tag1', status: 'failed' },
  ])
})

test('a failed run of an archived automation cannot be retried', async () => {
  const tag = await automations.addTag('בארכיון')
  const id = await automations.enable(definitionOf([add('tag1', tag)]))
  await automations.addContact()
  await automations.deliver()
  await db.sql('delete from tags where id = $1', [tag])
  await automations.settle()
  await db.as(asOwner, `select steer_automation($1, 'archive')`, [id])
  await expect(
    db.as(asOwner, 'select retry_run(id) from automation_runs where automation_id = $1', [id]),
  ).rejects.toMatchObject({ message: 'automation_not_enabled' })
  expect(await automations.runs(id)).toMatchObject([{ status: 'failed' }])
})

test('an automation with failing runs is paused, and the owners are notified', async () => {
  const tag = await automations.addTag('חסרה')
  const id = await automations.enable(definitionOf([add('tag1', tag)]))
  for (let i = 0; i < 4; i++) await automations.addContact()
  await automations.deliver()
  await db.sql('delete from tags where id = $1', [tag])
  await automations.settle()
  expect(await db.sql('select status, paused_because from automations where id = $1', [id])).toEqual([
    { status: 'paused', paused_because: 'breaker' },
  ])
  const statuses = (await automations.runs(id)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual(['failed', 'failed', 'failed', 'queued'])
  expect((await notices()).filter((one) => one.related_entity_id === id)).toEqual([
    { type: 'automation.paused', severity: 'critical', related_entity_id: id },
  ])
})

test('a few failures among many runs do not pause the automation', async () => {
  const tag = await automations.addTag('כמעט')
  const id = await automations.enable(definitionOf([add('tag1', tag)]))
  const ended = (status: string, times: number) =>
    db.sql(
      `insert into automation_runs (automation_id, version, contact_id, status, state, ended_at)
       select $1, 1, c.id, $2, '{}', now() + interval '1 second' from contacts c, generate_series(1, $3::int) where c.id = (select id from contacts limit 1)`,
      [id, status, times],
    )
  await ended('completed', 60)
  await ended('failed', 3)
  expect(await db.sql('select trip_automation_breaker($1) as is_paused', [id])).toEqual([{ is_paused: false }])
  await ended('failed', 2)
  expect(await db.sql('select trip_automation_breaker($1) as is_paused', [id])).toEqual([{ is_paused: true }])
})

test('automations that start each other stop at depth five, with an alert', async () => {
  const first = await automations.enable(definitionOf([], { reentry: 'after_exit' }), 'ראשונה')
  const second = await automations.enable(
    definitionOf([{ id: 'enrol', kind: 'enrol', automationId: first }], {
      trigger: { type: 'manual' },
      reentry: 'after_exit',
    }),
    'שנייה',
  )
  await automations.publish(
    first,
    2,
    definitionOf([{ id: 'enrol', kind: 'enrol', automationId: second }], { reentry: 'after_exit' }),
  )
  await automations.addContact()
  await automations.deliver()
  await automations.settle()
  const runs = [...(await automations.runs(first)), ...(await automations.runs(second))]
  expect(runs).toHaveLength(5)
  expect(
    await db.sql<{ paused_because: string }>(
      'select paused_because from automations where id in ($1, $2) and paused_because is not null',
      [first, second],
    ),
  ).toEqual([{ paused_because: 'loop' }])
  expect(
    (await notices()).filter((one) => one.related_entity_id === first || one.related_entity_id === second),
  ).toHaveLength(1)
})

test('an automation is not started by its own runs', async () => {
  const [one, two] = [await automations.addTag('סיבה'), await automations.addTag('תוצאה')]
  const trigger = { type: 'event', event: 'contact.tagged', match: {} } as const
  const id = await automations.enable(definitionOf([add('tag1', two)], { trigger, reentry: 'always' }))
  const contact = await automations.addContact()
  await db.sql('insert into contact_tags (contact_id, tag_id) values ($1, $2)', [contact, one])
  await automations.deliver()
  await automations.settle()
  expect(await automations.runs(id)).toMatchObject([{ status: 'completed' }])
})

test('the cancellation of an appointment series starts an automation once', async () => {
  const trigger = { type: 'event', event: 'appointment.cancelled', match: {} } as const
  const id = await automations.enable(definitionOf([task()], { trigger, reentry: 'always' }))
  const contact = await automations.addContact()
  await db.sql(
    `insert into appointments (title, user_id, contact_id, starts_at, ends_at, status, location_kind, series_id)
     select 'ליווי', $1, $2, d, d + interval '1 hour', 'confirmed', 'meet', $2
     from generate_series(now() + interval '7 days', now() + interval '28 days', interval '7 days') d`,
    [owner!.id, contact],
  )
  await db.sql(`update appointments set status = 'cancelled', cancelled_by = 'host' where series_id = $1`, [contact])
  await automations.deliver()
  await automations.settle()
  expect(await automations.runs(id)).toMatchObject([{ contact_id: contact, status: 'completed' }])
  expect(await taskCount(contact)).toBe(1)
})

test('the booking of an appointment series starts an automation once', async () => {
  const trigger = { type: 'event', event: 'appointment.confirmed', match: {} } as const
  const id = await automations.enable(definitionOf([task()], { trigger, reentry: 'always' }))
  const contact = await automations.addContact()
  await db.as(asOwner, `select start_hosting($1, 'hila')`, [owner!.id])
  const booked = await db.as(
    asOwner,
    `select book_for_contact((select id from appointment_types where user_id = $1 limit 1), $2,
       array[now() + interval '8 days', now() + interval '15 days', now() + interval '22 days'], 50)`,
    [owner!.id, contact],
  )
  expect(booked).toHaveLength(3)
  await automations.deliver()
  await automations.settle()
  expect(await automations.runs(id)).toMatchObject([{ contact_id: contact, status: 'completed' }])
  expect(await taskCount(contact)).toBe(1)
})

test('an automation that enrols its own contacts is entered once per contact', async () => {
  const id = await automations.enable(definitionOf([]))
  await automations.publish(
    id,
    2,
    definitionOf([{ id: 'enrol', kind: 'enrol', automationId: id }], { reentry: 'always' }),
  )
  await automations.addContact()
  await automations.deliver()
  await automations.settle()
  expect(await automations.runs(id)).toMatchObject([{ status: 'completed' }])
})

test('a reply, a payment or an opt-out ends a waiting run', async () => {
  const id = await automations.enable(definitionOf([wait(60), task()]))
  const contacts = [await automations.addContact(), await automations.addContact(), await automations.addContact()]
  await automations.deliver()
  await automations.settle()
  await db.sql(
    `insert into contact_requests (contact_id, name, topic, words_hash) values ($1, 'נועה', 'שיחה', repeat('b', 64))`,
    [contacts[0]],
  )
  await db.sql(`insert into payments (contact_id, method, amount_agorot) values ($1, 'bit', 100)`, [contacts[1]])
  await db.sql('update contacts set do_not_contact = true where id = $1', [contacts[2]])
  await automations.deliver()
  await automations.passTo(later(120))
  expect(new Map((await automations.runs(id)).map((run) => [run.contact_id, run.exit_reason]))).toEqual(
    new Map([
      [contacts[0], 'replied'],
      [contacts[1], 'bought'],
      [contacts[2], 'do_not_contact'],
    ]),
  )
  for (const contact of contacts) expect(await taskCount(contact)).toBe(0)
})

test('the run of a deleted or erased contact ends without an effect', async () => {
  const id = await automations.enable(definitionOf([wait(60), task()]))
  const [deleted, erased] = [await automations.addContact(), await automations.addContact()]
  await automations.deliver()
  await automations.settle()
  await db.sql('update contacts set deleted_at = now() where id = $1', [deleted])
  await db.sql('select anonymise_person($1)', [erased])
  await automations.passTo(later(120))
  for (const run of await automations.runs(id)) expect(run).toMatchObject({ status: 'exited', exit_reason: 'gone' })
})

test('after a merge the remaining contact has one run, regardless of which contact had it', async () => {
  const id = await automations.enable(definitionOf([wait(60), task()]))
  const [winner, loser, alone] = [
    await automations.addContact(),
    await automations.addContact(),
    await automations.addContact(),
  ]
  await automations.deliver()
  await automations.settle()
  await db.sql('delete from automation_runs where automation_id = $1 and contact_id = $2', [id, alone])
  await db.as(
    asOwner,
    'select merge_contacts(w.id, l.id, w.version, l.version) from contacts w, contacts l where w.id = $1 and l.id = $2',
    [winner, loser],
  )
  await automations.deliver()
  await automations.passTo(later(120))
  expect(await taskCount(winner)).toBe(1)
  const [stays] = await db.sql<{ exit_reason: string }>(
    `select exit_reason from automation_runs where automation_id = $1 and status = 'exited'`,
    [id],
  )
  expect(stays).toEqual({ exit_reason: 'gone' })
})

test('a paused automation does not execute steps, and a resumed automation continues', async () => {
  const id = await automations.enable(definitionOf([wait(10), task()]))
  const contact = await automations.addContact()
  await automations.deliver()
  await automations.settle()
  await db.as(asOwner, `select steer_automation($1, 'pause')`, [id])
  clock.now = later(60)
  await automations.settle()
  expect(await taskCount(contact)).toBe(0)
  await db.as(asOwner, `select steer_automation($1, 'enable')`, [id])
  await automations.settle()
  expect(await taskCount(contact)).toBe(1)
})

test('an archived automation ends its runs and starts none', async () => {
  const id = await automations.enable(definitionOf([wait(10), task()]))
  await automations.addContact()
  await automations.deliver()
  await db.as(asOwner, `select steer_automation($1, 'archive')`, [id])
  await automations.addContact()
  await automations.deliver()
  expect(await automations.runs(id)).toMatchObject([{ status: 'exited', exit_reason: 'archived' }])
})

test.each<[what: string, end: (id: string) => Promise<unknown>]>([
  ['archived', (id) => db.as(asOwner, `select steer_automation($1, 'archive')`, [id])],
  // Simulates the removal of the demo with its runs.
  ['deleted', (id) => db.sql('delete from automations where id = $1', [id])],
])('a message of an automation that was %s before sending is skipped with the reason', async (_, end) => {
  const id = await automations.enable(definitionOf([wait(10), task()]))
  const contact = await automations.addContact()
  await db.sql(`insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', $2, $2)`, [
    contact,
    `${contact}@example.com`,
  ])
  await automations.deliver()
  const [run] = await automations.runs(id)
  const inService = <Row>(text: string, values: unknown[] = []) =>
    inTransaction(db.authenticator, { role: 'service_role' }, (tx) => tx.query<Row>(text, values))
  await inService(
    `select private.schedule_message($1, $2, 'email', 'service', null, 'automation_run', $3, now() - interval '1 second', null, $3)`,
    [`service:automation_run:${run!.id}:1:${contact}`, contact, run!.id],
  )
  const refusals = () =>
    inService<{ refusal: string | null }>('select refusal from next_messages(null, null, 10) where contact_id = $1', [
      contact,
    ])
  expect(await refusals()).toEqual([{ refusal: null }])
  await end(id)
  expect(await refusals()).toEqual([{ refusal: 'run_exited' }])
  const compose = async () => ({ subject: 'שלום', html: '<p>שלום</p>', text: 'שלום' })
  // Outside of quiet hours.
  const now = new Date('2026-11-24T12:00:00+02:00')
  await inTransaction(db.authenticator, { role: 'service_role' }, (tx) => sendBatch(tx, { most: 50, compose, now }))
  expect(await db.as(asOwner, 'select outcome, skip_reason from message_log where contact_id = $1', [contact])).toEqual(
    [{ outcome: 'skipped', skip_reason: 'run_exited' }],
  )
  clock.now = later(60)
  await automations.settle()
  expect(await taskCount(contact)).toBe(0)
})

test('a waiting message of a run that had completed is not sent after its automation was archived', async () => {
  const id = await automations.enable(definitionOf([task()]))
  await automations.addContact()
  await automations.deliver()
  await automations.settle()
  const [run] = await automations.runs(id)
  expect(run).toMatchObject({ status: 'completed' })
  const refusal = () => db.sql('select private.run_refusal($1) as why', [run!.id])
  expect(await refusal()).toEqual([{ why: null }])
  await db.as(asOwner, `select steer_automation($1, 'archive')`, [id])
  expect(await refusal()).toEqual([{ why: 'run_exited' }])
})

test('a published automation cannot be deleted: its runs continue until it is archived', async () => {
  const id = await automations.enable(definitionOf([wait(10), task()]))
  await automations.addContact()
  await automations.deliver()
  await automations.settle()
  expect(await db.as(asOwner, 'delete from automations where id = $1 returning id', [id])).toEqual([])
  expect(await automations.runs(id)).toMatchObject([{ status: 'waiting' }])
})

test.each([
  ['the clocks skip', '02:30', '2027-03-25T12:00:00Z', '2027-03-26T00:30:00Z'],
  ['the clocks repeat', '01:30', '2027-10-30T12:00:00Z', '2027-10-30T23:30:00Z'],
])('a step at a local time that %s is executed once', async (_, at, begins, time) => {
  clock.now = new Date(begins)
  const id = await automations.enable(definitionOf([{ ...wait(24 * 60), at } as Step, task()]))
  const contact = await automations.addContact()
  await automations.deliver(clock.now)
  await automations.settle()
  const quarter = 15 * 60_000
  for (let now = Date.parse(time) - 8 * quarter; now < Date.parse(time) + 8 * quarter; now += quarter) {
    clock.now = new Date(now)
    await automations.settle()
    expect(await taskCount(contact), clock.now.toISOString()).toBe(now < Date.parse(time) ? 0 : 1)
  }
  expect(await automations.runs(id)).toMatchObject([{ status: 'completed' }])
})

test('waits count from the planned time after a short delay, and from the actual time after an outage', async () => {
  const id = await automations.enable(
    definitionOf([{ ...wait(60), id: 'wait1' } as Step, { ...wait(60), id: 'wait2' } as Step]),
  )
  await automations.addContact()
  await automations.deliver(clock.now)
  const startedAt = clock.now
  await automations.settle()
  const dueAt = async () =>
    (await db.sql<{ due_at: Date }>('select due_at from automation_runs where automation_id = $1', [id]))[0]!.due_at
  clock.now = new Date(startedAt.getTime() + 65 * 60_000)
  await automations.settle()
  expect(await dueAt()).toEqual(new Date(startedAt.getTime() + 120 * 60_000))
  await automations.addContact()
  await db.sql('delete from automation_runs where automation_id = $1', [id])
  await automations.deliver(clock.now)
  await automations.settle()
  clock.now = later(24 * 60)
  await automations.settle()
  expect(await dueAt()).toEqual(later(60))
})

test('a published version cannot be changed', async () => {
  const id = await automations.enable(definitionOf([wait(60)]))
  await expect(
    db.sql(`update automation_versions set definition = '{}' where automation_id = $1`, [id]),
  ).rejects.toThrow('automation_version_is_final')
})
