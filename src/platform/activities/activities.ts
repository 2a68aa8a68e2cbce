// Timeline contract: activity types and the sentence of each.
import { count } from '#lib/hebrew/count.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { formatMoney } from '#lib/money.ts'
import { Instant, JsonObject, z } from '#lib/schema.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'

/** Types written manually. All others are inserted by triggers and handlers. */
export const writtenTypes = ['note', 'call', 'whatsapp', 'email', 'meeting'] as const
export type WrittenType = (typeof writtenTypes)[number]
export const writtenLabels: Record<WrittenType, string> = {
  note: 'סיכום',
  call: 'שיחה',
  whatsapp: 'וואטסאפ',
  email: 'דוא״ל',
  meeting: 'פגישה',
}

export const Activity = z.object({
  id: z.uuid(),
  type: z.string(),
  happened_at: Instant,
  actor_kind: z.enum(['user', 'contact', 'system', 'automation']),
  actor_id: z.uuid().nullable(),
  contact_id: z.uuid(),
  opportunity_id: z.uuid().nullable(),
  related_type: z.string().nullable(),
  related_id: z.uuid().nullable(),
  title_cache: z.string(),
  payload: JsonObject,
  visibility: z.enum(['staff', 'client']),
  pinned_at: Instant.nullable(),
  deleted_at: Instant.nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type Activity = z.infer<typeof Activity>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { activities: Activity }

/** Filter kinds of a timeline. The view `contact_timeline` maps every line to one of them. */
export const timelineKinds = ['written', 'sales', 'tasks', 'files', 'mail', 'payments', 'forms', 'record'] as const
export type TimelineKind = (typeof timelineKinds)[number]
export const kindLabels: Record<TimelineKind, string> = {
  written: 'סיכומים ושיחות',
  sales: 'מכירות',
  tasks: 'משימות',
  files: 'קבצים',
  mail: 'דיוור והסכמות',
  payments: 'תשלומים',
  forms: 'טפסים מהאתר',
  record: 'הכרטיס',
}

export const callOutcomes = ['answered', 'no_answer', 'later', 'wrong_number'] as const
export type CallOutcome = (typeof callOutcomes)[number]
export const callOutcomeLabels: Record<CallOutcome, string> = {
  answered: 'היה מענה',
  no_answer: 'אין מענה',
  later: 'ביקשו שנחזור',
  wrong_number: 'מספר שגוי',
}

/** Outcomes of a message opened in another program. Opening does not prove sending. */
export const sendOutcomes = ['sent', 'not_sent', 'followup'] as const
export type SendOutcome = (typeof sendOutcomes)[number]

export const noteLimit = 10_000

const textQuery = z
  .string()
  .trim()
  .max(noteLimit, `עד ${noteLimit.toLocaleString('he-IL')} תווים`)

/** A manually written activity. The text is stored in `payload.text`; `mentions` holds user ids of colleagues. */
export const NewActivity = z
  .object({
    type: z.enum(writtenTypes),
    contact_id: z.uuid(),
    opportunity_id: z.uuid().nullable().optional(),
    happened_at: Instant.optional(),
    title_cache: z.string().max(200).default(''),
    payload: z.object({
      text: textQuery,
      mentions: z.array(z.uuid()).max(20).optional(),
      outcome: z.enum([...callOutcomes, ...sendOutcomes]).optional(),
      to: z.string().max(254).optional(),
    }),
  })
  .refine(({ type, payload }) => payload.text !== '' || (type !== 'note' && type !== 'meeting'), {
    path: ['payload', 'text'],
    error: 'שדה חובה',
  })
export type NewActivity = z.input<typeof NewActivity>

/** "ב־24.11.2026 בשעה 18:00" */
const at = ({ starts_at }: Activity['payload']) =>
  typeof starts_at === 'string' ? `ב־${formatDate(starts_at)} בשעה ${formatTime(starts_at)}` : ''

const word = (value: unknown) => isolate(typeof value === 'string' ? value : '')

/** ", 42 דקות צפייה" */
const watched = ({ minutes }: Activity['payload']) => (typeof minutes === 'number' ? `, ${minutes} דקות צפייה` : '')

const sentences: Record<string, (title: string, payload: Activity['payload']) => string> = {
  note: () => 'נכתב סיכום',
  call: (_, { outcome }) =>
    ['תועדה שיחה', callOutcomes.includes(outcome as CallOutcome) && callOutcomeLabels[outcome as CallOutcome]]
      .filter(Boolean)
      .join(': '),
  whatsapp: (_, { outcome }) => opened('וואטסאפ', outcome) ?? 'נפתח וואטסאפ',
  email: (_, { outcome, to }) => opened('דוא״ל', outcome) ?? (to ? 'נפתחה הודעת דוא״ל' : 'תועד דוא״ל'),
  meeting: () => 'תועדה פגישה',
  'contact_request.received': (_, { topic }) => `התקבלה פנייה מהאתר: ${word(topic)}`,
  'cancellation.received': (number) => `התקבלה הודעה על ביטול עסקה, מספר ${word(number)}`,
  'signup.received': (offer) => `הצטרפות מהאתר: ${word(offer)}`,
  'launch.joined': (title) => `הצטרפות להשקה ${word(title)}`,
  'launch.opted_out': (title) => `ויתור על ההשקה ${word(title)}`,
  'lead_magnet.requested': (title) => `התבקש המדריך ${word(title)}`,
  'webinar.registered': (title) => `הרשמה להדרכה ${word(title)}`,
  'webinar.waitlisted': (title) => `הצטרפות לרשימת ההמתנה של ההדרכה ${word(title)}`,
  'webinar.joined': (title) => `כניסה להדרכה ${word(title)}`,
  'webinar.left': (title, payload) => `יציאה מוקדמת מההדרכה ${word(title)}${watched(payload)}`,
  'webinar.stayed': (title, payload) => `נשארו עד סוף ההדרכה ${word(title)}${watched(payload)}`,
  'webinar.missed': (title) => `לא הגיעו להדרכה ${word(title)}`,
  'webinar.replay_watched': (title, payload) => `צפו בהקלטה של ההדרכה ${word(title)}${watched(payload)}`,
  'webinar.offer_clicked': (title) => `לחצו על ההצעה בהדרכה ${word(title)}`,
  'webinar.question_asked': (title) => `נשאלה שאלה בהדרכה ${word(title)}`,
  'lead_magnet.downloaded': (title) => `נפתח המדריך ${word(title)}`,
  'opportunity.created': (title, { to_name }) => `נוצרה ההזדמנות ${word(title)} בשלב ${word(to_name)}`,
  'opportunity.stage_changed': (title, { from_name, to_name }) =>
    `ההזדמנות ${word(title)} עברה מ${word(from_name)} אל ${word(to_name)}`,
  'opportunity.won': (title) => `ההזדמנות ${word(title)} נסגרה בהצלחה`,
  'opportunity.lost': (title, { reason }) => `ההזדמנות ${word(title)} לא הבשילה. הסיבה: ${word(reason)}`,
  'opportunity.reopened': (title, payload) =>
    `ההזדמנות ${word(title)} נפתחה מחדש בשלב ${word(payload['to_name'])}${because(payload)}`,
  'opportunity.deleted': (title) => `ההזדמנות ${word(title)} נמחקה`,
  'opportunity.restored': (title) => `ההזדמנות ${word(title)} שוחזרה`,
  'task.created': (title) => `נוספה המשימה ${word(title)}`,
  'task.done': (title) => `המשימה ${word(title)} הושלמה`,
  'form.link_made': (title) => `הוכן קישור אישי לטופס ${word(title)}`,
  'form.changed': (title) => `שינו את התשובות לטופס ${word(title)}`,
  'form.submitted': (title) => `מילאו את הטופס ${word(title)}`,
  'quiz.completed': (stage) => (stage ? `מילאו את שאלון השלב הכלכלי: ${word(stage)}` : 'מילאו את שאלון השלב הכלכלי'),
  'review.submitted': () => 'נשלחה המלצה מהאתר',
  'review.asked': () => 'נשלחה בקשה להמלצה',
  'waitlist.joined': (title) => `הצטרפות לרשימת ההמתנה של ${word(title)}`,
  'consent.granted': () => 'נתקבלה הסכמה לדיוור שיווקי',
  'consent.withdrawn': () => 'ביקשו להפסיק דיוור שיווקי',
  'file.added': (title) => `צורף הקובץ ${word(title)}`,
  'file.signature_asked': (title) => `התבקשה חתימה על ${word(title)}`,
  'file.signed': (title) => `נחתם המסמך ${word(title)}`,
  'file.approved': (title) => `אושר המסמך ${word(title)}`,
  'file.returned': (title, payload) => `הוחזר המסמך ${word(title)}${because(payload)}`,
  'summary.shared': (title) => `שותף הסיכום של ${word(title)}`,
  'stage.opened': (title) => `נפתח השלב ${word(title)}`,
  'stage.waiting': (title, { to }) =>
    `השלב ${word(title)} מחכה ${to === 'waiting_client' ? 'למשפחה' : to === 'waiting_coach' ? 'לנו' : 'להמשך'}`,
  'stage.done': (title) => `הושלם השלב ${word(title)}`,
  'stage.skipped': (title) => `דולג השלב ${word(title)}`,
  'stage.reopened': (title, payload) => `השלב ${word(title)} נפתח מחדש${because(payload)}`,
  'client.invited': (title) => `נשלחה הזמנה לאזור האישי: ${word(title)}`,
  'client.accepted': () => 'נכנסו לאזור האישי',
  'client.previewed': () => 'נפתחה תצוגה של האזור האישי כמו שהלקוחות רואים',
  'contact.imported': (title) => `נוסף מהקובץ ${word(title)}`,
  'contact.import_updated': (title) => `עודכן מהקובץ ${word(title)}`,
  'contact.merged': (title) => `הרשומה של ${word(title)} אוחדה לכאן`,
  'contact.unmerged': (title) => `הרשומה של ${word(title)} הופרדה מכאן`,
  'order.paid': (title, payload) => `שולמה ההזמנה ${word(title)}, מספר ${word(payload['number'])}: ${money(payload)}`,
  'order.cancelled': (title, payload) =>
    `בוטלה ההזמנה ${word(title)}, מספר ${word(payload['number'])}${because(payload)}`,
  'order.charge_ended': (title, payload) =>
    `נסגר חיוב כרטיס שלא התקבלה עליו תשובה, על ההזמנה ${word(title)}, מספר ${word(payload['number'])}: ${money(payload)}${because(payload)}`,
  'order.refund_settled': (title, payload) =>
    `${payload['status'] === 'done' ? 'נרשם שהחזר בוצע' : 'נרשם שהחזר לא בוצע'}, על ההזמנה ${word(title)}, מספר ${word(payload['number'])}: ${money(payload)}${because(payload)}`,
  'payment.recorded': (_, payload) => `נרשם תשלום: ${money(payload)}`,
  'payment.voided': (_, payload) => `בוטל רישום של תשלום: ${money(payload)}${because(payload)}`,
  'payment.restored': (_, payload) => `רישום של תשלום חזר לתוקף: ${money(payload)}`,
  'payment.refunded': (_, payload) => `נרשם החזר: ${money(payload)}${because(payload)}`,
  'charge.added': (title, payload) => `נוסף חיוב על ${word(title)}: ${money(payload)}`,
  'charge.voided': (title, payload) => `בוטל חיוב על ${word(title)}: ${money(payload)}${because(payload)}`,
  'charge.restored': (title, payload) => `חיוב על ${word(title)} חזר לתוקף: ${money(payload)}`,
  'charge.planned': (title, payload) =>
    `נקבעה תוכנית תשלומים על ${word(title)}: ${money(payload)} ב־${String(payload['parts'])} תשלומים`,
  'message.sent': (title, { channel, error }) =>
    `${error ? `הודעה ב${channelOf(channel)} שלא הגיעה` : `נשלחה הודעה ב${channelOf(channel)}`}: ${word(title)}`,
  'message.received': (_, { channel, isUnverified }) =>
    `התקבלה הודעה ב${channelOf(channel)}${isUnverified ? ', והשולח לא אומת' : ''}`,
  'thread.settled': () => 'סומן שאין צורך בתשובה להודעה באזור האישי',
  'appointment.proposed': (title, { starts }) =>
    `הוצעו שעות ל${word(title)}: ${[starts]
      .flat()
      .map((starts_at) => at({ starts_at }))
      .filter(Boolean)
      .join(', ')}`,
  'appointment.held': (title, payload) => `הפגישה ${word(title)} ${at(payload)} ממתינה לתשלום או לאישור בדוא״ל`,
  'appointment.requested': (title, payload) => `ביקשו את הפגישה ${word(title)} ${at(payload)}`,
  'appointment.confirmed': (title, payload) =>
    typeof payload['appointments'] === 'number'
      ? `נקבעו ${meetings(payload['appointments'])} בסדרה ${word(title)}, החל ${at(payload)}`
      : `נקבעה הפגישה ${word(title)} ${at(payload)}`,
  'appointment.rescheduled': (title, payload) => `הפגישה ${word(title)} נדחתה למועד אחר: ${at(payload)}`,
  'appointment.cancelled': (title, payload) =>
    typeof payload['appointments'] === 'number'
      ? `בוטלו ${meetings(payload['appointments'])} בסדרה ${word(title)}, החל ${at(payload)}${because(payload)}`
      : `${payload['status'] === 'rejected' ? 'לא אושרה הבקשה לפגישה' : payload['status'] === 'expired' ? 'לא נענתה בזמן הבקשה לפגישה' : 'בוטלה הפגישה'} ${word(title)} ${at(payload)}${because(payload)}`,
  'appointment.completed': (title) => `הפגישה ${word(title)} התקיימה`,
  'appointment.no_show': (title, { no_show }) =>
    no_show === 'host' ? `הפגישה ${word(title)} לא התקיימה, הצוות לא הגיע` : `לא הגיעו לפגישה ${word(title)}`,
  'mail.sent': (title, { bounced, error }) => `${bounced || error ? 'דיוור שלא הגיע' : 'נשלח דיוור'}: ${word(title)}`,
}

const channelOf = (channel: unknown) => (channel === 'sms' ? '־SMS' : channel === 'email' ? 'דוא״ל' : 'וואטסאפ')

const meetings = (many: number) => count(many, { one: 'פגישה אחת', two: 'שתי פגישות', other: '# פגישות' })

const money = ({ amount_agorot: agorot }: Activity['payload']) => isolate(formatMoney(Number(agorot)))
const because = ({ reason }: Activity['payload']) => (typeof reason === 'string' ? `. הסיבה: ${word(reason)}` : '')

const opened = (way: string, outcome: unknown) =>
  ({
    sent: `נשלחה הודעה ב${way}`,
    not_sent: `נפתח ${way}, לא נשלחה הודעה`,
    followup: `נשלחה הודעה ב${way} ונקבע המשך`,
  })[outcome as SendOutcome]

/** Sentence for an activity. Embedded names are wrapped in bidi isolates, so that Latin text does not reorder the line. */
export const activitySentence = (activity: Pick<Activity, 'type' | 'title_cache' | 'payload'>) =>
  sentences[activity.type]?.(activity.title_cache, activity.payload) ?? activity.title_cache

export const refusals = {
  activity_title_length: 'הכותרת ארוכה מדי: עד 200 תווים',
  opportunity_of_another_contact: 'ההזדמנות שייכת לאיש קשר אחר',
  mentioned_cannot_see: 'מישהו מהמוזכרים לא רואה את איש הקשר הזה. הסירו את ה־@ או העבירו את האחריות',
  activity_gone: 'השורה כבר לא כאן',
} as const
