// Lists the entities that an automation reads and changes, as search keys: 'tag:<id>', 'field:<key>' and the like.
import type { Condition, Definition, EventMatch } from './definition.ts'
import { eachStep } from './flow.ts'

export function touchedEntities({ trigger, filters, steps }: Definition): string[] {
  const keys = new Set<string>()
  const ofMatch = ({ event, match }: EventMatch) => {
    keys.add(`event:${event}`)
    if (match['tag_id']) keys.add(`tag:${String(match['tag_id'])}`)
    if (match['stage_id']) keys.add(`stage:${String(match['stage_id'])}`)
    if (match['webinar_id']) keys.add(`webinar:${String(match['webinar_id'])}`)
    if (match['form_id']) keys.add(`form:${String(match['form_id'])}`)
    if (match['fields']) keys.add(`field:${String(match['fields'])}`)
  }
  const ofConditions = (conditions: readonly Condition[]) => {
    for (const one of conditions) {
      if (one.about === 'tag') keys.add(`tag:${one.tagId}`)
      if (one.about === 'field') keys.add(`field:${one.key}`)
      if (one.about === 'stage') keys.add(`stage:${one.stageId}`)
      if (one.about === 'happened') keys.add(`event:${one.event}`)
    }
  }
  if (trigger.type === 'event') ofMatch(trigger)
  if (trigger.type === 'date') keys.add(`field:${trigger.key}`)
  ofConditions(filters)
  for (const step of eachStep(steps)) {
    if (step.kind === 'tag') keys.add(`tag:${step.tagId}`)
    if (step.kind === 'field' || step.kind === 'until') keys.add(`field:${step.key}`)
    if (step.kind === 'stage') keys.add(`stage:${step.stageId}`)
    if (step.kind === 'message') keys.add(`template:${step.templateId}`)
    if (step.kind === 'enrol' || step.kind === 'unenrol') keys.add(`automation:${step.automationId}`)
    if (step.kind === 'await' || step.kind === 'goal') ofMatch(step)
    if (step.kind === 'branch') ofConditions(step.conditions)
    if (step.kind === 'message') ofConditions(step.only)
  }
  return [...keys].toSorted()
}
