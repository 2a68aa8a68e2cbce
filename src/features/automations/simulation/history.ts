// Reconstructs facts at an earlier time from current facts and the events since. Facts without events have the current value.
import { changeTag, type EngineEvent, type Facts } from '../engine/facts.ts'

export type HistoryEvent = EngineEvent & {
  id: string
  at: Date
  /** Events of one transaction are applied together. */
  transaction: string
  /** Caused by a run of the simulated automation: reverted, and not replayed. */
  isOwn: boolean
}

/** The facts before the first event. `events` are in ascending order. */
export const factsBefore = (today: Facts, events: readonly HistoryEvent[]): Facts =>
  events.toReversed().reduce((facts, event) => change(facts, event, true), today)

export const factsAfter = (facts: Facts, event: EngineEvent): Facts => change(facts, event, false)

const isText = (value: unknown): value is string => typeof value === 'string'

function change(facts: Facts, event: EngineEvent, isUndone: boolean): Facts {
  const { type, payload } = event
  switch (type) {
    case 'contact.created':
      return { ...facts, isGone: isUndone, ...(isText(payload['lifecycle']) && { lifecycle: payload['lifecycle'] }) }
    case 'contact.tagged':
      return {
        ...facts,
        tags: changeTag(facts.tags, String(payload['tag_id']), (payload['change'] === 'added') !== isUndone),
      }
    case 'contact.updated':
      return changeContact(facts, payload, isUndone)
    case 'consent.granted':
    case 'consent.withdrawn':
      // The state before a consent is not in its event.
      return payload['channel'] === 'email' && !isUndone ? { ...facts, hasConsent: type === 'consent.granted' } : facts
    default:
      return type.startsWith('opportunity.') ? changeOpportunity(facts, event, isUndone) : facts
  }
}

function changeContact(facts: Facts, payload: EngineEvent['payload'], isUndone: boolean): Facts {
  const fields: unknown[] = Array.isArray(payload['fields']) ? payload['fields'] : []
  const lifecycle = payload[isUndone ? 'from_lifecycle' : 'lifecycle']
  const ownerId = payload[isUndone ? 'from_owner_id' : 'owner_id']
  return {
    ...facts,
    ...(isText(lifecycle) && { lifecycle }),
    ...(fields.includes('owner_id') && { ownerId: isText(ownerId) ? ownerId : null }),
    ...(fields.includes('do_not_contact') && { doNotContact: !facts.doNotContact }),
  }
}

const isClosing = (type: string) => type === 'opportunity.won' || type === 'opportunity.lost'

function changeOpportunity(facts: Facts, { type, payload, entityId }: EngineEvent, isUndone: boolean): Facts {
  if (type === 'opportunity.rotting') return facts
  const others = facts.opportunities.filter(({ id }) => id !== entityId)
  if (type === 'opportunity.created')
    return {
      ...facts,
      opportunities: isUndone
        ? others
        : [
            {
              id: entityId,
              pipelineId: String(payload['pipeline_id']),
              stageId: String(payload['stage_id']),
              isOpen: true,
            },
            ...others,
          ],
    }
  const stageId = payload[isUndone ? 'from_stage_id' : 'stage_id']
  return {
    ...facts,
    opportunities: facts.opportunities.map((one) => {
      if (one.id !== entityId) return one
      const isOpen = isClosing(type) ? isUndone : type === 'opportunity.reopened' ? !isUndone : one.isOpen
      return { ...one, isOpen, ...(isText(stageId) && { stageId }) }
    }),
  }
}
