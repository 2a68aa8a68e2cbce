// The fields of which a block of a page is made. Each is a schema that also says how it is filled in, so that a form can be made of it.
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { hasUnknownToken } from './tokens.ts'

/** How a field looks in a form. `help` stands below it; `max` is in characters, in lists the number of rows. */
export type FieldMeta = { label: string; help?: string } & (
  | { input: 'line' | 'text' | 'prose' | 'address'; max: number; optional: boolean }
  | { input: 'choice'; options: Readonly<Record<string, string>> }
  | { input: 'switch' }
  | { input: 'day' }
  | { input: 'group' }
  | { input: 'list'; item: z.ZodType; one: string; min: number; max: number }
)

const metas = new WeakMap<z.ZodType, FieldMeta>()

function field<Schema extends z.ZodType>(schema: Schema, meta: FieldMeta): Schema {
  metas.set(schema, meta)
  return schema
}

/** What a schema says about itself to whoever makes a form of it. */
export const fieldOf = (schema: z.ZodType): FieldMeta | undefined => metas.get(schema)

type Words = { max?: number; help?: string; optional?: boolean }

/** One line. Without `optional` it has to say something; an optional one that says nothing is ''. */
export const line = (label: string, { max = 120, ...rest }: Words = {}) =>
  words(z.string(required).overwrite(oneLine), 'line', label, { max, ...rest })

/** Several plain lines. */
export const text = (label: string, { max = 600, ...rest }: Words = {}) =>
  words(z.string(required).overwrite(plainText), 'text', label, { max, ...rest })

/** Paragraphs parted by blank lines, in which `**strong**` and `[words](/address)` may stand: read them with `proseOf`. */
export const prose = (label: string, { max = 4000, ...rest }: Words = {}) =>
  words(z.string(required).overwrite(plainText), 'prose', label, { max, ...rest })

/** Where a link leads: an address of the site, of the web, of mail or of a telephone. Nothing that runs. */
export const address = (label: string, { optional = false, help }: Omit<Words, 'max'> = {}) =>
  field(
    z
      .string(required)
      .overwrite(oneLine)
      .min(optional ? 0 : 1, required)
      .max(500, atMost(500))
      .refine((href) => href === '' || isAddress(href), 'כתובת באתר (/about) או כתובת מלאה (https://)'),
    { label, input: 'address', max: 500, optional, ...(help && { help }) },
  )

/** Words that lead somewhere. An optional link without words is no link. */
export const link = (label: string, { optional = false, help }: Omit<Words, 'max'> = {}) =>
  field(
    z
      .object({ words: line('מה כתוב', { max: 60, optional }), href: address('לאן מגיעים', { optional }) })
      .refine(({ words: said, href }) => (said === '') === (href === ''), {
        message: 'קישור צריך גם מילים וגם כתובת',
        path: ['href'],
      }),
    { label, input: 'group', ...(help && { help }) },
  )

/** One of a few, by what it is called. */
export const choice = <const Options extends Record<string, string>>(label: string, options: Options, help?: string) =>
  field(z.enum(Object.keys(options) as [keyof Options & string, ...(keyof Options & string)[]]), {
    label,
    input: 'choice',
    options,
    ...(help && { help }),
  })

/** Yes or no. */
export const yesNo = (label: string, help?: string) =>
  field(z.boolean(), { label, input: 'switch', ...(help && { help }) })

/** A day, 'YYYY-MM-DD', or '' for none. */
export const day = (label: string, help?: string) =>
  field(z.union([z.literal(''), z.iso.date('תאריך')]), { label, input: 'day', ...(help && { help }) })

/** Rows of the same kind, in an order. `one` is what a row is called. */
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

const words = (
  schema: z.ZodString,
  input: 'line' | 'text' | 'prose',
  label: string,
  { max, help, optional = false }: Words & { max: number },
) =>
  field(
    schema
      .min(optional ? 0 : 1, required)
      .max(max, atMost(max))
      .refine((said) => !hasUnknownToken(said), 'אפשר להשתמש רק בשדות שברשימה, למשל {{businessName}}'),
    { label, input, max, optional, ...(help && { help }) },
  )

const isAddress = (href: string) => /^(\/(?![/\\])\S*|#\S+|https:\/\/\S+|mailto:\S+@\S+|tel:\+?[\d-]+)$/.test(href)
