// Schema of conditions and expressions of a form. Both reference fields by key.
import { Day, z } from '#lib/schema.ts'

/** A number computed from answers. Null if a required operand is not answered. */
export type Expression =
  | number
  | { field: string }
  | { computed: string }
  /** Points of one field's answer. */
  | { points: string }
  /** `total`, or the key of a dimension; counts the fields answered so far. */
  | { score: string; as: 'points' | 'answered' | 'percent' }
  /** The sum of a column of a table. */
  | { table: string; column: string }
  /** Missing operands are ignored. */
  | { op: 'sum' | 'average' | 'count' | 'least' | 'greatest'; of: Expression[] }
  /** Null if either operand is missing. */
  | { op: 'minus' | 'times' | 'divided'; left: Expression; right: Expression }
  /** Rounds half up. */
  | { op: 'round'; value: Expression }
  | { if: Condition; then: Expression; else: Expression }

export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { field: string; is: 'answered' | 'empty' }
  /** An option key; for yes-no questions and consents `yes` or `no`. */
  | { field: string; has: string }
  /** Case-insensitive text. */
  | { field: string; equals: string }
  | { field: string; contains: string }
  | { field: string; before: string }
  | { field: string; after: string }
  /** False if either operand is missing. */
  | { value: Expression; is: 'equal' | 'not_equal' | 'more' | 'less' | 'at_least' | 'at_most'; than: Expression }

/** Excludes 'constructor', which every object has as a property. */
export const Key = z.string().regex(/^(?!constructor$)[a-z][a-z0-9_]{0,39}$/)

const max = 30
const text = z.string().min(1).max(500)
const day = z.union([Day, z.literal('today')])

export const Expression: z.ZodType<Expression> = z.lazy(() =>
  z.union([
    z.number(),
    z.strictObject({ field: Key }),
    z.strictObject({ computed: Key }),
    z.strictObject({ points: Key }),
    z.strictObject({ score: Key, as: z.enum(['points', 'answered', 'percent']) }),
    z.strictObject({ table: Key, column: Key }),
    z.strictObject({
      op: z.enum(['sum', 'average', 'count', 'least', 'greatest']),
      of: z.array(Expression).min(1).max(max),
    }),
    z.strictObject({ op: z.enum(['minus', 'times', 'divided']), left: Expression, right: Expression }),
    z.strictObject({ op: z.literal('round'), value: Expression }),
    z.strictObject({ if: Condition, then: Expression, else: Expression }),
  ]),
)

export const Condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ all: z.array(Condition).min(1).max(max) }),
    z.strictObject({ any: z.array(Condition).min(1).max(max) }),
    z.strictObject({ not: Condition }),
    z.strictObject({ field: Key, is: z.enum(['answered', 'empty']) }),
    z.strictObject({ field: Key, has: Key }),
    z.strictObject({ field: Key, equals: text }),
    z.strictObject({ field: Key, contains: text }),
    z.strictObject({ field: Key, before: day }),
    z.strictObject({ field: Key, after: day }),
    z.strictObject({
      value: Expression,
      is: z.enum(['equal', 'not_equal', 'more', 'less', 'at_least', 'at_most']),
      than: Expression,
    }),
  ]),
)
