// The event types that can change a run while it is active.
import { type Condition, type Definition, exitEvents, exitRules } from './definition.ts'
import { eachStep } from './flow.ts'

export function listenedEvents({ steps, exits }: Definition): string[] {
  const types = new Set(['automation.left'])
  for (const rule of exitRules) if (exits[rule]) for (const type of exitEvents[rule]) types.add(type)
  const ofConditions = (conditions: readonly Condition[]) => {
    for (const condition of conditions) if (condition.about === 'happened') types.add(condition.event)
  }
  for (const step of eachStep(steps)) {
    if (step.kind === 'await' || step.kind === 'goal') types.add(step.event)
    if (step.kind === 'branch') ofConditions(step.conditions)
    if (step.kind === 'message') ofConditions(step.only)
  }
  return [...types].toSorted()
}
