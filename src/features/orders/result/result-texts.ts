// Texts of the result page. They say that nothing was charged only if the provider confirmed it.
import { formatDate, formatTime } from '#lib/time/dates.ts'
import type { OpenedOrder } from '../opened-order.ts'

type ResultFacts = Pick<OpenedOrder, 'outcome' | 'status' | 'isStandIn'>

export type ResultText = {
  title: string
  text: string
  /** Whether the provider's response is pending. */
  isWaiting: boolean
  /** Whether it is safe to pay again. */
  canRetry: boolean
}

const reasons = {
  declined: 'חברת האשראי לא אישרה את העסקה.',
  three_d_secure: 'האימות מול חברת האשראי לא הושלם.',
  cancelled: 'התשלום בוטל לפני השלמתו.',
  expired: 'עמוד התשלום פג. אפשר לפתוח עמוד חדש.',
  unknown: 'אירעה תקלה זמנית.',
} as const

const notCharged = 'הכרטיס לא חויב. אפשר לנסות שוב, לבחור אמצעי תשלום אחר או לפנות אלינו.'
const waiting = 'אנחנו מאמתים את העסקה מול חברת הסליקה. זה לוקח בדרך כלל פחות מדקה. אין צורך לשלם שוב.'

/** `why`: the reason in the payer's return URL. `isSlow`: the response has been pending for a long time. */
export function resultText(
  { outcome, status }: ResultFacts,
  { why, isSlow }: { why: string | undefined; isSlow: boolean },
): ResultText {
  const still = { isWaiting: true, canRetry: false }
  const ended = { isWaiting: false, canRetry: false }
  switch (outcome.kind) {
    case 'paid':
      return { title: paidTitles[status] ?? 'התשלום התקבל, תודה!', text: '', ...ended }
    case 'by_hand':
      return {
        title: 'ההזמנה נרשמה, תודה!',
        text: 'נחזור אליכם עם פרטים לתשלום. ההרשמה תושלם כשהתשלום יגיע.',
        ...ended,
      }
    case 'failed':
      return {
        title: 'התשלום לא הושלם',
        text: `${reasons[outcome.reason]} ${notCharged}`,
        isWaiting: false,
        canRetry: true,
      }
    case 'open':
      return { title: 'ההזמנה עוד לא שולמה', text: 'אפשר להמשיך מהמקום שבו עצרתם.', isWaiting: false, canRetry: true }
    case 'no_deal':
      if (why === 'cancelled')
        return {
          title: 'התשלום לא הושלם',
          text: `${reasons.cancelled} ${notCharged}`,
          isWaiting: false,
          canRetry: true,
        }
      break
    case 'checking':
      if (why === 'cancelled')
        return {
          title: 'התשלום לא הושלם',
          text: `${reasons.cancelled} אנחנו בודקים אם בוצע חיוב. אין צורך לשלם שוב.`,
          ...still,
        }
  }
  return {
    title: 'התשלום בבדיקה',
    text: isSlow
      ? 'האימות נמשך יותר מהרגיל. אפשר לסגור את העמוד: התשובה תופיע כאן בכל כניסה לקישור הזה. אין צורך לשלם שוב.'
      : waiting,
    ...still,
  }
}

/** The status of the appointment after its payment. */
export function meetingText({ startsAt, zone, status }: NonNullable<OpenedOrder['meeting']>): string {
  const when = `${formatDate(startsAt)} בשעה ${formatTime(startsAt)}${zone === 'Asia/Jerusalem' ? '' : ' (שעון ישראל)'}`
  if (status === 'confirmed') return `הפגישה נקבעה ל־${when}. שלחנו אישור בדוא״ל.`
  if (status === 'pending') return `המועד ${when} מחכה לאישור שלנו, ונעדכן בדוא״ל.`
  if (status === 'completed' || status === 'no_show') return `הפגישה הייתה ב־${when}.`
  return 'הפגישה שעליה שילמתם לא תתקיים במועד שנבחר. ניצור איתכם קשר כדי לתאם מועד אחר או להחזיר את התשלום.'
}

const paidTitles: Partial<Record<OpenedOrder['status'], string>> = {
  partially_paid: 'התקבל חלק מהתשלום, תודה!',
  refunded: 'ההזמנה זוכתה',
  partially_refunded: 'חלק מההזמנה זוכה',
}
