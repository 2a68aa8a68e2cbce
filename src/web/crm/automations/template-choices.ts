// Templates that the steps of an automation can send: about the contact, or about what its event is about.
import type { Definition, Step } from '#features/automations/engine/definition.ts'
import { eachStep } from '#features/automations/engine/flow.ts'
import { eventContexts } from './event-catalog.ts'
import type { Choices } from './use-choices.ts'

/** With the templates that the event of the trigger gives values to, and those that a step names already. */
export function choicesFor(choices: Choices, { trigger, steps }: Pick<Definition, 'trigger' | 'steps'>): Choices {
  const given = trigger.type === 'event' ? eventContexts.get(trigger.event) : undefined
  const named = templateIdsOf(steps)
  const templates = choices.templates.filter(
    ({ id, context }) => context === null || context === given || named.includes(id),
  )
  return { ...choices, templates }
}

/** Whether a message of the steps is about more than the contact: a contact who is added by hand does not get it. */
export function needsEvent({ templates }: Choices, steps: readonly Step[]) {
  const named = templateIdsOf(steps)
  return templates.some(({ id, context }) => context !== null && named.includes(id))
}

const templateIdsOf = (steps: readonly Step[]) =>
  [...eachStep(steps)].flatMap((step) => (step.kind === 'message' ? [step.templateId] : []))
