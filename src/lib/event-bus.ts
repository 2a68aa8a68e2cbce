// An in-process event bus between parts of the app, with a history of the newest events.
export type EventRecord<Type extends string = string, Data = unknown> = {
  id: string
  type: Type
  /** ISO 8601 */
  timestamp: string
  userId: string | null
  data: Data
  source: string
}

/** spec §9 */
export const eventHistoryCap = 1000

/** Maps each event type to the type of its data. */
type EventTypes = Record<string, unknown>
type EventOf<Events, Type extends keyof Events & string> = EventRecord<Type, Events[Type]>
type EventBusOptions = {
  /** Returns the currently signed-in user. */
  userId: () => string | null
  /** Called with the error of a failed listener; the other listeners still receive the event. */
  onError: (error: unknown, event: EventRecord) => void
}

/** Listeners are called synchronously, in the order of subscription. */
export function createEventBus<Events extends EventTypes>({ userId, onError }: EventBusOptions) {
  const listeners = new Map<string, Set<(event: EventRecord) => void>>()
  const history: EventRecord[] = []

  return {
    emit<Type extends keyof Events & string>(type: Type, data: Events[Type], source: string): EventOf<Events, Type> {
      const event = {
        id: crypto.randomUUID(),
        type,
        timestamp: new Date().toISOString(),
        userId: userId(),
        data,
        source,
      }
      history.push(event)
      if (history.length > eventHistoryCap) history.shift()
      for (const listener of listeners.get(type) ?? []) {
        try {
          listener(event)
        } catch (error) {
          onError(error, event)
        }
      }
      return event
    },
    /** Subscribes to events of one type. Returns the unsubscribe function. */
    on<Type extends keyof Events & string>(type: Type, listener: (event: EventOf<Events, Type>) => void): () => void {
      const of = listeners.get(type) ?? new Set()
      // `emit` passes only events of this type.
      const added = listener as (event: EventRecord) => void
      listeners.set(type, of.add(added))
      return () => void of.delete(added)
    },
    history: (): readonly EventRecord[] => history,
  }
}

export type EventBus<Events extends EventTypes> = ReturnType<typeof createEventBus<Events>>
