// The definition of a webinar template, its file format, and the inputs of its functions.
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { blocksOf } from '#platform/pages/pages.ts'
import { interactionKinds, webinarKinds } from '../webinar-labels.ts'
import { staffRefusals } from '../webinar-edit.ts'

const line = (min: number, max: number) =>
  z
    .string('צריך טקסט')
    .transform(oneLine)
    .pipe(z.string().min(min, 'שדה חובה').max(max, `עד ${max} תווים`))
const lines = (max: number) =>
  z
    .string('צריך טקסט')
    .transform(plainText)
    .pipe(z.string().max(max, `עד ${max} תווים`))
const integerBetween = (min: number, max: number) =>
  z.int('צריך מספר שלם').min(min, `לפחות ${min}`).max(max, `עד ${max}`)

export const TemplateInteraction = z
  .strictObject({
    kind: z.enum(interactionKinds, 'סוג לא מוכר'),
    title: line(1, 160),
    body: lines(600).default(''),
    choices: z.array(line(1, 120)).max(8, 'עד 8 אפשרויות').default([]),
    link: z
      .string()
      .max(500, 'עד 500 תווים')
      .regex(/^(\/[^/]|https:\/\/)/, 'כתובת באתר, או כתובת שמתחילה ב־https')
      .nullable()
      .default(null),
    at_second: integerBetween(0, 28_800).nullable().default(null),
    open_seconds: integerBetween(10, 604_800).default(600),
  })
  .refine(({ kind, choices }) => kind !== 'poll' || choices.length >= 2, {
    path: ['choices'],
    message: 'לסקר צריך לפחות שתי אפשרויות',
  })
  .refine(({ kind, link }) => link !== null || (kind !== 'offer' && kind !== 'handout'), {
    path: ['link'],
    message: 'להצעה ולקובץ צריך כתובת',
  })

/** The limits are those of the tables webinars and webinar_interactions. */
export const TemplateDefinition = z.strictObject({
  title: line(2, 100),
  subtitle: line(0, 300).default(''),
  takeaways: z.array(line(1, 200)).max(7, 'עד 7 שורות').default([]),
  presenter: line(0, 80).default(''),
  presenter_about: lines(600).default(''),
  kind: z.enum(webinarKinds, 'סוג לא מוכר').default('live'),
  duration_minutes: integerBetween(5, 480).default(60),
  lobby_minutes: integerBetween(5, 1440).default(30),
  recap: lines(3000).default(''),
  replay_enabled: z.boolean('כן או לא').default(true),
  replay_hours: integerBetween(1, 8760).default(48),
  schedule: z
    .strictObject({ weekday: integerBetween(0, 6), time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'צריך שעה') })
    .nullable()
    .default(null),
  interactions: z.array(TemplateInteraction).max(60, 'עד 60 רגעים').default([]),
  /** Blocks of the registration page. Null: the page shows the details of the webinar. */
  page: blocksOf('/webinar').nullable().default(null),
  /** Keys of disabled message rules. */
  muted_messages: z
    .array(
      z
        .string()
        .max(80)
        .regex(/^[a-z0-9_]+(\.[a-z0-9_]+)+$/, 'הודעה לא מוכרת'),
    )
    .max(60, 'עד 60 הודעות')
    .default([]),
})
export type TemplateDefinition = z.output<typeof TemplateDefinition>

export const TemplateName = line(2, 80)
export const TemplateAbout = line(0, 300)

/** The exported file. Another format or version is refused. */
export const TemplateFile = z.strictObject({
  format: z.literal('webinar-template'),
  formatVersion: z.literal(1),
  name: TemplateName,
  about: TemplateAbout.default(''),
  definition: TemplateDefinition,
})
export type TemplateFile = z.output<typeof TemplateFile>

/** Without an id it adds a template; `seenNumber` is the version that was edited. */
export const SaveWebinarTemplate = z.object({
  id: z.uuid().nullable(),
  seenNumber: z.int().default(0),
  name: TemplateName,
  about: TemplateAbout,
  definition: TemplateDefinition,
})
export const SavedTemplate = z.object({ id: z.uuid(), number: z.int() })
export type SavedTemplate = z.infer<typeof SavedTemplate>

/** A preview link: an hour for staff's own preview, days for sharing. */
export const ShareWebinarTemplate = z.object({ id: z.uuid(), hours: z.int().min(1).max(720) })

export const previewPath = (id: string, token: string) => `/template-preview/${id}?r=${token}`

export const fieldLabels: Readonly<Record<string, string>> = {
  title: 'כותרת',
  subtitle: 'ההבטחה',
  takeaways: 'מה ייצא מההדרכה',
  presenter: 'מי מעבירים',
  presenter_about: 'על המעבירים',
  kind: 'סוג',
  duration_minutes: 'משך',
  lobby_minutes: 'פתיחת החדר',
  recap: 'תקציר',
  replay_enabled: 'הקלטה',
  replay_hours: 'זמן ההקלטה',
  schedule: 'מועד קבוע',
  interactions: 'רגעים בחדר',
  page: 'עמוד ההרשמה',
  muted_messages: 'הודעות כבויות',
  name: 'שם',
  about: 'תיאור',
  format: 'סוג הקובץ',
  formatVersion: 'גרסת הקובץ',
  definition: 'התוכן',
  choices: 'אפשרויות',
  link: 'כתובת',
  at_second: 'רגע הפתיחה',
  open_seconds: 'משך הפתיחה',
  body: 'פירוט',
  content: 'המקטע',
}

export const templateRefusals = {
  ...staffRefusals,
  webinar_template_not_found: 'התבנית הזאת כבר לא כאן',
  webinar_template_is_system: 'תבנית של המערכת לא משתנה. אפשר לשמור עותק שלה ולערוך אותו',
  webinar_template_name_length: 'שם של 2 עד 80 תווים',
  webinar_template_about_length: 'תיאור של עד 300 תווים',
  webinar_not_found: 'ההדרכה הזאת כבר לא כאן',
  stale_version: 'התבנית נשמרה בינתיים מחדש. כדאי לסגור, לראות את הגרסה החדשה ולערוך שוב',
  invalid_input: 'יש בתבנית פרט שאינו מתאים',
} as const
