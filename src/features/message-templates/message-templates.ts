// Contract of message templates: content by channel, versions, and the merge fields of all modules.
import { taskMergeFields } from '#features/action-links/action-links.ts'
import { appointmentMergeContext } from '#features/booking/booking.ts'
import { contactMergeFields } from '#features/contacts/contacts.ts'
import { formMergeContext } from '#features/forms/forms.ts'
import { launchMergeContext } from '#features/launches/launches.ts'
import { newsletterMergeFields } from '#features/newsletter/newsletter.ts'
import { orderMergeContext } from '#features/orders/orders.ts'
import { quizMergeContext } from '#features/quiz/quiz.ts'
import { webinarMergeContext } from '#features/webinars/webinars.ts'
import { Instant, z } from '#lib/schema.ts'
import type { FieldKind } from '#lib/templates/check-template.ts'
import type { AddressForm, TemplateValue, TemplateValues } from '#lib/templates/render-template.ts'
import { businessMergeFields } from '#platform/business-profile/business-profile.ts'
import type { CustomFieldDef, FieldType } from '#platform/fields/fields.ts'
import type { MergeContext, MergeField } from '#platform/merge-fields/merge-fields.ts'
import { checkMail, checkTexts, type ContentError } from '#platform/message-content/check-content.ts'
import { type ApprovedContent, checkApproved } from './approved-template.ts'
import type { MailContent } from '#platform/message-content/message-blocks.ts'

export const templateChannels = ['email', 'whatsapp', 'sms', 'push'] as const
export type TemplateChannel = (typeof templateChannels)[number]
export const channelLabels: Record<TemplateChannel, string> = {
  email: 'דוא״ל',
  whatsapp: 'וואטסאפ',
  sms: 'SMS',
  push: 'התראה בדפדפן',
}

export const templatePurposes = ['transactional', 'service', 'marketing'] as const
export type TemplatePurpose = (typeof templatePurposes)[number]
export const purposeLabels: Record<TemplatePurpose, string> = {
  transactional: 'בעקבות פעולה',
  service: 'שירות',
  marketing: 'שיווק',
}

/** The addressee of a message, which determines field values and the grammatical form. */
export type MergeRecipient = { values: TemplateValues; form: AddressForm }

/** Content of text messages and browser notifications. `approved` is for WhatsApp only. */
export type TextContent = { text: string; approved?: ApprovedContent | undefined }
export type PushContent = { title: string; text: string; path: string }
export type TemplateContent = MailContent | TextContent | PushContent

const Content = z.custom<TemplateContent>((value) => typeof value === 'object' && value !== null)

export const MessageTemplate = z.object({
  id: z.uuid(),
  key: z.string().nullable(),
  name: z.string(),
  channel: z.enum(templateChannels),
  purpose: z.enum(templatePurposes),
  context_type: z.string().nullable(),
  draft: Content,
  published_number: z.int().nullable(),
  archived_at: Instant.nullable(),
  is_demo: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
})
export type MessageTemplate = z.infer<typeof MessageTemplate>

export const TemplateVersion = z.object({
  template_id: z.uuid(),
  number: z.int(),
  content: Content,
  published_by: z.uuid().nullable(),
  published_at: Instant,
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { message_templates: MessageTemplate, message_template_versions: TemplateVersion }

/** Modules whose fields every message may use. Each has SQL functions merge_fields_of_… in the database. */
const baseFields: readonly MergeField[] = [...contactMergeFields, ...businessMergeFields, ...newsletterMergeFields]

/** The entities that custom templates can be about. An event names its entity as `about`. */
export const mergeContexts = {
  appointment: appointmentMergeContext,
  order: orderMergeContext,
  webinar_registration: webinarMergeContext,
  launch_participant: launchMergeContext,
  form_submission: formMergeContext,
  quiz_attempt: quizMergeContext,
} as const satisfies Record<string, MergeContext>
export const MergeContextType = z.enum(Object.keys(mergeContexts) as (keyof typeof mergeContexts)[])
export const mergeContextOf = (type: string | null): MergeContext | undefined =>
  (mergeContexts as Readonly<Record<string, MergeContext>>)[type ?? '']

/** Fields of a message's entity, by context type. */
const contextFields = (type: string | null): readonly MergeField[] =>
  type === 'task' ? taskMergeFields : (mergeContextOf(type)?.fields ?? [])

type Custom = Pick<CustomFieldDef, 'entity' | 'key' | 'label' | 'type'>

/** All merge fields of a message about the context. `custom` are the active custom fields. */
export const mergeFieldsFor = (contextType: string | null, custom: readonly Custom[]): MergeField[] => [
  ...baseFields,
  ...contextFields(contextType),
  ...custom.flatMap(customMergeField),
]

/** The module that creates a link for each recipient, by field. Other links are plain URLs. */
export const linkMakers: ReadonlyMap<string, string> = new Map([
  ...newsletterMergeFields.filter(({ kind }) => kind === 'link').map(({ name }) => [name, 'newsletter'] as const),
  ...taskMergeFields.map(({ name }) => [name, 'action_links'] as const),
  ['קישור.ניהול_פגישה', 'appointment'],
  ['קישור.הזמנה', 'order'],
  ['קישור.הדרכה', 'webinar_registration'],
  ['קישור.השקה', 'launch_participant'],
  ['קישור.הרשמה_להשקה', 'launch_participant'],
  ['קישור.תוצאת_שאלון', 'quiz_attempt'],
])

const prefixes: Partial<Record<CustomFieldDef['entity'], string>> = { contact: 'שדה', household: 'שדה_בית' }
const groups: Partial<Record<CustomFieldDef['entity'], string>> = {
  contact: 'שדות שלכם',
  household: 'שדות של משק הבית',
}

function customMergeField({ entity, key, label, type }: Custom): MergeField[] {
  const prefix = prefixes[entity]
  if (!prefix) return []
  const kind: FieldKind = type === 'date' ? 'day' : type === 'multi' ? 'list' : 'text'
  return [{ name: `${prefix}.${key}`, label, group: groups[entity]!, kind, sample: customSamples[type] }]
}

const customSamples: Record<FieldType, TemplateValue> = {
  text: 'דוגמה',
  number: '3',
  money: '1,490 ₪',
  date: { day: '2026-11-24' },
  select: 'בחירה',
  multi: ['בחירה'],
  checkbox: 'כן',
  phone: '050-0000001',
  url: 'https://example.com',
}

const placesOfText = { title: 'בכותרת', text: 'בטקסט', path: 'בכתובת' } as const

/** Errors that prevent publishing, each with its location. */
export function checkTemplateContent(
  { channel, content }: { channel: TemplateChannel; content: TemplateContent },
  fields: readonly MergeField[],
): ContentError[] {
  if (channel === 'email') return checkMail(content as MailContent, fields)
  const texts = Object.entries(placesOfText).flatMap(([key, place]) => {
    const text: unknown = (content as Record<string, unknown>)[key]
    return typeof text === 'string' ? [[place, text] as const] : []
  })
  const approved = 'approved' in content ? content.approved : undefined
  const values = approved?.parameters.map((text, i) => [`בערך ${i + 1} של התבנית המאושרת`, text] as const) ?? []
  return [...checkTexts([...texts, ...values], fields), ...(approved ? checkApproved(approved) : [])]
}

export const emptyContent: Record<TemplateChannel, TemplateContent> = {
  email: { subject: '', preheader: '', blocks: [] },
  whatsapp: { text: '' },
  sms: { text: '' },
  push: { title: '', text: '', path: '/' },
}

export const refusals = {
  message_template_name_length: 'שם התבנית: עד 120 תווים, בשורה אחת',
  message_template_name_taken: 'כבר יש תבנית בשם הזה',
  template_draft_shape: 'התבנית ארוכה מדי',
  template_purpose_fixed: 'אחרי הפרסום הראשון סוג ההודעה משתנה רק בידי מי שמנהלים את העסק',
  template_context_fixed: 'אחרי הפרסום הראשון אי אפשר לשנות על מה התבנית. אפשר לפתוח תבנית חדשה',
  template_channel_fixed: 'אי אפשר להעביר תבנית לערוץ אחר',
  template_not_found: 'התבנית לא נמצאה',
  template_changed: 'מישהו שינה את התבנית בינתיים. רעננו כדי לראות את הגרסה האחרונה',
  template_archived: 'התבנית בארכיון. החזירו אותה כדי לפרסם',
  template_version_unknown: 'הגרסה הזו לא נמצאה',
  template_incomplete: 'התבנית עוד לא מלאה',
  template_field_unknown: 'יש בתבנית שדה שלא קיים, או שלא נכתב נכון',
  template_not_published: 'התבנית עוד לא פורסמה',
  template_not_text: 'התבנית הזו אינה הודעת טקסט',
  template_recipient_gone: 'איש הקשר נמחק או מוזג',
  no_address_of_yours: 'אין כתובת דוא״ל בחשבון שלכם',
  not_allowed: 'אין הרשאה לפעולה הזו',
} as const
