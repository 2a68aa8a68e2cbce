import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { testDatabase } from '../../../../test/database.ts'
import { anyDefinition } from '../engine/definitions.fixture.ts'
import { automationsOf } from '../running/automations.fixture.ts'
import { readHistory } from './read-history.server.ts'
import { simulate } from './simulate.ts'

const db = await testDatabase()
const clock = { now: new Date('2020-01-01T06:00:00Z') }
const automations = automationsOf(db, clock)

const newId = async (text: string, values?: unknown[]) => (await db.sql<{ id: string }>(text, values))[0]!.id
const tags = [await automations.addTag('אחת'), await automations.addTag('שתיים')]
const pipelineId = await newId(`insert into pipelines (name) values ('בדיקה') returning id`)
const stages: string[] = []
for (const [i, slug] of ['new', 'next', 'third', 'won', 'lost'].entries())
  stages.push(
    await newId(
      `insert into pipeline_stages (pipeline_id, slug, name, position, probability, kind, color)
       values ($1, $2, $2, $3, 10, $4, 'stage-1') returning id`,
      [pipelineId, slug, i, i < 3 ? 'open' : slug],
    ),
  )
const userId = await newId(
  `insert into auth.users (id, email) values (gen_random_uuid(), 'owner@example.com') returning id`,
)
await db.sql(`insert into user_roles (user_id, role, is_active) values ($1, 'owner', true)`, [userId])
const ids = { tags, pipelineId, stages: stages.slice(0, 3), users: [userId], templates: [] }

type Action = { person: number; kind: (typeof kinds)[number]; choice: number; gapMinutes: number }
const kinds = [
  'tag',
  'untag',
  'open',
  'move',
  'grant',
  'withdraw',
  'lifecycle',
  'owner',
  'silence',
  'pay',
  'together',
] as const
const history = fc.array(
  fc.record<Action>({
    person: fc.nat(1),
    kind: fc.constantFrom(...kinds),
    choice: fc.nat(2),
    gapMinutes: fc.constantFrom(1, 30, 60, 24 * 60, 2 * 24 * 60),
  }),
  { minLength: 1, maxLength: 10 },
)

const actions: Record<Action['kind'], (contact: string, choice: number) => Promise<unknown>> = {
  tag: (contact, choice) =>
    db.sql('insert into contact_tags (contact_id, tag_id) values ($1, $2) on conflict do nothing', [
      contact,
      tags[choice % 2],
    ]),
  untag: (contact, choice) =>
    db.sql('delete from contact_tags where contact_id = $1 and tag_id = $2', [contact, tags[choice % 2]]),
  open: (contact) =>
    db.sql(`insert into opportunities (name, contact_id, pipeline_id, stage_id) values ('ליווי', $1, $2, $3)`, [
      contact,
      pipelineId,
      stages[0],
    ]),
  move: (contact, choice) =>
    db.sql(`update opportunities set stage_id = $2 where contact_id = $1`, [contact, stages[choice]]),
  grant: (contact) => consent(contact, 'grant'),
  withdraw: (contact) => consent(contact, 'withdraw'),
  lifecycle: (contact, choice) =>
    db.sql('update contacts set lifecycle = $2 where id = $1', [contact, ['lead', 'qualified', 'client'][choice]]),
  owner: (contact, choice) =>
    db.sql('update contacts set owner_id = $2 where id = $1', [contact, choice === 0 ? userId : null]),
  silence: (contact, choice) =>
    db.sql('update contacts set do_not_contact = $2 where id = $1', [contact, choice === 0]),
  pay: (contact) =>
    db.sql(`insert into payments (contact_id, method, amount_agorot) values ($1, 'bit', 100)`, [contact]),
  // Two events of one transaction.
  together: (contact, choice) =>
    db.sql(
      `with tagged as (insert into contact_tags (contact_id, tag_id) values ('${contact}', '${tags[choice % 2]}') on conflict do nothing)
       update contacts set lifecycle = 'qualified' where id = '${contact}'`,
    ),
}

const consent = (contact: string, action: string) =>
  db.sql(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, text_snapshot_hash, source_type, at)
     select $1, 'noa@example.com', 'email', 'marketing', $2, id, repeat('a', 64), 'form', $3 from consent_texts limit 1`,
    [contact, action, clock.now],
  )

test('the simulation of stored events equals the actual runs', { timeout: 300_000 }, async () => {
  let [entered, performed] = [0, 0]
  await fc.assert(
    fc.asyncProperty(anyDefinition(ids), history, async (definition, past) => {
      // Each round has a separate period: a simulation reads the events of every contact.
      clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000)
      const from = clock.now
      const id = await automations.enable(definition)
      const people: string[] = []
      const at = (minutes: number) => new Date(clock.now.getTime() + minutes * 60_000)
      for (const name of ['נועה', 'דנה']) {
        await automations.passTo(at(7))
        people.push(await automations.addContact(name))
        await automations.deliver(clock.now)
      }
      for (const { person, kind, choice, gapMinutes } of past) {
        await automations.passTo(at(gapMinutes))
        await actions[kind](people[person]!, choice)
        await automations.deliver(clock.now)
      }
      await automations.passTo(at(10 * 24 * 60))

      const real = await whatHappened(id)
      const period = { from, to: clock.now }
      const { contacts } = await inTransaction(db.authenticator, { role: 'service_role' }, (work) =>
        readHistory(work, { id, definition }, period),
      )
      const { runs } = simulate({ id, definition }, contacts, period)
      const simulated = runs.map(({ lines, ...run }) => ({
        ...run,
        endedAt: run.endedAt ?? null,
        lines: lines.map(({ hasConsent: _hasConsent, ...line }) => ({
          ...line,
          effect: line.effect ?? null,
          reason: line.reason ?? null,
        })),
      }))
      expect(simulated.toSorted(byStart)).toEqual(real.toSorted(byStart))
      entered += real.length
      performed += real.flatMap(({ lines }) => lines.filter(({ effect }) => effect)).length
      await db.sql(`update automations set status = 'archived' where id = $1`, [id])
    }),
    { numRuns: 80 },
  )
  // Without runs the property would be trivially true.
  expect(entered).toBeGreaterThan(40)
  expect(performed).toBeGreaterThan(40)
})

type Run = { contactId: string; enteredAt: Date }
type Ended = { exitReason?: string | null; lines: readonly { stepId: string }[] }
/** Sorts by start, then by content, because two runs of a contact may start at the same instant. */
const byStart = (one: Run & Ended, other: Run & Ended) =>
  one.enteredAt.getTime() - other.enteredAt.getTime() ||
  one.contactId.localeCompare(other.contactId) ||
  contentsOf(one).localeCompare(contentsOf(other))
const contentsOf = ({ exitReason, lines }: Ended) => [exitReason, ...lines.map(({ stepId }) => stepId)].join(' ')

const whatHappened = async (automation: string) => {
  const rows = await db.sql<{ id: string } & Run & { endedAt: Date | null; status: string; exitReason: string | null }>(
    `select id, contact_id as "contactId", entered_at as "enteredAt", ended_at as "endedAt", status, exit_reason as "exitReason"
     from automation_runs where automation_id = $1 order by entered_at, id`,
    [automation],
  )
  return Promise.all(
    rows.map(async ({ id, ...run }) => ({
      ...run,
      lines: await db.sql<{ stepId: string; outcome: string; at: Date; reason: string | null; effect: object | null }>(
        `select step_id as "stepId", status as outcome, at, output ->> 'reason' as reason, input as effect
         from automation_run_steps where run_id = $1 order by seq`,
        [id],
      ),
    })),
  )
}
