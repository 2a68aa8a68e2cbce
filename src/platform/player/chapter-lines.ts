// The chapters of a recording as lines of text: "12:05 the annual check".
import { formatPosition, parsePosition } from './player-time.ts'

type Chapter = { at: number; title: string }

export const linesOfChapters = (chapters: readonly Chapter[]) =>
  chapters.map(({ at, title }) => `${formatPosition(at)} ${title}`).join('\n')

/** The chapters sorted by time, or the first line that is not a chapter. */
export function chaptersOfLines(text: string): Chapter[] | { wrong: string } {
  const chapters: Chapter[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (!line) continue
    const [, time = '', title = ''] = /^([\d:]+)\s+(.+)$/.exec(line) ?? []
    const at = time.includes(':') ? parsePosition(time) : undefined
    if (at === undefined || at > 28_800) return { wrong: line }
    chapters.push({ at, title: title.slice(0, 120) })
  }
  return chapters.toSorted((one, other) => one.at - other.at)
}
