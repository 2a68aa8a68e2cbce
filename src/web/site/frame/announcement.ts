// One line above every page, from one day to another. The finished pages hold only as long as it does.
import type { SupabaseClient } from '@supabase/supabase-js'
import { type BlockOf, siteWidePath, type Page } from '#features/pages/pages.ts'
import { readPage } from '#features/pages/pages.data.ts'
import { addDays, instantAt } from '#lib/time/dates.ts'

/** `key` is another one after every change: who closed the one before sees this one. */
export type Announcement = BlockOf<'announcement'>['content'] & { key: string }

/** What is published, whether or not its days have come. */
export async function readAnnouncement(backend: SupabaseClient): Promise<Announcement | undefined> {
  const page = await readPage(backend, siteWidePath)
  return page && announcementOf(page)
}

export function announcementOf({ blocks, publishedAt }: Page): Announcement | undefined {
  const block = blocks.find(({ kind }) => kind === 'announcement') as BlockOf<'announcement'> | undefined
  return block && { ...block.content, key: Date.parse(publishedAt).toString(36) }
}

/** Whether it is shown now, by the days of Israel, and the instant from which that changes. */
export function isShownAt(now: Date, { from, to }: Pick<Announcement, 'from' | 'to'>) {
  const begins = from ? instantAt(from, '00:00') : undefined
  const ends = to ? instantAt(addDays(to, 1), '00:00') : undefined
  const next = [begins, ends].filter((at) => at !== undefined && at > now)[0]
  return {
    isShown: (!begins || begins <= now) && (!ends || now < ends),
    ...(next && { holdsUntil: next.toISOString() }),
  }
}
