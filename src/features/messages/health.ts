// Problems of sending as text, each with a link to the screen that fixes the problem.
import { relativeTime } from '#lib/time/dates.ts'

export type SenderState = {
  now: Date
  isMailConfigured: boolean
  outbox: { waiting: number; oldestAt: string | null; lastError: string | undefined }
  /** Oldest waiting webhook call of automations. */
  webhooks: { oldestAt: string; to: string } | undefined
  due: number
  oldestDueAt: string | null
  sent: number
  bounced: number
  complained: number
  /** The start of the period in which sent, bounced and complained mails are counted. */
  since: string
  paused: readonly { id: string; name: string; because: string | null }[]
}

export type Fault = { key: string; title: string; text: string; to?: string; link?: string }

/** The same limit as in /health: a longer wait of a mail or message means that sending has stopped. */
const lateMs = 15 * 60_000
/** Large mail services start to reject a sender above these rates. With fewer mails the rates are not significant. */
const bounceLimit = 0.05
const complaintLimit = 0.003
const fewestMails = 20

const isLate = (at: string | null, now: Date) => at !== null && now.getTime() - new Date(at).getTime() > lateMs

export const bounceRate = ({ sent, bounced }: { sent: number; bounced: number }) => (sent > 0 ? bounced / sent : 0)

export function findProblems(state: SenderState): Fault[] {
  const { now, outbox, sent } = state
  const problems: Fault[] = []
  if (!state.isMailConfigured)
    problems.push({
      key: 'no-mail-server',
      title: 'הדואר היוצא עוד לא הוגדר',
      text: 'הודעות נכתבות ומחכות בתור. אחרי הגדרת שרת הדואר הן יוצאות מעצמן.',
      to: '/crm/settings?tab=messages',
      link: 'להגדרת הדואר היוצא',
    })
  else if (isLate(outbox.oldestAt, now))
    problems.push({
      key: 'mail-stuck',
      title: 'שרת הדואר לא מקבל הודעות',
      text: `ההודעה הוותיקה בתור מחכה מאז ${relativeTime(outbox.oldestAt!, now)}. ${outbox.lastError ? 'תשובת השרת והודעת ניסיון נמצאות בהגדרות.' : 'כדאי לשלוח הודעת ניסיון.'} הודעה שנכשלה נשלחת שוב מעצמה.`,
      to: '/crm/settings?tab=messages',
      link: 'לבדיקת הדואר היוצא',
    })
  if (state.webhooks && isLate(state.webhooks.oldestAt, now))
    problems.push({
      key: 'webhooks-stuck',
      title: 'מערכת חיצונית לא עונה',
      text: `עדכון אל ${state.webhooks.to} מחכה מאז ${relativeTime(state.webhooks.oldestAt, now)}. הוא נשלח שוב מעצמו, עד ארבעה ימים, ולא מעכב עדכונים למערכות אחרות. כדאי לבדוק שהכתובת בצעד של האוטומציה עוד נכונה.`,
      to: '/crm/automations',
      link: 'לאוטומציות',
    })
  if (isLate(state.oldestDueAt, now))
    problems.push({
      key: 'sender-stuck',
      title: 'השולח מאחר',
      text: `הודעה שזמנה הגיע ${relativeTime(state.oldestDueAt!, now)} עוד לא יצאה. אם המספר לא יורד בדקות הקרובות, הפעלה מחדש של השרת מחזירה את השולח לעבודה, ושום הודעה לא יוצאת פעמיים.`,
      to: '/crm/email/messages?outcome=late',
      link: 'להודעות המאחרות',
    })
  if (sent >= fewestMails && bounceRate(state) > bounceLimit)
    problems.push({
      key: 'bounces',
      title: 'יותר מדי הודעות חוזרות',
      text: 'שירותי דואר חוסמים שולח שהרבה מהודעותיו חוזרות. כתובות שחזרו כבר לא מקבלות דיוור; כדאי לתקן אותן אצל אנשי הקשר, ולא לשלוח לרשימות ישנות.',
      to: `/crm/email/messages?outcome=bounced&since=${encodeURIComponent(state.since)}`,
      link: 'להודעות שחזרו',
    })
  if (sent >= fewestMails && state.complained / sent > complaintLimit)
    problems.push({
      key: 'complaints',
      title: 'הודעות מסומנות כדואר זבל',
      text: 'כדאי לשלוח לעיתים רחוקות יותר, ורק למי שהסכימו לאחרונה. מי שסימנו כבר הוסרו מהדיוור.',
      to: `/crm/email/messages?outcome=complained&since=${encodeURIComponent(state.since)}`,
      link: 'להודעות שסומנו',
    })
  for (const { id, name, because } of state.paused)
    problems.push({
      key: id,
      title: `״${name}״ הושהתה`,
      text:
        because === 'loop'
          ? 'אוטומציות הפעילו זו את זו שוב ושוב. יש לשנות טריגר או תנאי באחת מהן, ואז להפעיל מחדש.'
          : 'יותר מ־5% מהריצות נכשלו. אחרי תיקון הסיבה, שמופיעה בריצות, אפשר להפעיל מחדש.',
      to: `/crm/automations/${id}/runs?status=failed`,
      link: 'לריצות שנכשלו',
    })
  return problems
}
