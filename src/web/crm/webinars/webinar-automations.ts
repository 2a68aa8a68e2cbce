// Automations that a webinar starts or continues, and the external systems that they update.
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
  /** Whether an event filters by this webinar; otherwise it applies to all webinars. */
  isOwn: boolean
  /** Hosts of the URLs that webhook steps call. */
  hosts: string[]
}

type Version = { automation_id: string; version: number; definition: Definition }

/** Uses the published version of a published automation, and the draft of an unpublished one. Those specific to the webinar come first. */
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

/** Events, of this webinar or of all, that start or continue the automation. */
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
