// Which automations a webinar starts or moves on, and the systems that they update.
import type { ShownAutomation } from '#features/automations/automations.data.ts'
import type { Definition, EventMatch } from '#features/automations/engine/definition.ts'
import { eachStep } from '#features/automations/engine/flow.ts'

export type WebinarAutomation = {
  id: string
  name: string
  kind: ShownAutomation['kind']
  status: ShownAutomation['status']
  pausedBecause: ShownAutomation['paused_because']
  events: string[]
  /** Whether an event names this webinar; otherwise they are those of all webinars. */
  isOwn: boolean
  /** Hosts of the addresses that webhook steps call. */
  hosts: string[]
}

type Version = { automation_id: string; version: number; definition: Definition }

/** Of a published automation counts what is published, of a draft the draft. Those that name the webinar come first. */
export function automationsOfWebinar(
  webinar: string,
  automations: readonly ShownAutomation[],
  published: readonly Version[],
): WebinarAutomation[] {
  return automations
    .filter(({ status }) => status !== 'archived')
    .flatMap(
      ({ id, name, kind, status, current_version: current, definition: draft, paused_because: pausedBecause }) => {
        const shown = published.find((one) => one.automation_id === id && one.version === current)
        const definition = current === null ? draft : shown?.definition
        const found = definition ? eventsOf(definition, webinar) : []
        if (!definition || found.length === 0) return []
        const events = [...new Set(found.map(({ event }) => event))]
        const isOwn = found.some(({ match }) => match['webinar_id'] === webinar)
        return { id, name, kind, status, pausedBecause, events, isOwn, hosts: hostsOf(definition) }
      },
    )
    .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))
}

/** Events of this webinar, and of all, with which the automation begins or goes on. */
function eventsOf({ trigger, steps }: Definition, webinar: string): EventMatch[] {
  const all: EventMatch[] = trigger.type === 'event' ? [trigger] : []
  for (const step of eachStep(steps)) if (step.kind === 'await' || step.kind === 'goal') all.push(step)
  return all.filter(
    ({ event, match: { webinar_id: named } }) =>
      event.startsWith('webinar.') && (named === undefined || named === webinar),
  )
}

const hostsOf = ({ steps }: Definition) => [
  ...new Set(
    [...eachStep(steps)].flatMap((step) =>
      step.kind === 'webhook' && URL.canParse(step.url) ? new URL(step.url).hostname : [],
    ),
  ),
]
