// Schemas of the ledger forms.
import { optionalLine } from '#lib/forms/form-fields.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { Day, z } from '#lib/schema.ts'
import { Amount, manualMethods, Title, VoidReason } from './payments.ts'

const TypedAmount = z
  .string()
  .transform((text) => parseMoney(text) ?? Number.NaN)
  .pipe(Amount)
export const PaymentForm = z.object({
  /** Required for a refund only. */
  refund_reason: VoidReason.optional(),
  kind: z.enum(['payment', 'refund']),
  amount: TypedAmount,
  method: z.enum(manualMethods),
  paid_on: Day,
  reference: optionalLine(60),
  document_number: optionalLine(40),
  note: optionalLine(300),
  /** Whether to create a reminder for the receipt. */
  remind: z.boolean().default(false),
})

export const NotesForm = z.object({
  reference: optionalLine(60),
  document_number: optionalLine(40),
  note: optionalLine(300),
})

export const ChargeForm = z.object({ title: Title, amount: TypedAmount, due_on: Day })

export const PlanForm = z.object({
  title: Title,
  amount: TypedAmount,
  parts: z.string().transform(Number).pipe(z.number().int().min(2, 'בין 2 ל־60 תשלומים').max(60, 'בין 2 ל־60 תשלומים')),
  first_on: Day,
})

export const VoidForm = z.object({ reason: VoidReason })
