// Layout of appointments in an hour column. Times are minutes of the day.

export type TimedItem = { id: string; start: number; end: number }
/** `lane` of `lanes` side by side. */
export type WithLane<T extends TimedItem> = T & { lane: number; lanes: number }

/** Overlapping appointments are placed side by side; adjacent appointments are not. */
export function placeInLanes<T extends TimedItem>(items: readonly T[]): WithLane<T>[] {
  const placed: WithLane<T>[] = []
  let group: WithLane<T>[] = []
  let groupEnd = -1
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane + 1))
    for (const one of group) one.lanes = lanes
    placed.push(...group)
    group = []
  }
  for (const item of items.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (item.start >= groupEnd) close()
    const used = new Set(group.filter(({ end }) => end > item.start).map(({ lane }) => lane))
    let lane = 0
    while (used.has(lane)) lane += 1
    group.push({ ...item, lane, lanes: 1 })
    groupEnd = Math.max(groupEnd, item.end)
  }
  close()
  return placed
}

const usualHours = { first: 8, last: 20 }

/** The displayed hours: the default ones, extended for earlier or later appointments. */
export function hoursOf(items: readonly TimedItem[]): { first: number; last: number } {
  return {
    first: Math.min(usualHours.first, ...items.map(({ start }) => Math.floor(start / 60))),
    last: Math.max(usualHours.last, ...items.map(({ end }) => Math.ceil(end / 60))),
  }
}
