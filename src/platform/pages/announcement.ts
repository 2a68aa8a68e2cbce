// Site-wide announcement with a date range. Cached pages expire at its next change.
import type { Backend } from '#client/backend.ts'
import { type BlockOf, siteWidePath, type Page } from '#platform/pages/pages.ts'
import { readPage } from '#platform/pages/pages.data.ts'
import { instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'

/** `key` changes with every edit: dismissing the previous one does not hide this one. */
export type Announcement = BlockOf<'announcement'>['content'] & { key: string }

/** The published announcement, whatever its dates. */
export async function readAnnouncement(backend: Backend): Promise<Announcement | undefined> {
  const page = await readPage(backend, siteWidePath)
  return page && announcementOf(page)
}

export function announcementOf({ blocks, publishedAt }: Page): Announcement | undefined {
  const block = blocks.find(({ kind }) => kind === 'announcement') as BlockOf<'announcement'> | undefined
  return block && { ...block.content, key: Date.parse(publishedAt).toString(36) }
}

/** Whether it is shown now, by dates in Israel, and the instant at which that changes. */
export function isShownAt(now: Date, { from, to }: Pick<Announcement, 'from' | 'to'>) {
  const begins = from ? instantAt(from, '00:00') : undefined
  const ends = to ? instantAt(addDays(to, 1), '00:00') : undefined
  const next = [begins, ends].filter((at) => at !== undefined && at > now)[0]
  return {
    isShown: (!begins || begins <= now) && (!ends || now < ends),
    ...(next && { holdsUntil: next.toISOString() }),
  }
}
