// The last position in a video, in local storage. The caller decides whether functional storage is allowed.
import { positionsKey } from './positions-key.ts'

const maxVideos = 20
/** Positions below this are treated as the beginning, and resuming is not offered. */
const minSeconds = 15

type SavedPositions = Record<string, { position: number; at: number }>

function readAll(): SavedPositions {
  try {
    return Object(JSON.parse(localStorage.getItem(positionsKey) ?? '{}')) as SavedPositions
  } catch {
    return {}
  }
}

/** The last position in seconds; 0 if none is stored. */
export function savedPosition(key: string): number {
  const { position } = Object(readAll()[key]) as { position?: unknown }
  return typeof position === 'number' && position >= minSeconds ? position : 0
}

/** Stores the position in a video. Near the end of the video the position is deleted. */
export function savePosition(key: string, position: number, duration: number) {
  const { [key]: _, ...others } = readAll()
  const isOver = duration > 0 && position > duration - minSeconds
  const all: SavedPositions = isOver ? others : { ...others, [key]: { position: Math.floor(position), at: Date.now() } }
  const newest = Object.entries(all)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, maxVideos)
  try {
    localStorage.setItem(positionsKey, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // Without local storage the video starts at the beginning.
  }
}
