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

type Listener = (event: EventRecord) => void
type EventBusOptions = {
  /** The signed-in user at this moment. */
  userId: () => string | null
  /** Called with the error of a failed listener; the other listeners still receive the event. */
  onError: (error: unknown, event: EventRecord) => void
}

/** Listeners are called synchronously, in the order of subscription. */
export function createEventBus({ userId, onError }: EventBusOptions) {
  const listeners = new Map<string, Set<Listener>>()
  const history: EventRecord[] = []

  return {
    emit(type: string, data: unknown, source: string): EventRecord {
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
      for (const listener of [...(listeners.get(type) ?? []), ...(listeners.get('*') ?? [])]) {
        try {
          listener(event)
        } catch (error) {
          onError(error, event)
        }
      }
      return event
    },
    /** Subscribes to events of one type, or to all with `*`. Returns the unsubscribe function. */
    on(type: string, listener: Listener): () => void {
      const of = listeners.get(type) ?? new Set()
      listeners.set(type, of.add(listener))
      return () => void of.delete(listener)
    },
    history: (): readonly EventRecord[] => history,
  }
}

export type EventBus = ReturnType<typeof createEventBus>
