// Contract of domain events: the row, and how a module declares its events.
import { Instant, z } from '#lib/schema.ts'

export const DomainEvent = z.object({
  id: z.int(),
  type: z.string(),
  occurred_at: Instant,
  actor_kind: z.enum(['user', 'system', 'automation']),
  actor_id: z.uuid().nullable(),
  contact_id: z.uuid().nullable(),
  household_id: z.uuid().nullable(),
  entity_type: z.string(),
  entity_id: z.uuid(),
  payload: z.record(z.string(), z.unknown()),
  /** The automation run that caused the event. */
  caused_by: z.uuid().nullable(),
  depth: z.int(),
  once_key: z.string().nullable(),
  transaction_id: z.string(),
  is_demo: z.boolean(),
})
export type DomainEvent = z.infer<typeof DomainEvent>

const EventCursor = z.object({
  subscriber: z.string(),
  transaction_id: z.string(),
  event_id: z.int(),
  failing_event_id: z.int().nullable(),
  attempts: z.int(),
  retry_at: Instant.nullable(),
  last_error: z.string().nullable(),
  updated_at: Instant,
})

const EventFailure = z.object({
  id: z.uuid(),
  subscriber: z.string(),
  event_id: z.int(),
  error: z.string(),
  failed_at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { domain_events: DomainEvent, event_cursors: EventCursor, event_failures: EventFailure }

/**
 * The events of a module: payload schema and Hebrew label per type. `about`: the message template context that an automation can
 * use after the event. Its id is `<about>_id` in the payload, otherwise the entity id.
 */
export type EventDeclarations = Readonly<
  Record<`${string}.${string}`, { label: string; payload: z.ZodObject; about?: string }>
>

/** Event type to its template context; types without `about` are omitted. */
export const contextsOf = (events: EventDeclarations): ReadonlyMap<string, string> =>
  new Map(Object.entries(events).flatMap(([type, { about }]) => (about === undefined ? [] : [[type, about] as const])))
