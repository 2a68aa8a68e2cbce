// Fills a published template for one recipient, at the moment of sending.
import { Refusal } from '#kernel/errors.ts'
import { createDataLoader } from '#kernel/postgres/data-loader.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { usedFields } from '#lib/templates/check-template.ts'
import type { AddressForm } from '#lib/templates/render-template.ts'
import { type CustomFieldDef, formatValue } from '#platform/fields/fields.ts'
import { type MergeField, sampleValues, valuesOf } from '#platform/merge-fields/merge-fields.ts'
import { textsOf } from '#platform/message-content/check-content.ts'
import { type FilledContent, fillMail, fillTexts } from '#platform/message-content/fill-content.ts'
import type { MailContent } from '#platform/message-content/message-blocks.ts'
import {
  linkMakers,
  mergeContextOf,
  type MergeRecipient,
  mergeFieldsFor,
  type PushContent,
  refusals,
  type TemplateChannel,
  type TemplateContent,
  type TextContent,
} from './message-templates.ts'

export type TemplateRequest = {
  templateId: string
  /** Default: the published version. */
  number?: number | null
  contactId: string
  /** The entity that the message is about. */
  context?: { type: string; id: string }
  /** The message addresses the whole household. Default: if partners share the mailbox. */
  isToHousehold?: boolean
}

/**
 * The filled content. `missing`: fields without a value and without a fallback. `fellBack`: fields replaced by their
 * fallback.
 */
export type RenderedTemplate = FilledContent<TemplateContent> & { channel: TemplateChannel; number: number }

type Sender = { siteUrl: string }

/** Fills a template as service_role. Throws a Refusal if the template was never published, or the contact was deleted, merged or erased. */
export async function renderTemplate(db: Db, request: TemplateRequest, { siteUrl }: Sender): Promise<RenderedTemplate> {
  const version = await cachedInTransaction(db, `version ${request.templateId} ${request.number ?? ''}`, () =>
    readVersion(db, request),
  )
  if (!version) throw new Refusal('template_not_published', 409, refusals.template_not_published)
  const { channel, content, number, contextType } = version
  const recipient = await readRecipient(db, { ...request, content, contextType }, { siteUrl })
  return { ...fillContent({ channel, content }, recipient), channel, number }
}

type Version = { channel: TemplateChannel; content: TemplateContent; number: number; contextType: string | null }

async function readVersion(db: Db, { templateId, number }: TemplateRequest): Promise<Version | undefined> {
  const [version] = await db.query<Version>(
    `select t.channel, v.content, v.number, t.context_type as "contextType" from message_templates t
     join message_template_versions v on v.template_id = t.id and v.number = coalesce($2::integer, t.published_number)
     where t.id = $1`,
    [templateId, number ?? null],
  )
  return version
}

const readInTransaction = new WeakMap<Db, Map<string, Promise<unknown>>>()

/** Cached per transaction: the messages of a batch share templates and fields. */
function cachedInTransaction<T>(db: Db, key: string, read: () => Promise<T>): Promise<T> {
  const cached = readInTransaction.get(db) ?? new Map<string, Promise<unknown>>()
  readInTransaction.set(db, cached)
  const value = (cached.get(key) as Promise<T> | undefined) ?? read()
  cached.set(key, value)
  return value
}

type ContextInput = Pick<TemplateRequest, 'contactId' | 'context' | 'isToHousehold'> & {
  /** Creates only the links that occur in this content. */
  content: TemplateContent
  /** The context whose fields the content may use. */
  contextType?: string | null
}

/** Reads the values of a recipient, and creates the recipient's link for each link field in the content. */
export async function readRecipient(
  db: Db,
  { contactId, context, contextType = context?.type ?? null, isToHousehold, content }: ContextInput,
  { siteUrl }: Sender,
): Promise<MergeRecipient> {
  const [raw, custom] = [
    await readRawValues(db, { contactId, context }),
    await cachedInTransaction(db, 'custom fields', () => readCustomFields(db)),
  ]
  if (!raw) throw new Refusal('template_recipient_gone', 410, refusals.template_recipient_gone)
  const fields = mergeFieldsFor(contextType, custom)
  const known = { ...raw, ...customValues(custom, raw), ...contextValues(contextType, raw) }
  const links: Record<string, string | undefined> = {}
  for (const field of usedLinks(fields, content))
    links[field.name] = addressOf(await makeLink(db, field, { raw: known, contactId, context }), siteUrl)
  return { values: valuesOf(fields, { ...known, ...links }), form: isToHousehold ? 'plural' : raw.form }
}

const usedLinks = (fields: readonly MergeField[], content: TemplateContent): MergeField[] => {
  const used = usedFields(textsOfContent(content))
  return fields.filter(({ kind, name }) => kind === 'link' && used.includes(name))
}

/** Percent-encodes Hebrew in a path, because mail clients truncate links at Hebrew characters. */
const addressOf = (path: string | undefined, siteUrl: string) =>
  path?.startsWith('/') ? siteUrl + encodeURI(path) : path

/** The values of the message's entity, if the message has an entity of this context. */
const contextValues = (type: string | null, { context }: RawValues): Record<string, unknown> =>
  (context && context.type === type && mergeContextOf(type)?.valuesOf(context.facts)) || {}

type Previewed = { contactIds: readonly string[]; content: TemplateContent; contextType: string | null }

/**
 * Recipients for a preview, in one query. Links have sample targets. Fields of an entity have the values of the
 * contact's newest entity, or samples if the contact has none. Recipients that were merged or erased since are skipped.
 */
export async function readPreviews(
  db: Db,
  { contactIds, content, contextType }: Previewed,
  { siteUrl }: Sender,
): Promise<{ fields: MergeField[]; recipients: ReadonlyMap<string, MergeRecipient> }> {
  const custom = await readCustomFields(db)
  const fields = mergeFieldsFor(contextType, custom)
  const samples = sampleValues(mergeContextOf(contextType)?.fields ?? [])
  const rows = await db.query<{ id: string; raw: RawValues | null }>(
    'select id, private.merge_values(id, $2, private.newest_merge_context($2, id)) as raw from unnest($1::uuid[]) id',
    [contactIds, contextType],
  )
  const recipients = new Map<string, MergeRecipient>()
  for (const { id, raw } of rows) {
    if (!raw) continue
    const known = { ...raw, ...customValues(custom, raw), ...contextValues(contextType, raw) }
    const links = Object.fromEntries(
      usedLinks(fields, content).map((field) => [field.name, addressOf(pathOf(field, known), siteUrl)]),
    )
    const values = valuesOf(fields, { ...known, ...links })
    recipients.set(id, { values: raw.context ? values : new Map([...values, ...samples]), form: raw.form })
  }
  return { fields, recipients }
}

/** Reads the values of all recipients of a batch in one query. */
const readRawValues = createDataLoader<Pick<ContextInput, 'contactId' | 'context'>, RawValues | null>(
  async (db, inputs) => {
    const rows = await db.query<{ raw: RawValues | null }>(
      `select private.merge_values(a.contact, a.type, a.id) as raw
     from unnest($1::uuid[], $2::text[], $3::uuid[]) with ordinality a (contact, type, id, place) order by a.place`,
      [
        inputs.map(({ contactId }) => contactId),
        inputs.map(({ context }) => context?.type ?? null),
        inputs.map(({ context }) => context?.id ?? null),
      ],
    )
    return rows.map(({ raw }) => raw)
  },
)

type RawValues = Record<string, unknown> & {
  form: AddressForm
  context: { type: string; id: string; facts: Record<string, unknown> } | null
  custom: Record<string, unknown>
  household_custom: Record<string, unknown>
}

/** The path of a link that is equal for every recipient, or a sample of a link created at sending. */
const pathOf = ({ name, sample }: MergeField, raw: RawValues): string => {
  const path = name in raw ? raw[name] : sample
  return typeof path === 'string' ? path : ''
}

async function makeLink(
  db: Db,
  { name }: MergeField,
  { raw, contactId, context }: { raw: RawValues } & Pick<TemplateRequest, 'contactId' | 'context'>,
): Promise<string | undefined> {
  const maker = linkMakers.get(name)
  if (!maker) return typeof raw[name] === 'string' ? raw[name] : undefined
  const { path } = await db.one<{ path: string | null }>('select private.merge_link($1, $2, $3, $4) as path', [
    maker,
    name,
    contactId,
    raw.context?.id ?? context?.id ?? null,
  ])
  return path ?? undefined
}

/** The fields of a message about the context, with the custom fields. */
export const readMergeFields = async (db: Db, contextType: string | null): Promise<MergeField[]> =>
  mergeFieldsFor(contextType, await readCustomFields(db))

type CustomField = Pick<CustomFieldDef, 'entity' | 'key' | 'label' | 'type' | 'options'>

const readCustomFields = (db: Db) =>
  db.query<CustomField>(
    `select entity, key, label, type, options from custom_field_defs where entity in ('contact', 'household') and deleted_at is null`,
  )

/** Formats values of custom fields as text; days and lists are not changed. */
function customValues(custom: readonly CustomField[], raw: RawValues): Record<string, unknown> {
  return Object.fromEntries(
    custom.map((field) => {
      const isOfHousehold = field.entity === 'household'
      const value = (isOfHousehold ? raw.household_custom : raw.custom)[field.key]
      const shown =
        field.type === 'date'
          ? value
          : field.type === 'multi' && Array.isArray(value)
            ? value.map((one) => formatValue({ ...field, type: 'select' }, one))
            : formatValue(field, value)
      return [`${isOfHousehold ? 'שדה_בית' : 'שדה'}.${field.key}`, shown]
    }),
  )
}

export const textsOfContent = (content: TemplateContent): string[] =>
  'blocks' in content
    ? [content.subject, content.preheader, ...content.blocks.flatMap(textsOf)]
    : 'title' in content
      ? Object.values(content)
      : [content.text, ...(content.approved?.parameters ?? [])]

export function fillContent(
  { channel, content }: { channel: TemplateChannel; content: TemplateContent },
  recipient: MergeRecipient,
): FilledContent<TemplateContent> {
  if (channel === 'email') return fillMail(content as MailContent, recipient)
  if (channel === 'push') return fillTexts(content as PushContent, recipient)
  return fillText(content as TextContent, recipient)
}

/** Fills the text and the parameters of the approved template, in which WhatsApp refuses line breaks. */
function fillText({ text, approved }: TextContent, recipient: MergeRecipient): FilledContent<TextContent> {
  if (!approved) return fillTexts({ text }, recipient)
  const values = Object.fromEntries(approved.parameters.map((value, i) => [String(i), value]))
  const { content, ...notes } = fillTexts({ text, ...values }, recipient)
  const parameters = approved.parameters.map((_, i) => oneLine((content as Record<string, string>)[String(i)]!))
  return { content: { text: content.text, approved: { ...approved, parameters } }, ...notes }
}
