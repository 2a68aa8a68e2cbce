// Where a viewer stopped, in local storage. The caller decides whether functional storage is allowed.
import { positionsKey } from './positions-key.ts'

const mostVideos = 20
/** Less than this is the beginning, not worth a question. */
const leastSeconds = 15

type Saved = Record<string, { position: number; at: number }>

function readAll(): Saved {
  try {
    return Object(JSON.parse(localStorage.getItem(positionsKey) ?? '{}')) as Saved
  } catch {
    return {}
  }
}

/** The position in seconds at which a video was left; 0 without one. */
export function savedPosition(key: string): number {
  const { position } = Object(readAll()[key]) as { position?: unknown }
  return typeof position === 'number' && position >= leastSeconds ? position : 0
}

/** Saves the position of a video. Near its end the position is forgotten. */
export function savePosition(key: string, position: number, duration: number) {
  const { [key]: _, ...others } = readAll()
  const isOver = duration > 0 && position > duration - leastSeconds
  const all: Saved = isOver ? others : { ...others, [key]: { position: Math.floor(position), at: Date.now() } }
  const newest = Object.entries(all)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, mostVideos)
  try {
    localStorage.setItem(positionsKey, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // Without local storage the video begins at its start.
  }
}
