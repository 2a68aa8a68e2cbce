import type { ClientInProcess } from '#features/processes/clients.data.ts'
import { dayOf } from '#lib/time/dates.ts'
import { count } from '#lib/hebrew/count.ts'
import { daysBetween } from '#lib/time/day-arithmetic.ts'

type Facts = Pick<ClientInProcess, 'due_on' | 'late_tasks' | 'last_activity_at' | 'has_account' | 'stage_status'>

const quietDays = 14

/** The flags of a client that need attention from staff, as texts. */
export function flagsOf({ due_on, late_tasks, last_activity_at, has_account }: Facts, today: string): string[] {
  const quiet = last_activity_at ? daysBetween(dayOf(last_activity_at), today) : 0
  return [
    due_on && due_on < today && 'המועד עבר',
    late_tasks > 0 && count(late_tasks, { one: 'משימה באיחור', two: 'שתי משימות באיחור', other: '# משימות באיחור' }),
    quiet >= quietDays && `${quiet} ימים בלי פעילות`,
    !has_account && 'בלי כניסה לאזור האישי',
  ].filter((flag) => typeof flag === 'string')
}

/** How long the stage has been open; undefined without an open stage. */
export function timeInStage({ opened_at }: Pick<ClientInProcess, 'opened_at'>, today: string): string | undefined {
  if (!opened_at) return undefined
  const days = Math.max(0, daysBetween(dayOf(opened_at), today))
  return count(days, { zero: 'נכנסו היום', one: 'יום בשלב', two: 'יומיים בשלב', other: '# ימים בשלב' })
}

const waiting: Partial<Record<NonNullable<Facts['stage_status']>, string>> = {
  active: 'בעבודה',
  waiting_client: 'מחכה למשפחה',
  waiting_coach: 'מחכה לנו',
}

/** Missing documents of the open stage as text, by party: the family or staff. */
export const missingDocumentTexts = ({
  missing_documents: missing,
  received_documents: received,
}: Pick<ClientInProcess, 'missing_documents' | 'received_documents'>) => ({
  missing: missing > 0 && count(missing, { one: 'חסר מסמך', two: 'חסרים שני מסמכים', other: 'חסרים # מסמכים' }),
  received: received > 0 && count(received, { one: 'מסמך לבדיקה', two: 'שני מסמכים לבדיקה', other: '# מסמכים לבדיקה' }),
})

/** The party that the open stage waits for. */
export const waitingParty = ({ stage_status }: Pick<Facts, 'stage_status'>) =>
  (stage_status && waiting[stage_status]) ?? ''
