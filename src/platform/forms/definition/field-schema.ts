// Schema of the fields of a form, by kind.
import { Day, z } from '#lib/schema.ts'
import { Condition, Key } from './logic-schema.ts'

const Label = z.string().trim().min(1).max(300)
const Text = z.string().max(4000)
const count = (max: number) => z.int().min(0).max(max)
const agorot = z.int().min(0).max(1e14)
const DayBound = z.union([Day, z.literal('today')])

/** `points` are added to the total score and to the score of the field's dimension. */
export const Option = z.strictObject({
  key: Key,
  label: Label,
  points: z.number().min(-1000).max(1000).optional(),
  /** For multiple choice: excludes all other options, such as "none of these". */
  exclusive: z.boolean().optional(),
})
export type Option = z.infer<typeof Option>
const Options = z.array(Option).min(1).max(100)

/** Saving target of the answer after submission, and the policy for an existing value. */
export const Saving = z.strictObject({
  to: z.string().regex(/^(contact|household|opportunity)\.([a-z_]+|custom\.[a-z0-9_]+)$/),
  policy: z.enum(['keep', 'overwrite', 'if_empty', 'append']),
})
export type Saving = z.infer<typeof Saving>

const common = {
  key: Key,
  label: Label,
  help: Text.optional(),
  required: z.boolean().optional(),
  showIf: Condition.optional(),
  /** Encrypted at rest, and omitted from lists and exports without the right to read it. */
  sensitive: z.boolean().optional(),
  /** Query parameter that prefills the field. */
  prefill: z.string().regex(/^[\w-]{1,40}$/).optional(), // prettier-ignore
  saving: Saving.optional(),
}
const scored = { ...common, dimension: Key.optional() }
const field = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ kind: z.literal(kind), ...shape })

const choice = { ...scored, options: Options, other: z.boolean().optional() }

export const TableColumn = z.strictObject({
  key: Key,
  label: Label,
  kind: z.enum(['text', 'number', 'money', 'date']),
})

export const Field = z.discriminatedUnion('kind', [
  field('text', { ...common, format: z.literal('name').optional(), least: count(1000).optional(), most: count(1000).optional() }), // prettier-ignore
  field('long_text', { ...common, least: count(1000).optional(), most: count(10_000).optional() }),
  field('number', { ...common, least: z.number().optional(), most: z.number().optional(), whole: z.boolean().optional(), unit: z.string().max(30).optional() }), // prettier-ignore
  field('money', { ...common, least: agorot.optional(), most: agorot.optional() }),
  field('email', common),
  field('phone', common),
  field('id_number', common),
  field('bank_account', common),
  field('single', choice),
  field('dropdown', choice),
  field('multi', { ...choice, least: count(100).optional(), most: count(100).optional() }),
  field('yes_no', { ...scored, points: z.strictObject({ yes: z.number(), no: z.number() }).optional() }),
  field('scale', { ...scored, from: z.int().min(0).max(1), to: z.int().min(2).max(10), lowLabel: Label.optional(), highLabel: Label.optional(), isScored: z.boolean().optional() }), // prettier-ignore
  field('rating', { ...scored, most: z.int().min(3).max(10), isScored: z.boolean().optional() }),
  field('date', { ...common, least: DayBound.optional(), most: DayBound.optional() }),
  field('time', common),
  field('file', common),
  field('signature', common),
  field('address', common),
  // The marketing checkbox uses the current consent text of the business, not a text of the form.
  field('consent', {
    ...common,
    text: z.string().min(1).max(2000).optional(),
    purpose: z.enum(['marketing', 'terms']),
  }),
  field('statement', { key: Key, label: Label, text: Text.optional(), showIf: Condition.optional() }),
  field('ranking', { ...common, options: Options }),
  field('matrix', { ...scored, rows: z.array(z.strictObject({ key: Key, label: Label })).min(1).max(30), options: Options }), // prettier-ignore
  field('table', { ...common, columns: z.array(TableColumn).min(1).max(8), most: z.int().min(1).max(20) }),
  field('hidden', { ...common, value: z.string().max(500).optional() }),
  field('calculated', { key: Key, label: Label, computed: Key, showIf: Condition.optional() }),
])
export type Field = z.infer<typeof Field>
export type FieldKind = Field['kind']
export type FieldOf<Kind extends FieldKind> = Extract<Field, { kind: Kind }>

/** A field with an answer: not a display text or calculated value. */
export type AnsweredField = Exclude<Field, { kind: 'statement' | 'calculated' }>
