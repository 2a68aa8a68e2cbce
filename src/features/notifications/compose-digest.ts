// Text of the daily digest, and when it is due.
import { count } from '#lib/hebrew/count.ts'
import { isRestDay } from '#lib/time/holidays.ts'
import { knownZone } from '#lib/time/visitor-zones.ts'
import { dayIn, minutesIn } from '#lib/time/zoned-time.ts'

export type DigestNotice = { title: string; message: string }
export type DigestTask = { name: string; isOverdue: boolean }

/** Maximum lines per section; further lines are summarized as a count. */
const maxLines = 12

/** Sending window in minutes of the user's day. The digest is a morning mail, so it is skipped after the last hour. */
const hours = { from: 8 * 60, until: 20 * 60 }
const friday = 5

type Closed = readonly { from: string; until: string }[]

/** The user's local date if a digest is due: from 8:00, Sunday to Thursday, except on holidays and closed days. */
export function digestDay(now: Date, zone: string, { lastDay, closed }: { lastDay: string | null; closed: Closed }) {
  const where = knownZone(zone)
  const day = dayIn(where, now.getTime())
  const minutes = minutesIn(where, now.getTime())
  if (minutes < hours.from || minutes >= hours.until) return undefined
  if (lastDay && lastDay >= day) return undefined
  if (new Date(day).getUTCDay() >= friday || isRestDay(day)) return undefined
  return closed.some(({ from, until }) => from <= day && day <= until) ? undefined : day
}

export function composeDigest(notices: readonly DigestNotice[], tasks: readonly DigestTask[]) {
  const summary = [
    notices.length > 0 && count(notices.length, { one: 'התראה אחת', two: 'שתי התראות', other: '# התראות' }),
    tasks.length > 0 && count(tasks.length, { one: 'משימה אחת', two: 'שתי משימות', other: '# משימות' }),
  ].filter((part) => part !== false)
  const overdue = tasks.filter(({ isOverdue }) => isOverdue)
  const today = tasks.filter(({ isOverdue }) => !isOverdue)
  const parts = [
    part(
      'מה חדש',
      notices.map(({ title, message }) => (message ? `${title}: ${message}` : title)),
    ),
    part(
      'משימות להיום',
      today.map(({ name }) => name),
    ),
    part(
      'משימות שהמועד שלהן עבר',
      overdue.map(({ name }) => name),
    ),
  ]
  return { digestSummary: summary.join(', '), digestNotices: parts.filter(Boolean).join('\n\n') }
}

function part(title: string, lines: readonly string[]) {
  if (lines.length === 0) return ''
  const remaining = lines.length - maxLines
  const shown = lines.slice(0, maxLines).map((line) => line.replaceAll(/\s+/g, ' ').trim())
  return [`${title}:`, ...shown, ...(remaining > 0 ? [`ועוד ${remaining}`] : [])].join('\n')
}
