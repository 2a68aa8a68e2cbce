// Checks of the running system: their facts, limits and texts.
import { count } from '#lib/hebrew/count.ts'
import { Instant, z } from '#lib/schema.ts'
import { formatFileSize } from '#lib/format-file-size.ts'
import { formatDate } from '#lib/time/dates.ts'

export const checkKinds = [
  'disk',
  'queue',
  'mail',
  'bounces',
  'certificate',
  'smtp',
  'calendar',
  'replica',
  'expiry',
] as const
export type CheckKind = (typeof checkKinds)[number]

export const checkLabels: Record<CheckKind, string> = {
  disk: 'מקום בדיסק',
  queue: 'עבודות ברקע',
  mail: 'הודעות שמחכות',
  bounces: 'הודעות שחזרו',
  certificate: 'תעודת האבטחה של האתר',
  smtp: 'שרת הדואר היוצא',
  calendar: 'יומנים מחוברים',
  replica: 'עותק לקריאה של הנתונים',
  expiry: 'מחיקת גיבויים ישנים',
}

/** Limits beyond which a check fails. */
export const limits = {
  /** The minimum free share of the disk. */
  freeDisk: 0.1,
  queueMinutes: 10,
  mailMinutes: 30,
  /** The maximum share of a week's messages that bounce; ignored below `fewestSent` messages. */
  bounced: 0.05,
  fewestSent: 20,
  certificateDays: 14,
  replicaSeconds: 30,
} as const

/** The measured facts of a check. Sizes are bytes, instants ISO 8601. */
export type Check =
  | { kind: 'disk'; facts: { free: number; total: number } }
  | { kind: 'queue'; facts: { due: number; oldestDueAt: string | null } }
  | { kind: 'mail'; facts: { due: number; oldestDueAt: string | null } }
  | { kind: 'bounces'; facts: { sent: number; bounced: number } }
  | { kind: 'certificate'; facts: { validTo: string } }
  | { kind: 'smtp'; facts: { fault: SmtpErrorCode | null } }
  | { kind: 'calendar'; facts: { connected: number; broken: number } }
  /** Null if the replica is not usable. */
  | { kind: 'replica'; facts: { lagSeconds: number | null } }
  | { kind: 'expiry'; facts: { failed: boolean } }

export type SmtpErrorCode = keyof typeof smtpErrorTexts

const smtpErrorTexts = {
  unreachable: 'אין מענה',
  tls: 'החיבור המוצפן נכשל',
  login: 'שם המשתמש או הסיסמה לא התקבלו',
} as const

const minutesSince = (at: string | null, now: Date) => (at ? (now.getTime() - Date.parse(at)) / 60_000 : 0)

export function isOk(check: Check, now: Date): boolean {
  switch (check.kind) {
    case 'disk':
      return check.facts.free >= check.facts.total * limits.freeDisk
    case 'queue':
      return minutesSince(check.facts.oldestDueAt, now) <= limits.queueMinutes
    case 'mail':
      return minutesSince(check.facts.oldestDueAt, now) <= limits.mailMinutes
    case 'bounces':
      return check.facts.sent < limits.fewestSent || check.facts.bounced <= check.facts.sent * limits.bounced
    case 'certificate':
      return Date.parse(check.facts.validTo) - now.getTime() >= limits.certificateDays * 24 * 60 * 60_000
    case 'smtp':
      return check.facts.fault === null
    case 'calendar':
      return check.facts.broken === 0
    case 'replica':
      return check.facts.lagSeconds !== null && check.facts.lagSeconds <= limits.replicaSeconds
    case 'expiry':
      return !check.facts.failed
  }
}

/** The measurement as one sentence for an owner. */
export function describe(check: Check, now: Date): string {
  switch (check.kind) {
    case 'disk':
      return `${formatFileSize(check.facts.free)} פנויים מתוך ${formatFileSize(check.facts.total)}`
    case 'queue':
    case 'mail': {
      const { due, oldestDueAt } = check.facts
      if (due === 0) return 'שום דבר לא מחכה'
      const minutes = Math.floor(minutesSince(oldestDueAt, now))
      const waiting = count(due, { one: 'אחת מחכה', two: 'שתיים מחכות', other: '# מחכות' })
      if (minutes === 0) return `${waiting}, פחות מדקה`
      return `${waiting}, הוותיקה ${count(minutes, { one: 'דקה', two: 'שתי דקות', other: '# דקות' })}`
    }
    case 'bounces':
      return check.facts.sent === 0
        ? 'לא נשלחו הודעות בשבוע האחרון'
        : `${check.facts.bounced} מתוך ${check.facts.sent} בשבוע האחרון`
    case 'certificate':
      return `בתוקף עד ${formatDate(check.facts.validTo)}`
    case 'smtp':
      return check.facts.fault === null ? 'מחובר' : smtpErrorTexts[check.facts.fault]
    case 'calendar': {
      const { connected, broken } = check.facts
      if (connected === 0) return 'אין יומן מחובר'
      return broken === 0
        ? count(connected, { one: 'יומן אחד פועל', two: 'שני יומנים פועלים', other: '# יומנים פועלים' })
        : count(broken, {
            one: 'יומן אחד צריך חיבור מחדש',
            two: 'שני יומנים צריכים חיבור מחדש',
            other: '# יומנים צריכים חיבור מחדש',
          })
    }
    case 'replica': {
      const { lagSeconds } = check.facts
      if (lagSeconds === null) return 'אין חיבור לעותק. רשימות ודוחות נקראים מהמקור'
      // The lag is measured once a second, so a lower value is up to date.
      if (lagSeconds <= 2) return 'מעודכן. רשימות ודוחות נקראים ממנו, תמיד עם כל מה שכבר נשמר'
      const behind = count(lagSeconds, { one: 'שנייה', two: 'שתי שניות', other: '# שניות' })
      return `בפיגור של ${behind}. עד שישלים אותו, רשימות ודוחות נקראים מהמקור`
    }
    case 'expiry':
      return check.facts.failed ? 'המחיקה לא הצליחה' : 'המחיקה האחרונה הצליחה'
  }
}

/** What to do about a failing check. */
export const remedies: Record<CheckKind, string> = {
  disk: 'כדאי לפנות מקום או להגדיל את הדיסק: כשהוא מתמלא, שום דבר חדש לא נשמר.',
  queue: 'הודעות, תזכורות ואוטומציות מתעכבות. הפעלה מחדש של השרת בדרך כלל עוזרת.',
  mail: 'הודעות לא יוצאות. בדרך כלל חברת הדיוור לא זמינה או שהסיסמה שלה השתנתה.',
  bounces: 'חברות דואר עלולות לחסום את השולחים. כדאי לבדוק את הרשימה ואת הגדרות השולח.',
  certificate: 'בלי תעודה בתוקף דפדפנים יזהירו מפני האתר. מי שמפעילים את השרת מחדשים אותה.',
  smtp: 'דואר מחכה בתור ולא יוצא. כדאי לבדוק שחברת הדיוור פעילה, ושפרטי הכניסה אליה לא השתנו.',
  replica: 'הכול מעודכן, רק איטי יותר בשעות עומס. מי שמפעילים את השרת בודקים את החיבור לעותק.',
  expiry:
    'גיבויים שזמנם עבר נשארים, והמקום שלהם עלול להתמלא. מי שמפעילים את השרת בודקים את הרשאת המחיקה שם, ואת הסיבה ביומן של השרת.',
  calendar: 'הזמנת פגישות אצל מי שהיומן שלהם נותק עלולה להיעצר. הם מחברים אותו מחדש בהגדרות.',
}

const SystemCheck = z.object({
  kind: z.enum(checkKinds),
  place: z.string(),
  is_ok: z.boolean(),
  facts: z.record(z.string(), z.json()),
  checked_at: Instant,
  failing_since: Instant.nullable(),
  failures: z.int(),
})

/** The check of a database row, whose facts the server wrote. */
export const checkOf = ({ kind, facts }: { kind: CheckKind; facts: unknown }) => ({ kind, facts }) as Check

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { system_checks: SystemCheck }
