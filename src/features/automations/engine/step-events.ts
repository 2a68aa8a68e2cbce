// The events that a step causes. A run never reacts to its own events; definitions that expect it are reported.
import type { Step } from './definition.ts'
import type { EngineEvent } from './facts.ts'

export function eventsOf(step: Step): EngineEvent[] {
  const event = (type: string, payload: EngineEvent['payload']): EngineEvent[] => [
    { type, payload, entityId: '', depth: 0 },
  ]
  switch (step.kind) {
    case 'tag':
      return event('contact.tagged', { tag_id: step.tagId, change: step.change === 'add' ? 'added' : 'removed' })
    case 'field': {
      const [column] = step.key.split('.')
      return event('contact.updated', {
        fields: [column],
        ...(step.key === 'lifecycle' && { lifecycle: step.value }),
      })
    }
    case 'assign':
      return event('contact.updated', { fields: ['owner_id'], owner_id: step.userId })
    case 'stage':
      return event('opportunity.stage_changed', { pipeline_id: step.pipelineId, stage_id: step.stageId })
    case 'task':
      return event('task.created', { kind: step.type })
    default:
      return []
  }
}
