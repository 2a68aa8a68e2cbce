// A person's own calendar at Google: what is known of the connection, what goes to the function and back, and what is said of it.
import { Instant, z } from '#lib/schema.ts'

export const CalendarConnection = z.object({
  user_id: z.uuid(),
  provider: z.enum(['google']),
  account_email: z.string(),
  scopes: z.array(z.string()),
  status: z.enum(['connected', 'needs_reconnect']),
  connected_at: Instant,
  last_success_at: Instant.nullable(),
  last_error_at: Instant.nullable(),
  last_error: z.enum(['access_revoked', 'google_unreachable', 'google_refused', 'keys_changed']).nullable(),
  version: z.int(),
})
export type CalendarConnection = z.infer<typeof CalendarConnection>
export type CalendarFault = NonNullable<CalendarConnection['last_error']>

/** @public Each table with its row: a test marries them. */
export const rows = { calendar_connections: CalendarConnection }

/** Made by the browser, kept in its tab, and compared when Google sends the person back. */
const State = z.string().regex(/^[\w-]{22,128}$/)

/** What google-calendar-sync is asked. Whoever `user_id` names, everything happens for the caller (spec §7 sends it along). */
export const CalendarCall = z.discriminatedUnion('action', [
  z.object({ action: z.literal('availability') }),
  z.object({ action: z.literal('oauth_start'), state: State }),
  z.object({ action: z.literal('oauth_callback'), code: z.string().min(1).max(2048), user_id: z.unknown().optional() }),
  z.object({ action: z.literal('check') }),
  z.object({ action: z.literal('disconnect') }),
])
export type CalendarCall = z.infer<typeof CalendarCall>

/** What each action answers. */
export type CalendarAnswers = {
  availability: { available: boolean }
  oauth_start: { address: string }
  oauth_callback: { account_email: string }
  check: { status: CalendarConnection['status'] }
  /** Not revoked: Google could not be told, so the person may want to take the permission back there. */
  disconnect: { revoked: boolean }
}

/** What the product asks to be allowed, and how that is said to people. */
export const calendarScopes = {
  'https://www.googleapis.com/auth/calendar.events': 'הוספה, עדכון ומחיקה של פגישות ביומן',
  'https://www.googleapis.com/auth/calendar.freebusy': 'בדיקה אילו שעות תפוסות, בלי לקרוא במה',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly': 'רשימת היומנים שלכם, לבחירה ביניהם',
} as const

/** Scopes that something is missing without. */
export const missingScopes = (granted: readonly string[]) =>
  Object.keys(calendarScopes).filter((scope) => !granted.includes(scope))

export const refusals = {
  calendar_not_set_up: 'החיבור ל-Google Calendar עוד לא הוגדר בשרת. מי שמתקין את המערכת יכול להגדיר אותו',
  connection_not_begun: 'החיבור כבר הסתיים או שעבר זמנו. אפשר להתחיל שוב מלשונית האינטגרציות',
  code_refused: 'Google לא קיבל את אישור החיבור. אפשר להתחיל שוב מלשונית האינטגרציות',
  scope_missing: 'לא אושרו כל ההרשאות ליומן. אפשר להתחיל שוב ולסמן את כולן',
  no_lasting_access: 'Google לא נתן גישה קבועה ליומן. אפשר להתחיל שוב מלשונית האינטגרציות',
  google_unreachable: 'אין תשובה מ-Google. אפשר לנסות שוב בעוד כמה דקות',
  google_refused: 'Google דחה את הבקשה. אפשר לנסות שוב בעוד כמה דקות',
  not_connected: 'אין יומן מחובר',
  not_allowed: 'חיבור יומן פתוח לצוות העסק בלבד',
  not_signed_in: 'הכניסה פגה. יש להיכנס שוב',
} as const

/** What went wrong with a connection that stands, in words with the next step. */
export const faults: Record<CalendarFault, string> = {
  access_revoked: 'ההרשאה בוטלה בחשבון Google. חידוש החיבור יחזיר אותה',
  google_unreachable: 'לא הייתה תשובה מ-Google. בדיקה חוזרת בעוד כמה דקות תראה אם זה עבר',
  google_refused: 'Google דחה את הבקשה. בדיקה חוזרת בעוד כמה דקות תראה אם זה עבר',
  keys_changed: 'מפתחות השרת הוחלפו מאז החיבור. חידוש החיבור יסדר זאת',
}
