// Tells one part of the app what happened in another, and remembers the newest of it.
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
type Surroundings = {
  /** Who is signed in at this moment. */
  userId: () => string | null
  /** Told of a listener that failed; the other listeners still hear of the event. */
  onError: (error: unknown, event: EventRecord) => void
}

/** Listeners are called at once, in the order in which they came. */
export function createEventBus({ userId, onError }: Surroundings) {
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
    /** Listens to events of one type, or of all with `*`. Call the answer to stop. */
    on(type: string, listener: Listener): () => void {
      const of = listeners.get(type) ?? new Set()
      listeners.set(type, of.add(listener))
      return () => void of.delete(listener)
    },
    history: (): readonly EventRecord[] => history,
  }
}

export type EventBus = ReturnType<typeof createEventBus>
