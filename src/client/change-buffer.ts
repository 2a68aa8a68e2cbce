// Row changes come one by one and in bursts; screens want them in small bundles. Spec §9: one bundle every 2000 ms,
// at most 20 changes waiting, 10 while nobody looks. What does not fit is counted, so that a list knows to read again.
export const CHANGES_EVERY_MS = 2_000
const WAITING_AT_MOST = 20
const WAITING_AT_MOST_REDUCED = 10

export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE'
export type RowChange<Row> = { eventType: ChangeKind; table: string; new: Partial<Row>; old: Partial<Row> }
export type ChangeBundle<Row> = {
  /** Oldest first. */
  changes: RowChange<Row>[]
  /** How many more there were of each kind that did not fit. */
  missed: Record<ChangeKind, number>
}

/** The first change goes out at once, the following ones together when their time has come. */
export function changeBuffer<Row>(deliver: (bundle: ChangeBundle<Row>) => void, isReduced: () => boolean) {
  let waiting: RowChange<Row>[] = []
  let missed = nothingMissed()
  let timer: ReturnType<typeof setTimeout> | undefined
  let deliveredAt = -Infinity

  function flush() {
    timer = undefined
    deliveredAt = Date.now()
    const bundle = { changes: waiting, missed }
    waiting = []
    missed = nothingMissed()
    deliver(bundle)
  }

  return {
    add(change: RowChange<Row>) {
      waiting.push(change)
      const most = isReduced() ? WAITING_AT_MOST_REDUCED : WAITING_AT_MOST
      for (const left of waiting.splice(0, waiting.length - most)) missed[left.eventType] += 1
      timer ??= setTimeout(flush, Math.max(0, deliveredAt + CHANGES_EVERY_MS - Date.now()))
    },
    drop() {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}

const nothingMissed = (): Record<ChangeKind, number> => ({ INSERT: 0, UPDATE: 0, DELETE: 0 })
