// Positions of a ruler mark by keyboard and pointer. Time runs from the left, as in the player.

const step = 5
const minute = 60

/** The new second after a key press; undefined for other keys. Shift with an arrow moves by a minute. */
export function secondAfterKey(second: number, key: string, isShift: boolean, max: number): number | undefined {
  const by = isShift ? minute : step
  const moved = {
    ArrowRight: second + by,
    ArrowUp: second + by,
    ArrowLeft: second - by,
    ArrowDown: second - by,
    PageUp: second + minute,
    PageDown: second - minute,
    Home: 0,
    End: max,
  }[key]
  return moved === undefined ? undefined : clamp(moved, max)
}

/** The second at the pointer, in steps of five. */
export const secondAtPointer = (x: number, track: { left: number; width: number }, max: number): number =>
  clamp(Math.round(((x - track.left) / track.width) * (max / step)) * step, max)

const clamp = (second: number, max: number) => Math.min(Math.max(0, second), max)

/** Labelled minutes: at most thirteen, at round distances. */
export function ticksOf(max: number): number[] {
  const every = [1, 2, 5, 10, 15, 30, 60].find((minutes) => max / (minutes * minute) <= 12) ?? 60
  return Array.from({ length: Math.floor(max / (every * minute)) + 1 }, (_, i) => i * every * minute)
}
