// Texts of transactional mail: kinds, tokens and custom texts.
import { fillTokens } from '#lib/forms/fill-tokens.ts'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { count } from '#lib/hebrew/count.ts'
import { Instant, z } from '#lib/schema.ts'
import { salutationName } from '#lib/hebrew/salutation-name.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { fillBlock } from '#platform/message-content/fill-content.ts'
import { blockLabels, MessageBlock } from '#platform/message-content/message-blocks.ts'
import { escapeRichText } from '#platform/message-content/rich-text.ts'

type KindInfo = { label: string; tokens: readonly EmailToken[]; hasLink: boolean }

/** Tokens allowed between double braces. */
export const emailTokens = {
  email: 'כתובת הדוא״ל',
  newEmail: 'הכתובת החדשה',
  businessName: 'שם העסק',
  validFor: 'תוקף הקישור',
  firstName: 'שם פרטי',
  ticketNumber: 'מספר הפנייה',
  date: 'תאריך היום',
  time: 'השעה',
  inviterName: 'מי ששלחו את ההזמנה',
  roleName: 'התפקיד בצוות',
  stageName: 'השלב שהושלם',
  documentName: 'שם המסמך',
  reason: 'הסיבה',
  nextStageName: 'השלב הבא',
  metricName: 'שם המספר לעדכון',
  metricPeriod: 'השבוע או החודש של המספר',
  taskName: 'שם המשימה',
  formTitle: 'שם הטופס',
  formAnswers: 'התשובות',
  dueDate: 'מועד המשימה',
  appointmentType: 'סוג הפגישה',
  meetingDate: 'תאריך הפגישה',
  meetingTime: 'שעת הפגישה',
  oldDate: 'התאריך הקודם',
  oldTime: 'השעה הקודמת',
  meetingDates: 'מועדי הפגישות',
  timeZone: 'אזור הזמן',
  duration: 'משך הפגישה',
  place: 'מקום הפגישה',
  heldUntil: 'עד איזו שעה המקום שמור',
  leadMagnetTitle: 'שם המדריך',
  quizStage: 'השלב בתוצאת השאלון',
  launchTitle: 'שם ההשקה',
  contentTitle: 'שם השיעור',
  accessCode: 'קוד חד־פעמי',
  productName: 'שם המוצר',
  orderNumber: 'מספר ההזמנה',
  orderDetails: 'פירוט התשלום',
  sellerDetails: 'פרטי העסק המוכר',
  cancelAddress: 'כתובת ביטול העסקה',
  amount: 'סכום',
  chargeDate: 'תאריך החיוב',
  cardEnding: 'סוף מספר הכרטיס',
  documentKind: 'סוג המסמך',
  documentNumber: 'מספר המסמך',
  nextTry: 'מתי ננסה שוב',
  expectedRefund: 'ההחזר הצפוי',
  webinarTitle: 'שם ההדרכה',
  replayUntil: 'עד מתי ההקלטה זמינה',
  webinarQuestion: 'השאלה שנשלחה מההקלטה',
  webinarAnswer: 'התשובה לשאלה מההקלטה',
  problem: 'מה התגלה',
  digestSummary: 'כמה דברים מחכים',
  digestNotices: 'רשימת ההתראות והמשימות',
} as const
export type EmailToken = keyof typeof emailTokens

const accountTokens = ['email', 'newEmail', 'businessName', 'validFor'] as const

const meetingTokens = [
  'businessName',
  'firstName',
  'appointmentType',
  'meetingDate',
  'meetingTime',
  'timeZone',
] as const

const orderTokens = ['businessName', 'firstName', 'productName', 'orderNumber'] as const
const taskTokens = ['businessName', 'firstName', 'taskName', 'dueDate'] as const
const webinarTokens = ['businessName', 'firstName', 'webinarTitle'] as const
const sessionTokens = [...webinarTokens, 'meetingDate', 'meetingTime', 'timeZone'] as const
const replayTokens = [...webinarTokens, 'replayUntil'] as const

/** Every editable mail: its tokens, and whether it carries a link. Mirrored by the table email_kinds. */
export const emailTemplates = {
  confirm_signup: { label: 'אישור כתובת בפתיחת חשבון', tokens: accountTokens, hasLink: true },
  recover_password: { label: 'איפוס סיסמה', tokens: accountTokens, hasLink: true },
  change_email: { label: 'שינוי כתובת', tokens: accountTokens, hasLink: true },
  magic_link: { label: 'כניסה בלי סיסמה', tokens: accountTokens, hasLink: true },
  invite: { label: 'הזמנה לאזור האישי', tokens: accountTokens, hasLink: true },
  reauthenticate: { label: 'קוד אימות', tokens: accountTokens, hasLink: false },
  staff_invite: {
    label: 'הזמנה לצוות',
    tokens: ['businessName', 'validFor', 'inviterName', 'roleName'],
    hasLink: true,
  },
  client_invite: {
    label: 'הזמנה של לקוחות לאזור האישי',
    tokens: ['businessName', 'firstName', 'validFor'],
    hasLink: true,
  },
  client_invite_reminder: {
    label: 'תזכורת על הזמנה לאזור האישי',
    tokens: ['businessName', 'firstName', 'validFor'],
    hasLink: true,
  },
  newsletter_confirm: { label: 'אישור הרשמה לניוזלטר', tokens: ['businessName', 'validFor'], hasLink: true },
  newsletter_reminder: { label: 'תזכורת לאישור ההרשמה לניוזלטר', tokens: ['businessName', 'validFor'], hasLink: true },
  newsletter_welcome: { label: 'ברוכים הבאים לניוזלטר', tokens: ['businessName'], hasLink: true },
  review_confirm: { label: 'אימות של המלצה שנכתבה באתר', tokens: ['businessName', 'validFor'], hasLink: true },
  review_reminder: { label: 'תזכורת לאימות של המלצה', tokens: ['businessName', 'validFor'], hasLink: true },
  review_wording: { label: 'נוסח אחר להמלצה, לאישור הכותבים', tokens: ['businessName', 'validFor'], hasLink: true },
  review_request: { label: 'בקשה להמלצה', tokens: ['businessName', 'firstName', 'validFor'], hasLink: true },
  calendar_broken: { label: 'יומן מחובר שהפסיק לעבוד', tokens: ['businessName', 'email'], hasLink: true },
  backup_failed: { label: 'גיבוי שנכשל', tokens: ['businessName'], hasLink: true },
  system_alarm: { label: 'תקלה במערכת', tokens: ['businessName', 'problem'], hasLink: true },
  staff_digest: {
    label: 'סיכום יומי לצוות',
    tokens: ['businessName', 'digestSummary', 'digestNotices'],
    hasLink: true,
  },
  portal_message: { label: 'הודעה חדשה באזור האישי', tokens: ['businessName', 'firstName'], hasLink: true },
  metric_due: {
    label: 'תזכורת לעדכן מספר',
    tokens: ['businessName', 'firstName', 'metricName', 'metricPeriod'],
    hasLink: true,
  },
  stage_completed: {
    label: 'הושלם שלב בתהליך',
    tokens: ['businessName', 'firstName', 'stageName', 'nextStageName'],
    hasLink: true,
  },
  stage_opened: { label: 'שלב נפתח בתהליך', tokens: ['businessName', 'firstName', 'stageName'], hasLink: true },
  document_returned: {
    label: 'מסמך שהוחזר',
    tokens: ['businessName', 'firstName', 'documentName', 'reason'],
    hasLink: true,
  },
  task_soon: { label: 'משימה קרובה', tokens: taskTokens, hasLink: true },
  task_due: { label: 'משימה שהגיע מועדה', tokens: taskTokens, hasLink: true },
  task_late: { label: 'משימה שעבר מועדה', tokens: taskTokens, hasLink: true },
  client_idle: { label: 'שבועיים בלי פעילות באזור האישי', tokens: ['businessName', 'firstName'], hasLink: true },
  process_anniversary: {
    label: 'חצי שנה אחרי סיום התהליך',
    tokens: ['businessName', 'firstName'],
    hasLink: false,
  },
  form_resume: { label: 'תזכורת של טופס שלא נשלח', tokens: ['businessName', 'firstName', 'formTitle'], hasLink: true },
  form_receipt: {
    label: 'העתק של התשובות בטופס',
    tokens: ['businessName', 'firstName', 'formTitle', 'formAnswers'],
    hasLink: false,
  },
  appointment_requested: { label: 'הבקשה לפגישה התקבלה', tokens: [...meetingTokens, 'place'], hasLink: true },
  appointment_prove_package: {
    label: 'פגישה מתוך חבילה, שמחכה לאישור בקישור',
    tokens: [...meetingTokens, 'heldUntil'],
    hasLink: true,
  },
  appointment_confirmed: { label: 'אישור פגישה', tokens: [...meetingTokens, 'duration', 'place'], hasLink: true },
  appointment_moved: {
    label: 'מועד הפגישה השתנה',
    tokens: [...meetingTokens, 'oldDate', 'oldTime', 'place'],
    hasLink: true,
  },
  appointment_series: {
    label: 'אישור סדרת פגישות',
    tokens: ['businessName', 'firstName', 'appointmentType', 'meetingDates', 'place'],
    hasLink: true,
  },
  appointment_reminder_day: { label: 'תזכורת יום לפני פגישה', tokens: [...meetingTokens, 'place'], hasLink: true },
  appointment_reminder_hour: {
    label: 'תזכורת שעה לפני פגישה',
    tokens: ['businessName', 'firstName', 'appointmentType', 'meetingTime', 'timeZone', 'place'],
    hasLink: true,
  },
  appointment_follow_up: {
    label: 'תודה אחרי פגישה',
    tokens: ['businessName', 'firstName', 'appointmentType'],
    hasLink: true,
  },
  appointment_cancelled: { label: 'הפגישה בוטלה', tokens: meetingTokens, hasLink: true },
  appointment_series_cancelled: {
    label: 'סדרת פגישות בוטלה',
    tokens: ['businessName', 'firstName', 'appointmentType', 'meetingDates'],
    hasLink: true,
  },
  appointment_seat: {
    label: 'התפנה מקום במפגש קבוצתי',
    tokens: ['businessName', 'firstName', 'appointmentType', 'meetingDate', 'meetingTime', 'heldUntil'],
    hasLink: true,
  },
  appointment_earlier: {
    label: 'התפנתה שעה מוקדמת יותר',
    tokens: [
      'businessName',
      'firstName',
      'appointmentType',
      'meetingDate',
      'meetingTime',
      'oldDate',
      'oldTime',
      'heldUntil',
    ],
    hasLink: true,
  },
  appointment_rejected: { label: 'הבקשה לפגישה לא אושרה', tokens: meetingTokens, hasLink: true },
  appointment_link: { label: 'קישור חדש לפגישה', tokens: meetingTokens, hasLink: true },
  appointment_no_show: {
    label: 'לא נפגשנו',
    tokens: ['businessName', 'firstName', 'appointmentType'],
    hasLink: true,
  },
  lead_magnet_delivery: {
    label: 'מדריך להורדה, עם הקישור',
    tokens: ['businessName', 'firstName', 'leadMagnetTitle', 'validFor'],
    hasLink: true,
  },
  lead_magnet_reminder: {
    label: 'תזכורת על מדריך שלא נפתח',
    tokens: ['businessName', 'firstName', 'leadMagnetTitle', 'validFor'],
    hasLink: true,
  },
  series_start: {
    label: 'סדרת הודעות, עם הקישור שמתחיל אותה',
    tokens: ['businessName', 'firstName', 'leadMagnetTitle', 'validFor'],
    hasLink: true,
  },
  quiz_resume: { label: 'שאלון שנשאר באמצע, עם קישור להמשך', tokens: ['businessName'], hasLink: true },
  quiz_result: {
    label: 'תוצאת השאלון, עם הקישור',
    tokens: ['businessName', 'firstName', 'quizStage'],
    hasLink: true,
  },
  launch_welcome: {
    label: 'הצטרפות להשקה, עם השיעור הראשון',
    tokens: ['businessName', 'firstName', 'launchTitle', 'contentTitle'],
    hasLink: true,
  },
  launch_release: {
    label: 'שיעור של השקה נפתח',
    tokens: ['businessName', 'firstName', 'launchTitle', 'contentTitle'],
    hasLink: true,
  },
  launch_nudge: {
    label: 'תזכורת על שיעור של השקה שלא נצפה',
    tokens: ['businessName', 'firstName', 'launchTitle', 'contentTitle'],
    hasLink: true,
  },
  launch_link: {
    label: 'קישור חדש להשקה',
    tokens: ['businessName', 'firstName', 'launchTitle'],
    hasLink: true,
  },
  launch_reopened: {
    label: 'השקה נפתחת שוב, לרשימת ההמתנה',
    tokens: ['businessName', 'firstName', 'launchTitle'],
    hasLink: true,
  },
  launch_seat: {
    label: 'התפנה מקום בהרשמה של השקה',
    tokens: ['businessName', 'firstName', 'launchTitle'],
    hasLink: true,
  },
  launch_code: {
    label: 'קוד למכשיר נוסף בהשקה',
    tokens: ['businessName', 'firstName', 'launchTitle', 'accessCode'],
    hasLink: false,
  },
  order_paid: {
    label: 'אישור תשלום על הזמנה',
    tokens: [...orderTokens, 'orderDetails', 'sellerDetails', 'cancelAddress'],
    hasLink: true,
  },
  order_failed: { label: 'תשלום של הזמנה לא אושר', tokens: orderTokens, hasLink: true },
  order_left_hour: { label: 'הזמנה שלא הושלמה, אחרי שעה', tokens: orderTokens, hasLink: true },
  order_left_day: { label: 'הזמנה שלא הושלמה, אחרי יום', tokens: orderTokens, hasLink: true },
  plan_ahead: {
    label: 'לפני חיוב בתוכנית תשלומים',
    tokens: [...orderTokens, 'amount', 'chargeDate', 'cardEnding'],
    hasLink: true,
  },
  plan_failed: { label: 'חיוב בתוכנית תשלומים לא אושר', tokens: [...orderTokens, 'amount', 'nextTry'], hasLink: true },
  order_refunded: { label: 'זיכוי על הזמנה', tokens: [...orderTokens, 'amount'], hasLink: true },
  tax_document: {
    label: 'חשבונית או קבלה שהופקה אחרי התשלום',
    tokens: ['businessName', 'firstName', 'documentKind', 'documentNumber', 'amount'],
    hasLink: true,
  },
  webinar_confirmation: { label: 'אישור הרשמה להדרכה', tokens: [...sessionTokens, 'duration'], hasLink: true },
  webinar_catch_up: { label: 'הרשמה להדרכה אחרי המפגש', tokens: replayTokens, hasLink: true },
  webinar_moved: { label: 'מועד ההדרכה השתנה', tokens: [...sessionTokens, 'duration'], hasLink: true },
  webinar_reminder_day: { label: 'תזכורת יום לפני הדרכה', tokens: sessionTokens, hasLink: true },
  webinar_reminder_hour: {
    label: 'תזכורת שעה לפני הדרכה',
    tokens: [...webinarTokens, 'meetingTime', 'timeZone'],
    hasLink: true,
  },
  webinar_opening: { label: 'ההדרכה נפתחת בעוד עשר דקות', tokens: webinarTokens, hasLink: true },
  webinar_started: { label: 'ההדרכה התחילה', tokens: webinarTokens, hasLink: true },
  webinar_bought: { label: 'אחרי הדרכה, למי שרכשו', tokens: webinarTokens, hasLink: true },
  webinar_stayed: { label: 'אחרי הדרכה, למי שנשארו', tokens: replayTokens, hasLink: true },
  webinar_left_early: { label: 'אחרי הדרכה, למי שיצאו מוקדם', tokens: replayTokens, hasLink: true },
  webinar_missed: { label: 'אחרי הדרכה, למי שלא הגיעו', tokens: replayTokens, hasLink: true },
  webinar_replay_ending: { label: 'ההקלטה עומדת לרדת', tokens: replayTokens, hasLink: true },
  webinar_cancelled: { label: 'ההדרכה בוטלה', tokens: sessionTokens, hasLink: true },
  webinar_registration_cancelled: { label: 'ההרשמה להדרכה בוטלה', tokens: sessionTokens, hasLink: true },
  webinar_waitlisted: { label: 'רשימת ההמתנה של הדרכה', tokens: sessionTokens, hasLink: true },
  webinar_seated: { label: 'התפנה מקום בהדרכה', tokens: [...sessionTokens, 'duration'], hasLink: true },
  webinar_answered: {
    label: 'תשובה לשאלה מהקלטה של הדרכה',
    tokens: [...webinarTokens, 'webinarQuestion', 'webinarAnswer'],
    hasLink: true,
  },
  cancellation_received: {
    label: 'קבלת בקשה לביטול עסקה',
    tokens: ['businessName', 'firstName', 'ticketNumber', 'date', 'time', 'expectedRefund'],
    hasLink: false,
  },
  accessibility_received: {
    label: 'קבלת פנייה בנושא נגישות',
    tokens: ['businessName', 'firstName', 'ticketNumber', 'date', 'time'],
    hasLink: false,
  },
} as const satisfies Record<string, KindInfo>
export type EmailKind = keyof typeof emailTemplates
export const emailKinds = Object.keys(emailTemplates) as EmailKind[]

/** `body` is rich text, followed by `blocks`. `button` is null for a mail without a link. */
export type EmailContent = {
  subject: string
  preheader: string
  heading: string
  body: string
  blocks?: MessageBlock[]
  button: string | null
  closing: string
}

export const EmailText = z.object({
  kind: z.enum(emailKinds),
  subject: z.string(),
  preheader: z.string(),
  heading: z.string(),
  body: z.string(),
  blocks: z.array(MessageBlock),
  button: z.string().nullable(),
  closing: z.string(),
  updated_at: Instant,
  version: z.int(),
})
export type EmailText = z.infer<typeof EmailText>

const EmailKindRow = z.object({ kind: z.string(), tokens: z.array(z.string()), has_link: z.boolean() })

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { email_texts: EmailText, email_kinds: EmailKindRow }

const line = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(max, `עד ${max} תווים`))
const needed = (max: number) => line(max).pipe(z.string().min(1, 'שדה חובה'))
const lines = (max: number) =>
  z
    .string()
    .transform(plainText)
    .pipe(z.string().max(max, `עד ${max.toLocaleString('he-IL')} תווים`))

/** An incomplete block is reported by its position. */
const Blocks = z
  .array(z.unknown())
  .max(20, 'עד 20 חלקים')
  .superRefine((blocks, context) => {
    for (const [i, block] of blocks.entries())
      if (!MessageBlock.safeParse(block).success)
        context.addIssue({
          code: 'custom',
          message: `חלק ${i + 1} (${blockLabels[(block as MessageBlock).kind]}) עוד לא מלא, או שהכתובת בו אינה תקינה`,
        })
  })
  .pipe(z.array(MessageBlock))

/** Form input; a mail without a link has no button. */
export const EmailContentEdit = z.object({
  subject: needed(120),
  preheader: line(200),
  heading: needed(120),
  body: lines(4000).pipe(z.string().min(1, 'שדה חובה')),
  blocks: Blocks.default([]),
  button: needed(60)
    .optional()
    .transform((text) => text ?? null),
  closing: lines(1000),
})

/** User-facing texts of database refusals. */
export const refusals = {
  email_subject_length: 'הנושא: עד 120 תווים, בשורה אחת',
  email_preheader_length: 'שורת התצוגה: עד 200 תווים, בשורה אחת',
  email_heading_length: 'הכותרת: עד 120 תווים, בשורה אחת',
  email_body_length: 'גוף ההודעה: עד 4,000 תווים',
  email_blocks_shape: 'עד 20 חלקים אחרי גוף ההודעה',
  email_blocks_length: 'החלקים שאחרי גוף ההודעה ארוכים מדי',
  email_block_incomplete: 'אחד החלקים שאחרי גוף ההודעה עוד לא מלא',
  email_button_length: 'הכפתור: עד 60 תווים, בשורה אחת',
  email_closing_length: 'שורת הסיום: עד 1,000 תווים',
  email_without_button: 'להודעה הזו צריך כפתור',
  unknown_email_token: 'אפשר להשתמש רק בשדות שברשימה',
  unknown_email_kind: 'אין הודעה כזו',
} as const

export type EmailValues = Partial<Record<EmailToken, string | undefined>>

/** Mail sent by product modules; account mail is sent by the kernel. */
type ProductKind = Exclude<
  EmailKind,
  'confirm_signup' | 'recover_password' | 'change_email' | 'magic_link' | 'invite' | 'reauthenticate'
>

/** A mail request: recipient, token values, and the link of kinds with a link. */
export type ProductMail = {
  [K in ProductKind]: {
    kind: K
    to: string
    values: Record<Exclude<(typeof emailTemplates)[K]['tokens'][number], 'businessName'>, string>
    /** Rich text appended to the business's text. */
    note?: string | undefined
  } & ((typeof emailTemplates)[K]['hasLink'] extends true ? { link: string } : { link?: undefined })
}[ProductKind]

/**
 * Enqueues a mail in the caller's transaction `Db`: the mail is sent only if the transaction commits. Returns the
 * mail's id.
 */
export type Mails<Db> = { send(db: Db, mail: ProductMail): Promise<string> }

/** Renders a mail without sending it, for scheduled messages. */
export type RenderMail = (mail: ProductMail) => Promise<{ subject: string; html: string; text: string }>

/** The tokens of a mail as fields of the editor. */
export const fieldsOfKind = (kind: EmailKind): MergeField[] =>
  emailTemplates[kind].tokens.map((name) => ({
    name,
    label: emailTokens[name],
    group: 'פרטי ההודעה',
    kind: 'text',
    sample: '',
  }))

/** Replaces tokens by values. A subject always stays on one line; the body is rich text, in which values are literal. */
export function fillTemplate(template: EmailContent, emailValues: EmailValues): EmailContent {
  const values = { ...emailValues, ...(emailValues.firstName && { firstName: salutationName(emailValues.firstName) }) }
  const lines = (text: string) => plainText(fillTokens(text, values))
  return {
    subject: oneLine(fillTokens(template.subject, values)),
    preheader: oneLine(fillTokens(template.preheader, values)),
    heading: oneLine(fillTokens(template.heading, values)),
    body: plainText(fillTokens(template.body, escapeValues(values))),
    ...(template.blocks && {
      blocks: template.blocks.map((block) =>
        fillBlock(block, (text, escape) => plainText(fillTokens(text, escape ? escapeValues(values) : values))),
      ),
    }),
    button: template.button === null ? null : oneLine(fillTokens(template.button, values)),
    closing: lines(template.closing),
  }
}

const escapeValues = (values: EmailValues) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value && escapeRichText(value)]))

/** A validity period in the form that follows "תקף": "לשעה", "ל־24 שעות", "ל־3 ימים". */
export function validFor(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return count(minutes, { one: 'לדקה', two: 'לשתי דקות', other: 'ל־# דקות' })
  const hours = Math.round(minutes / 60)
  if (hours < 48) return count(hours, { one: 'לשעה', two: 'לשעתיים', other: 'ל־# שעות' })
  return count(Math.round(hours / 24), { one: 'ליום', two: 'ליומיים', other: 'ל־# ימים' })
}
