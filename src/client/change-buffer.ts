// Batches row changes for screens, since they arrive in bursts. Spec §9: one batch every 2000 ms,
// at most 20 queued changes, 10 in a hidden tab. A dropped change is reported once, so that counts stay correct and
// lists refetch.
export const CHANGES_EVERY_MS = 2_000
const MAX_QUEUED = 20
const MAX_QUEUED_HIDDEN = 10

export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE'
export type RowChange<Row> = { eventType: ChangeKind; table: string; new: Partial<Row>; old: Partial<Row> }
export type ChangeBundle<Row> = {
  /** Oldest first. */
  changes: RowChange<Row>[]
  /** The number of changes that the full queue dropped. */
  missed: number
}

type BufferOptions<Row> = {
  deliver: (bundle: ChangeBundle<Row>) => void
  /** Called with each dropped change, before the batch that lacks the change. */
  onDrop: (change: RowChange<Row>) => void
  isReduced: () => boolean
}

/** Delivers the first change at once, the following ones as a batch after the interval. */
export function changeBuffer<Row>({ deliver, onDrop, isReduced }: BufferOptions<Row>) {
  let waiting: RowChange<Row>[] = []
  let missed = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let deliveredAt = -Infinity

  function flush() {
    timer = undefined
    deliveredAt = Date.now()
    const bundle = { changes: waiting, missed }
    waiting = []
    missed = 0
    deliver(bundle)
  }

  return {
    add(change: RowChange<Row>) {
      waiting.push(change)
      const max = isReduced() ? MAX_QUEUED_HIDDEN : MAX_QUEUED
      for (const dropped of waiting.splice(0, waiting.length - max)) {
        missed += 1
        onDrop(dropped)
      }
      timer ??= setTimeout(flush, Math.max(0, deliveredAt + CHANGES_EVERY_MS - Date.now()))
    },
    drop() {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}
