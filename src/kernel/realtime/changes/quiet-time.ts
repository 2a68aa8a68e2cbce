// The time since a table last changed. A client that read the table within that time has missed no change before its join.
import type { Subscription } from './tables.ts'

type Table = Pick<Subscription, 'schema' | 'table'>

export function createQuietTime(now: () => number = () => performance.now()) {
  /** When the feed started to stream; undefined while it does not. */
  let since: number | undefined
  const changedAt = new Map<string, number>()

  function latest({ schema, table }: Table) {
    if (schema !== '*' && table !== '*') return changedAt.get(`${schema}.${table}`) ?? 0
    const inReach = [...changedAt].filter(([name]) => schema === '*' || name.startsWith(`${schema}.`))
    return Math.max(0, ...inReach.map(([, at]) => at))
  }

  return {
    /** Call it when the feed starts to stream. */
    start: () => void (since ??= now()),
    note: ({ schema, table }: Table) => void changedAt.set(`${schema}.${table}`, now()),
    /** Milliseconds since the last known change of these tables, or since the feed streams; zero while it does not. */
    of(tables: Table[]) {
      if (since === undefined) return 0
      return Math.floor(now() - Math.max(since, ...tables.map(latest)))
    },
    clear() {
      since = undefined
      changedAt.clear()
    },
  }
}
