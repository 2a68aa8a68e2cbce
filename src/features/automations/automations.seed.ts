// Demo automation: a recipe, paused, with one finished run.
import { seedId } from '#lib/seed-id.ts'
import { demoContactId } from '#features/contacts/contacts.seed.ts'
import { triggerTypes } from './engine/admission.ts'
import { listenedEvents } from './engine/listened-events.ts'
import { beginRun } from './engine/run-state.ts'
import { touchedEntities } from './engine/touched-entities.ts'
import { recipes } from './recipes.ts'

const { key, name, definition } = recipes[0]!
const automationId = seedId(85, 1)
const runId = seedId(86, 1)
const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()

export const demoAutomations = (now: Date) => [
  {
    id: automationId,
    name,
    status: 'paused',
    paused_because: 'owner',
    definition,
    current_version: 1,
    recipe: key,
    created_at: hoursBefore(now, 96),
    is_demo: true,
  },
]

export const demoAutomationVersions = (now: Date) => [
  {
    automation_id: automationId,
    version: 1,
    definition,
    trigger_types: triggerTypes(definition),
    listens: listenedEvents(definition),
    touches: touchedEntities(definition),
    published_at: hoursBefore(now, 96),
  },
]

export const demoAutomationRuns = (now: Date) => [
  {
    id: runId,
    automation_id: automationId,
    version: 1,
    contact_id: demoContactId('itay'),
    status: 'exited',
    state: { ...beginRun(automationId, null), status: 'exited', exitReason: 'exit_step' },
    exit_reason: 'exit_step',
    entered_at: hoursBefore(now, 72),
    ended_at: hoursBefore(now, 71.5),
    is_demo: true,
  },
]

export const demoAutomationRunSteps = (now: Date) =>
  [
    { step_id: 'hello', status: 'done', hours: 72 },
    { step_id: 'call', status: 'done', hours: 72 },
    { step_id: 'answer', status: 'happened', hours: 71.5 },
    { step_id: 'answered', status: 'exited', hours: 71.5 },
  ].map(({ hours, ...step }, i) => ({ ...step, run_id: runId, seq: i + 1, at: hoursBefore(now, hours) }))
