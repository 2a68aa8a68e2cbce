// The engine's facts about a contact, and how effects change them.
import type { Effect } from './effects.ts'

export type Opportunity = { id: string; pipelineId: string; stageId: string; isOpen: boolean }

export type Facts = {
  contactId: string
  /** Deleted, merged into another contact, or erased. */
  isGone: boolean
  doNotContact: boolean
  hasConsent: boolean
  ownerId: string | null
  lifecycle: string
  source: string | null
  birthDate: string | null
  custom: Readonly<Record<string, unknown>>
  tags: readonly string[]
  /** Newest first. */
  opportunities: readonly Opportunity[]
}

/** A domain event as the engine sees it. */
export type EngineEvent = {
  type: string
  payload: Readonly<Record<string, unknown>>
  entityId: string
  depth: number
}

/** Reads the value of `lifecycle`, `source` or `custom.<key>`. */
export function fieldOf(facts: Facts, key: string): unknown {
  if (key === 'lifecycle') return facts.lifecycle
  if (key === 'source') return facts.source ?? undefined
  return facts.custom[key.slice('custom.'.length)]
}

/** Reads the calendar day in `birth_date` or `custom.<key>`. */
export function dateOf(facts: Facts, key: string): string | undefined {
  const value = key === 'birth_date' ? facts.birthDate : facts.custom[key.slice('custom.'.length)]
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
}

export const isSameValue = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The facts after an effect. Effects on other tables do not change the facts. */
export function applyEffect(facts: Facts, effect: Effect): Facts {
  switch (effect.kind) {
    case 'tag':
      return { ...facts, tags: changeTag(facts.tags, effect.tagId, effect.change === 'add') }
    case 'assign':
      return { ...facts, ownerId: effect.userId }
    case 'field':
      return setField(facts, effect.key, effect.value)
    case 'stage':
      return {
        ...facts,
        opportunities: facts.opportunities.map((one) =>
          one.id === effect.opportunityId ? { ...one, stageId: effect.stageId } : one,
        ),
      }
    default:
      return facts
  }
}

export const changeTag = (tags: readonly string[], tagId: string, isAdded: boolean) => {
  const others = tags.filter((tag) => tag !== tagId)
  return isAdded ? [...others, tagId] : others
}

export function setField(facts: Facts, key: string, value: unknown): Facts {
  if (key === 'lifecycle') return { ...facts, lifecycle: String(value) }
  if (key === 'source') return { ...facts, source: typeof value === 'string' ? value : null }
  const { [key.slice('custom.'.length)]: _, ...rest } = facts.custom
  return { ...facts, custom: value === null ? rest : { ...rest, [key.slice('custom.'.length)]: value } }
}
