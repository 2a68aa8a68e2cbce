// Texts of an item: title, note, waiting time.
import { topicLabels } from '#features/leads/topics.ts'
import type { Kind, TaskItem, TodayItem } from '#features/today/today.data.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { dueText } from '#lib/time/due.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'

export const kindTitles: Record<Kind, string> = {
  now: 'עכשיו',
  lead: 'פניות בלי מענה',
  overdue: 'משימות באיחור',
  today: 'משימות להיום',
  aimless: 'הזדמנויות בלי צעד הבא',
  rotting: 'הזדמנויות שעומדות במקום',
  waiting: 'מחכים ללקוחות',
  payment: 'תשלומים שלא הגיעו',
}

/** Singular labels. */
export const kindNames: Record<Kind, string> = {
  now: 'עכשיו',
  lead: 'פנייה בלי מענה',
  overdue: 'משימה באיחור',
  today: 'משימה להיום',
  aimless: 'הזדמנות בלי צעד הבא',
  rotting: 'הזדמנות שעומדת במקום',
  waiting: 'מחכים לתגובה',
  payment: 'תשלום שלא הגיע',
}

export type ItemTexts = {
  title: string
  /** A sentence or a list of details. */
  note: string
  /** Start or due time. */
  time: string
  isLate: boolean
}

const AN_HOUR_MS = 3_600_000

export function textsOf(item: TodayItem, now: Date): ItemTexts {
  switch (item.kind) {
    case 'lead':
      return {
        title: item.contact?.full_name ?? '',
        note: [topicOf(item.title), item.words].filter(Boolean).join(': '),
        time: relativeTime(item.since, now),
        isLate: now.getTime() - Date.parse(item.since) > AN_HOUR_MS,
      }
    case 'now':
      return {
        title: item.title,
        note: item.contact?.full_name ?? '',
        time: relativeTime(item.since, now),
        isLate: false,
      }
    case 'overdue':
    case 'today':
      return {
        title: item.title,
        note: item.contact?.full_name ?? '',
        time: dueText(item, now),
        isLate: item.kind === 'overdue',
      }
    case 'aimless':
    case 'rotting':
      return {
        title: item.title,
        note: [item.words, item.amount_agorot > 0 && formatMoney(item.amount_agorot)].filter(Boolean).join(' · '),
        time: inStage(item.since, now),
        isLate: item.kind === 'rotting',
      }
    case 'payment':
      return {
        title: item.contact?.full_name ?? '',
        note: `לא שולמו ${formatMoney(item.late_agorot)}`,
        time: relativeTime(item.since, now),
        isLate: true,
      }
    case 'waiting':
      return {
        title: item.contact?.full_name ?? '',
        note: item.title,
        time: relativeTime(item.since, now),
        isLate: true,
      }
  }
}

const topicOf = (topic: string) => (topicLabels as Record<string, string>)[topic] ?? topic

function inStage(since: string, now: Date) {
  const days = Math.floor((now.getTime() - Date.parse(since)) / 86_400_000)
  return count(days, { zero: 'מהיום בשלב', one: 'יום בשלב', two: 'יומיים בשלב', other: '# ימים בשלב' })
}

/** Path of the item's record; undefined for a task without a contact. */
export function placeOf(item: TodayItem): string | undefined {
  if (item.kind === 'aimless' || item.kind === 'rotting') return `/crm/opportunities/${item.id}`
  if (item.kind === 'payment') return `/crm/payment/${item.id}`
  return item.contact ? `/crm/contacts/${item.contact.id}` : undefined
}

export const isTask = (item: TodayItem): item is TaskItem =>
  item.kind === 'now' || item.kind === 'overdue' || item.kind === 'today'
