// Message templates that the steps of an automation can send: those about the contact, or about the entity of its trigger event.
import type { Definition, Step } from '#features/automations/engine/definition.ts'
import { eachStep } from '#features/automations/engine/flow.ts'
import { eventContexts } from './event-catalog.ts'
import type { Choices } from './use-choices.ts'

/** Includes templates whose context the trigger event provides, and those already used by a step. */
export function choicesFor(choices: Choices, { trigger, steps }: Pick<Definition, 'trigger' | 'steps'>): Choices {
  const triggerContext = trigger.type === 'event' ? eventContexts.get(trigger.event) : undefined
  const named = templateIdsOf(steps)
  const templates = choices.templates.filter(
    ({ id, context }) => context === null || context === triggerContext || named.includes(id),
  )
  return { ...choices, templates }
}

/** Whether a step's message has a context besides the contact: a manually enrolled contact does not get it. */
export function needsEvent({ templates }: Choices, steps: readonly Step[]) {
  const named = templateIdsOf(steps)
  return templates.some(({ id, context }) => context !== null && named.includes(id))
}

const templateIdsOf = (steps: readonly Step[]) =>
  [...eachStep(steps)].flatMap((step) => (step.kind === 'message' ? [step.templateId] : []))
