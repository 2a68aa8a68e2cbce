// Entries into an automation other than by an event: on a date, by joining a list, or by manual enrolment.
import { expect, test } from 'vitest'
import { makeActors } from '../../../../test/actors.ts'
import { testDatabase } from '../../../../test/database.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import type { EventRow } from '#platform/events/dispatcher.server.ts'
import type { Step } from '../engine/definition.ts'
import { automationsOf, definitionOf } from './automations.fixture.ts'
import { emitReachedDates } from './date-triggers.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const automations = automationsOf(db, { now: new Date(Date.now() + 1000) })

const wait: Step = { id: 'wait', kind: 'wait', minutes: 60, workingHours: false }
const task: Step = {
  id: 'task',
  kind: 'task',
  name: 'לחזור',
  type: 'call',
  priority: 'high',
  dueMinutes: 10,
  userId: null,
}

test('a birthday starts a run once', async () => {
  const trigger = { type: 'date', key: 'birth_date', offsetDays: 0, at: '09:00', yearly: true } as const
  const id = await automations.enable(definitionOf([task], { trigger, reentry: 'after_exit' }))
  const contact = await automations.addContact()
  await db.sql(`update contacts set birth_date = '1990-11-25' where id = $1`, [contact])
  await db.sql(`update automations set enabled_at = '2026-11-24' where id = $1`, [id])
  await automations.deliver()
  const emit = (at: string) =>
    inTransaction(db.authenticator, { role: 'service_role' }, (work) => emitReachedDates(work, new Date(at)))
  await emit('2026-11-25T06:59:00Z')
  expect(await automations.deliver()).toEqual([])
  await emit('2026-11-25T07:01:00Z')
  await emit('2026-11-25T07:02:00Z')
  const events: EventRow[] = await automations.deliver()
  expect(events).toMatchObject([
    { type: 'automation.date_reached', contact_id: contact, occurred_at: new Date('2026-11-25T07:00:00Z') },
  ])
  expect(await automations.runs(id)).toHaveLength(1)
})

test('a contact who joins a list enters, and earlier members do not', async () => {
  const groups = [[{ field: 'lifecycle', op: 'is', values: ['qualified'] }]]
  const id = await automations.enable(definitionOf([task], { trigger: { type: 'list', name: 'מתעניינים', groups } }))
  const [before, joins] = [await automations.addContact(), await automations.addContact()]
  await db.sql(`update contacts set lifecycle = 'qualified' where id = $1`, [before])
  await db.sql('select remember_list($1, $2)', [id, JSON.stringify(groups)])
  await db.sql(`update contacts set lifecycle = 'qualified' where id = $1`, [joins])
  await db.sql('select emit_list_joins(), emit_list_joins()')
  await automations.deliver()
  expect(await automations.runs(id)).toMatchObject([{ contact_id: joins }])
})

test('sales roles can enrol contacts and exit their runs manually', async () => {
  const id = await automations.enable(definitionOf([wait], { trigger: { type: 'manual' } }))
  const contact = await automations.addContact()
  await expect(db.as(as.stranger, 'select enrol_contacts($1, $2)', [id, [contact]])).rejects.toThrow('not_allowed')
  await db.as(as.owner, 'select enrol_contacts($1, $2)', [id, [contact]])
  await automations.deliver()
  const [run] = await automations.runs(id)
  expect(run).toMatchObject({ contact_id: contact, status: 'queued' })
  await db.as(as.owner, 'select leave_automation($1)', [run!.id])
  await automations.deliver()
  expect(await automations.runs(id)).toMatchObject([{ status: 'exited', exit_reason: 'unenrolled' }])
})

test('a single contact that cannot enter is refused with the reason, and among several it is skipped', async () => {
  const id = await automations.enable(definitionOf([wait], { trigger: { type: 'manual' }, reentry: 'never' }))
  const enrol = (...contacts: string[]) => db.as(as.owner, 'select enrol_contacts($1, $2)', [id, contacts])
  const [contact, other] = [await automations.addContact(), await automations.addContact()]
  await expect(enrol(crypto.randomUUID())).rejects.toThrow('contact_not_found')
  await enrol(contact)
  await automations.deliver()
  await expect(enrol(contact)).rejects.toThrow('contact_already_inside')
  const [run] = await automations.runs(id)
  await db.as(as.owner, 'select leave_automation($1)', [run!.id])
  await automations.deliver()
  await expect(enrol(contact)).rejects.toThrow('contact_was_inside')
  await enrol(contact, other)
  await automations.deliver()
  expect((await automations.runs(id)).map((one) => one.contact_id).toSorted()).toEqual([contact, other].toSorted())
  const refusing = await automations.addContact()
  await db.sql('update contacts set do_not_contact = true where id = $1', [refusing])
  await expect(enrol(refusing)).rejects.toThrow('contact_do_not_contact')
})
