// The change listeners of this node, indexed by table.
import type { Version } from '../frames.ts'
import { type RowChange, oldValues, valuesOf } from './authorize-change.ts'
import type { CallerIdentity, Subscription } from './tables.ts'

/** A joined channel that listens to changes. A fresh token may change its caller. */
export type Listener = {
  topic: string
  version: Version
  caller: CallerIdentity
  subscriptions: Subscription[]
  send(frame: Buffer): void
  /** Called when changes may have been missed: the client must subscribe again and refetch. */
  lost(): void
}

export type Match = { listener: Listener; caller: CallerIdentity; subscription: Subscription }

export type Listeners = ReturnType<typeof createListeners>

export function createListeners() {
  type Entry = { listener: Listener; subscription: Subscription }
  const byTable = new Map<string, Set<Entry>>()
  const joined = new Map<Listener, () => void>()

  return {
    has: (listener: Listener) => joined.has(listener),
    all: () => joined.keys(),
    /** A second call replaces the first: two tokens of one channel may be checked at the same time. */
    add(listener: Listener) {
      joined.get(listener)?.()
      const removals = listener.subscriptions.map((subscription) => {
        const key = `${subscription.schema}.${subscription.table}`
        const entry = { listener, subscription }
        const set = byTable.get(key) ?? new Set()
        byTable.set(key, set.add(entry))
        return () => {
          set.delete(entry)
          if (set.size === 0) byTable.delete(key)
        }
      })
      joined.set(listener, () => removals.forEach((remove) => remove()))
    },
    remove(listener: Listener) {
      joined.get(listener)?.()
      joined.delete(listener)
    },
    match(change: RowChange): Match[] {
      const values = valuesFor(change)
      return keysOf(change)
        .flatMap((key) => [...(byTable.get(key) ?? [])])
        .filter(({ subscription }) => wants(subscription, change, values))
        .map(({ listener, subscription }) => ({ listener, subscription, caller: listener.caller }))
    },
  }
}

/** Whether it has conditions that only the database can evaluate. */
export const hasDatabaseConditions = ({ subscriptions }: Listener) =>
  subscriptions.some(({ databaseConditions }) => databaseConditions.length > 0)

const keysOf = ({ relation: { schema, table } }: RowChange) => [`${schema}.${table}`, `${schema}.*`, '*.*']

/** The row that filters are evaluated on: the new row, or for a delete the old row. */
export const valuesFor = (change: RowChange) =>
  change.after ? valuesOf(change.relation, change.after, false) : oldValues(change)!

const wants = ({ event, passes }: Subscription, { type }: RowChange, values: ReturnType<typeof valuesFor>) =>
  (event === '*' || event === type) && passes((name) => values.get(name))
