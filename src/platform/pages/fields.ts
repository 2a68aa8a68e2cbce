// Field builders of block schemas. Each attaches form metadata, from which the editor generates its form.
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { z } from '#lib/schema.ts'
import type { MediaKind } from '#platform/player/check-media-file.ts'
import { hasUnknownPlaceholder } from './placeholders.ts'

/** Form metadata. `help` is shown below the field; `max` is in characters, for lists in rows. */
export type FieldMeta = { label: string; help?: string } & (
  | {
      input: 'line' | 'text' | 'prose' | 'address'
      max: number
      optional: boolean
      suggestions?: Suggestions
      upload?: MediaKind
    }
  | { input: 'choice'; options: Readonly<Record<string, string>> }
  | { input: 'switch' }
  | { input: 'day' }
  | { input: 'picture' }
  | { input: 'picture-id' }
  | { input: 'group' }
  | { input: 'list'; item: z.ZodType; one: string; min: number; max: number }
)

/** Entities whose public ids a line can contain: the editor offers them by name. */
export type Suggestions = 'forms' | 'products'

const metas = new WeakMap<z.ZodType, FieldMeta>()

function field<Schema extends z.ZodType>(schema: Schema, meta: FieldMeta): Schema {
  metas.set(schema, meta)
  return schema
}

/** The form metadata of a schema. */
export const fieldOf = (schema: z.ZodType): FieldMeta | undefined => metas.get(schema)

type LineOptions = {
  max?: number
  help?: string
  optional?: boolean
  suggestions?: Suggestions
  /** The line is the address of a file, which may be uploaded. */
  upload?: MediaKind
}

/** One line. Required unless `optional`; an absent optional one is ''. */
export const line = (label: string, { max = 120, ...rest }: LineOptions = {}) =>
  lineField(z.string(required).overwrite(oneLine), 'line', label, { max, ...rest })

/** An optional line, for kinds whose stored blocks may lack it. */
export function addedLine(label: string, options: Omit<LineOptions, 'optional'> = {}) {
  const schema = line(label, { ...options, optional: true })
  return field(schema.default(''), fieldOf(schema)!)
}

/** An amount in shekels as typed by the owner: text of the page, not a price of a product. */
export const shekels = (label: string) =>
  field(
    z
      .string(required)
      .overwrite(oneLine)
      .min(1, required)
      .max(14, atMost(14))
      .refine((amount) => parseMoney(amount) !== undefined, 'סכום בשקלים, למשל 12,400'),
    { label, input: 'line', max: 14, optional: false },
  )

/** A plain text of several lines. */
export const text = (label: string, { max = 600, ...rest }: LineOptions = {}) =>
  lineField(z.string(required).overwrite(plainText), 'text', label, { max, ...rest })

/** Paragraphs separated by blank lines, with `**strong**` and `[text](/path)`: parsed by `proseOf`. */
export const prose = (label: string, { max = 4000, ...rest }: LineOptions = {}) =>
  lineField(z.string(required).overwrite(plainText), 'prose', label, { max, ...rest })

/** A link target: site path, web URL, mailto or tel. No script URLs. */
export const address = (label: string, { optional = false, help }: Omit<LineOptions, 'max'> = {}) =>
  field(
    z
      .string(required)
      .overwrite(oneLine)
      .min(optional ? 0 : 1, required)
      .max(500, atMost(500))
      .refine((href) => href === '' || isAddress(href), 'כתובת באתר (/about) או כתובת מלאה (https://)'),
    { label, input: 'address', max: 500, optional, ...(help && { help }) },
  )

/** A link with text. An optional link without text is omitted. */
export const link = (label: string, { optional = false, help }: Omit<LineOptions, 'max'> = {}) =>
  field(
    z
      .object({ words: line('מה כתוב', { max: 60, optional }), href: address('לאן מגיעים', { optional }) })
      .refine(({ words: entered, href }) => (entered === '') === (href === ''), {
        message: 'קישור צריך גם מילים וגם כתובת',
        path: ['href'],
      }),
    { label, input: 'group', ...(help && { help }) },
  )

/** A labelled group of fields. */
export const named = <Shape extends z.ZodType>(label: string, group: Shape) =>
  field(group.clone() as Shape, { label, input: 'group' })

/** One of several options, each with a label. */
export const choice = <const Options extends Record<string, string>>(label: string, options: Options, help?: string) =>
  field(z.enum(Object.keys(options) as [keyof Options & string, ...(keyof Options & string)[]]), {
    label,
    input: 'choice',
    options,
    ...(help && { help }),
  })

/** Like `choice`, for kinds whose stored blocks may lack the field: the first option is the default. */
export function addedChoice<const Options extends Record<string, string>>(
  label: string,
  options: Options,
  help?: string,
) {
  const schema = choice(label, options, help)
  return field(schema.default(Object.keys(options)[0] as never), fieldOf(schema)!)
}

/** A boolean field, shown as a switch. */
export const yesNo = (label: string, help?: string) =>
  field(z.boolean(), { label, input: 'switch', ...(help && { help }) })

/** A day, 'YYYY-MM-DD', or '' for none. */
export const day = (label: string, help?: string) =>
  field(z.union([z.literal(''), z.iso.date('תאריך')]), { label, input: 'day', ...(help && { help }) })

/** An optional image of the media library, with its alternative text. */
export const picture = (label: string, { help }: Pick<LineOptions, 'help'> = {}) =>
  field(
    z
      .object({
        id: field(z.union([z.literal(''), z.uuid()]), { label: 'הקובץ', input: 'picture-id' }),
        alt: line('מה רואים בתמונה', { max: 200, optional: true }),
      })
      .refine(({ id, alt }) => id === '' || alt !== '', { message: 'כמה מילים על מה שרואים בתמונה', path: ['alt'] }),
    { label, input: 'picture', ...(help && { help }) },
  )

/** An optional picture, for kinds whose stored blocks may lack the field. */
export function addedPicture(label: string, help?: string) {
  const schema = picture(label, help ? { help } : {})
  return field(schema.default({ id: '', alt: '' }), fieldOf(schema)!)
}

/** An ordered list of rows. `one` is the label of a row. */
export const list = <Item extends z.ZodType>(
  label: string,
  item: Item,
  { one, min = 1, max = 12, help }: { one: string; min?: number; max?: number; help?: string },
) =>
  field(
    z
      .array(item)
      .min(min, min === 1 ? 'צריך לפחות שורה אחת' : `צריך לפחות ${min} שורות`)
      .max(max, `עד ${max} שורות`),
    { label, input: 'list', item, one, min, max, ...(help && { help }) },
  )

const required = 'שדה חובה'
const atMost = (max: number) => `עד ${max.toLocaleString('en')} תווים`

const lineField = (
  schema: z.ZodString,
  input: 'line' | 'text' | 'prose',
  label: string,
  { max, help, optional = false, suggestions, upload }: LineOptions & { max: number },
) =>
  field(
    schema
      .min(optional ? 0 : 1, required)
      .max(max, atMost(max))
      .refine((entered) => !hasUnknownPlaceholder(entered), 'אפשר להשתמש רק בשדות שברשימה, למשל {{businessName}}'),
    {
      label,
      input,
      max,
      optional,
      ...(help && { help }),
      ...(suggestions && { suggestions }),
      ...(upload && { upload }),
    },
  )

const isAddress = (href: string) => /^(\/(?![/\\])\S*|#\S+|https:\/\/\S+|mailto:\S+@\S+|tel:\+?[\d-]+)$/.test(href)
