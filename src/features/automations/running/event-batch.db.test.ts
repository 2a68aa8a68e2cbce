// Each event of a batch sees the changes of earlier ones, although the data is read once for the whole batch.
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import type { EventRow } from '#platform/events/dispatcher.server.ts'
import { allExits, type Definition, type Step } from '../engine/definition.ts'
import { automationEvents } from './automation-events.server.ts'
import { automationsOf, definitionOf } from './automations.fixture.ts'

const db = await testDatabase()
const clock = { now: new Date(Date.now() + 1000) }
const automations = automationsOf(db, clock)
const subscriber = automationEvents({ types: [], now: () => clock.now })
const [tag, other] = [await automations.addTag('אחת'), await automations.addTag('שתיים')]

beforeEach(async () => {
  await db.sql(`update automations set status = 'archived', paused_because = null`)
  await db.sql('delete from automation_runs')
})

const wait: Step = { id: 'wait', kind: 'wait', minutes: 60, workingHours: false }
const exits = { ...allExits, refused: false, replied: false, booked: false }
const onTag = (rest: Partial<Definition> = {}): Definition =>
  definitionOf([wait], {
    trigger: { type: 'event', event: 'contact.tagged', match: { tag_id: tag, change: 'added' } },
    exits,
    ...rest,
  })

const kinds = { enters: { tag_id: tag, change: 'added' }, other: { tag_id: other, change: 'added' }, buys: {} } as const
type Kind = keyof typeof kinds

/** Creates events of the contacts, in this order. */
const happen = async (events: readonly { kind: Kind; contact: string }[]) =>
  db.sql<EventRow>(
    `insert into domain_events (type, contact_id, entity_type, entity_id, payload)
     select case e.kind when 'buys' then 'payment.received' else 'contact.tagged' end, e.contact, 'contact', e.contact, e.payload
     from jsonb_to_recordset($1) e (kind text, contact uuid, payload jsonb) returning *`,
    [JSON.stringify(events.map((event) => ({ ...event, payload: kinds[event.kind] })))],
  )
const inOneBatch = (events: readonly EventRow[]) =>
  inTransaction(db.authenticator, { role: 'service_role' }, (work) => subscriber.handleAll!(work, events))
async function oneByOne(events: readonly EventRow[]) {
  for (const event of events)
    await inTransaction(db.authenticator, { role: 'service_role' }, (work) => subscriber.handle(work, event))
}
const runsOf = (id: string) =>
  db.sql<{ contact: string; status: string; exit_reason: string | null; happened: string[] }>(
    `select contact_id as contact, status, exit_reason, state -> 'happened' as happened
     from automation_runs where automation_id = $1 order by trigger_event_id`,
    [id],
  )

test('a run started in a batch exits by a later event of it, and a third event starts another run', async () => {
  const id = await automations.enable(onTag({ reentry: 'after_exit' }))
  const contact = await automations.addContact()
  const events = await happen(
    (['enters', 'enters', 'buys', 'buys', 'enters'] as const).map((kind) => ({ kind, contact })),
  )
  await inOneBatch(events)
  expect(await runsOf(id)).toMatchObject([
    { contact, status: 'exited', exit_reason: 'bought' },
    { contact, status: 'queued', exit_reason: null },
  ])
  // A redelivery of these events starts no run.
  await inOneBatch(events.filter(({ type }) => type === 'contact.tagged'))
  expect(await runsOf(id)).toMatchObject([{ exit_reason: 'bought' }, { status: 'queued', exit_reason: null }])
})

test('a batch has the same result as its events dispatched individually', { timeout: 120_000 }, async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Definition['reentry']>('never', 'after_exit', 'always'),
      fc.array(fc.record({ kind: fc.constantFrom<Kind>('enters', 'other', 'buys'), person: fc.nat(1) }), {
        minLength: 2,
        maxLength: 12,
      }),
      async (reentry, history) => {
        const results = []
        for (const deliver of [inOneBatch, oneByOne]) {
          await db.sql(`update automations set status = 'archived'`)
          const id = await automations.enable(onTag({ reentry }))
          const people = [await automations.addContact(), await automations.addContact()]
          await deliver(await happen(history.map(({ kind, person }) => ({ kind, contact: people[person]! }))))
          results.push((await runsOf(id)).map((run) => ({ ...run, contact: people.indexOf(run.contact) })))
        }
        expect(results[0]).toEqual(results[1])
        compared += results[0]!.length
      },
    ),
    { numRuns: 40 },
  )
  expect(compared).toBeGreaterThan(20)
})
