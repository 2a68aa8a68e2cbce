// An automation in a test database, driven by events and a test clock.
import type { Db } from '#kernel/postgres/transaction.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import type { EventRow } from '#platform/events/dispatcher.server.ts'
import type { testDatabase } from '../../../../test/database.ts'
import { triggerTypes } from '../engine/admission.ts'
import { type Definition, emptyDefinition, type Step } from '../engine/definition.ts'
import { listenedEvents } from '../engine/listened-events.ts'
import { touchedEntities } from '../engine/touched-entities.ts'
import { automationEvents } from './automation-events.server.ts'
import { advanceDue } from './runner.server.ts'

type TestDatabase = Awaited<ReturnType<typeof testDatabase>>
const log = { error: () => {} }

export const definitionOf = (steps: Step[], rest: Partial<Definition> = {}): Definition => ({
  ...emptyDefinition({ type: 'event', event: 'contact.created', match: {} }),
  steps,
  ...rest,
})

export function automationsOf(db: TestDatabase, clock: { now: Date }, contexts?: ReadonlyMap<string, string>) {
  const now = () => clock.now
  const subscriber = automationEvents({ types: [], now, ...(contexts && { contexts }) })
  let seen = '0'
  const newId = async (text: string, values?: unknown[]) => (await db.sql<{ id: string }>(text, values))[0]!.id

  return {
    addTag: (name: string) => newId('insert into tags (name) values ($1) returning id', [name]),
    addContact: (name = 'נועה') => newId('insert into contacts (first_name) values ($1) returning id', [name]),

    /** Creates an enabled automation with a first version. */
    async enable(definition: Definition, name = 'בדיקה') {
      const id = await newId(`insert into automations (name, definition) values ($1, $2) returning id`, [
        name,
        definition,
      ])
      await this.publish(id, 1, definition)
      return id
    },
    async publish(id: string, version: number, definition: Definition) {
      await db.sql(
        `insert into automation_versions (automation_id, version, definition, trigger_types, listens, touches) values ($1, $2, $3, $4, $5, $6)`,
        [id, version, definition, triggerTypes(definition), listenedEvents(definition), touchedEntities(definition)],
      )
      await db.sql(`update automations set current_version = $2, status = 'enabled' where id = $1`, [id, version])
    },

    /** Dispatches the events since the last call, at `occurredAt` if given. */
    async deliver(occurredAt?: Date) {
      if (occurredAt) await db.sql('update domain_events set occurred_at = $2 where id > $1', [seen, occurredAt])
      const events = await db.sql<EventRow>('select * from domain_events where id > $1 order by id', [seen])
      for (const event of events) await this.handle(event)
      return events
    },
    /** Dispatches one event. */
    async handle(event: EventRow) {
      await inTransaction(db.authenticator, { role: 'service_role' }, async (work: Db) => {
        if ((await subscriber.concerns!(work, [event.type])).has(event.type)) await subscriber.handle(work, event)
      })
      if (BigInt(event.id) > BigInt(seen)) seen = event.id
    },
    /** Executes due steps, with the events of each step, until none is due. */
    async settle() {
      while ((await advanceDue({ pool: db.authenticator, log, now, lanes: 1 })) > 0) await this.deliver(clock.now)
    },
    advance: () => advanceDue({ pool: db.authenticator, log, now, lanes: 1 }),
    /** Advances the test clock. */
    async passTo(end: Date) {
      for (;;) {
        const [next] = await db.sql<{ at: Date }>(
          `select r.resume_at as at from automation_runs r join automations a on a.id = r.automation_id
           where r.status in ('queued', 'waiting') and a.status = 'enabled' and r.resume_at <= $1 order by 1 limit 1`,
          [end],
        )
        if (!next) break
        if (next.at > clock.now) clock.now = next.at
        await this.settle()
      }
      clock.now = end
    },
    runs: (automation: string) =>
      db.sql<{
        id: string
        contact_id: string
        status: string
        exit_reason: string | null
        version: number
        attempts: number
        error: string | null
      }>(
        'select id, contact_id, status, exit_reason, version, attempts, error from automation_runs where automation_id = $1 order by entered_at, id',
        [automation],
      ),
    steps: (run: string) =>
      db.sql<{ step_id: string; status: string }>(
        'select step_id, status from automation_run_steps where run_id = $1 order by seq',
        [run],
      ),
  }
}
