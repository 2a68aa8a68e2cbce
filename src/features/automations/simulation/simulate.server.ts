// Simulates an automation: its entries and messages in the last 30 days, or the future steps of one contact.
import { quietUntil, type MessageSettings } from '#features/messages/messages.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { refusals, SimulateAutomation, SimulatedAutomation } from '../automations.ts'
import type { Condition, Definition } from '../engine/definition.ts'
import { eachStep } from '../engine/flow.ts'
import { readFacts } from '../running/facts.server.ts'
import { readHistory } from './read-history.server.ts'
import { simulate, type SimulatedContact, type SimulatedLine, type Simulation } from './simulate.ts'

const dayMs = 86_400_000
const daysBack = 30
/** The simulated period of a dry run. */
const horizonDays = 730
const maxRuns = 200

const managesAutomations = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may

type Input = { id: string; definition: Definition; contactId?: string | undefined }

export const simulateAutomation = defineFunction({
  name: 'simulate-automation',
  caller: managesAutomations,
  as: 'service', // reads events and facts only
  refusals,
  timeoutMs: 30_000,
  input: SimulateAutomation,
  output: SimulatedAutomation,
  async run({ input, db }) {
    const now = new Date()
    const period = input.contactId
      ? { from: now, to: new Date(now.getTime() + horizonDays * dayMs) }
      : { from: new Date(now.getTime() - daysBack * dayMs), to: now }
    const { contacts, isPartial } = input.contactId
      ? { contacts: [await enteringNow(db, input.id, input.contactId, now)], isPartial: false }
      : await readHistory(db, input, period)
    const simulation = simulate(input, contacts, period)
    return { ...(await report(db, input, simulation)), ...spell(period), isPartial }
  },
})

const spell = ({ from, to }: { from: Date; to: Date }) => ({ from: from.toISOString(), to: to.toISOString() })

/** The contact with its current facts, enrolled manually at `now`. */
async function enteringNow(db: Db, automationId: string, contactId: string, now: Date): Promise<SimulatedContact> {
  const facts = (await readFacts(db, [contactId])).get(contactId)
  if (!facts) throw new Refusal('contact_not_found', 404, refusals.contact_not_found)
  const enrolled = {
    id: 'dry run',
    type: 'automation.enrolled',
    payload: { automation_id: automationId },
    entityId: automationId,
    depth: 0,
    at: now,
    transaction: 'dry run',
    isOwn: false,
  }
  return { facts, hadConsent: facts.hasConsent, events: [enrolled] }
}

async function report(db: Db, { definition }: Input, { runs, refused }: Simulation) {
  const shown = runs.slice(0, maxRuns)
  const names = await db.query<{ id: string; name: string }>(
    'select id, full_name as name from contacts where id = any ($1)',
    [shown.map(({ contactId }) => contactId)],
  )
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const sending = await sendingRules(db, definition)
  return {
    entered: runs.length,
    steps: count(runs.flatMap(({ lines }) => lines.map(({ stepId, outcome }) => `${stepId} ${outcome}`))).map(
      ([key, times]) => ({ stepId: key.split(' ')[0]!, outcome: key.split(' ')[1]!, runs: times }),
    ),
    refused: count(refused.map(({ why }) => why)).map(([why, contacts]) => ({ why, contacts })),
    exits: count(runs.flatMap(({ exitReason }) => exitReason ?? [])).map(([reason, times]) => ({
      reason,
      runs: times,
    })),
    runs: shown.map((run) => ({
      contactId: run.contactId,
      name: nameOf.get(run.contactId) ?? '',
      enteredAt: run.enteredAt.toISOString(),
      endedAt: run.endedAt?.toISOString() ?? null,
      status: run.status,
      exitReason: run.exitReason,
      lines: run.lines.map((line) => spellLine(line, sending)),
    })),
    isApproximate: readsUnrecorded(definition),
  }
}

const count = (keys: readonly string[]) =>
  [...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key, all.length] as const)

type Sending = { settings: MessageSettings; marketing: ReadonlySet<string> }

async function sendingRules(db: Db, { steps }: Definition): Promise<Sending> {
  const settings = await db.one<MessageSettings>('select * from message_settings')
  const templates = [...eachStep(steps)].flatMap((step) => (step.kind === 'message' ? step.templateId : []))
  const marketing = await db.query<{ id: string }>(
    `select id from message_templates where purpose = 'marketing' and id = any ($1)`,
    [templates],
  )
  return { settings, marketing: new Set(marketing.map(({ id }) => id)) }
}

/** Marketing waits for the end of quiet hours, and is not sent without consent. */
function spellLine(
  { at, stepId, outcome, reason, effect, hasConsent }: SimulatedLine,
  { settings, marketing }: Sending,
) {
  const line = { at: at.toISOString(), stepId, outcome, ...(reason && { reason }) }
  if (effect?.kind !== 'message') return line
  if (!marketing.has(effect.templateId)) return { ...line, sendAt: line.at }
  return hasConsent
    ? { ...line, sendAt: (quietUntil(at, settings) ?? at).toISOString() }
    : { ...line, unsent: 'no_consent' }
}

/** Conditions on `source` and custom fields, whose values are not in events. */
function readsUnrecorded({ filters, steps }: Definition): boolean {
  const reads = (conditions: readonly Condition[]) =>
    conditions.some((one) => one.about === 'field' && one.key !== 'lifecycle')
  return (
    reads(filters) ||
    [...eachStep(steps)].some((step) =>
      step.kind === 'branch' ? reads(step.conditions) : step.kind === 'message' && reads(step.only),
    )
  )
}
