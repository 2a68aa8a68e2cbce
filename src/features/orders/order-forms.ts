// Schemas of the forms with which staff change an order.
import { Amount, VoidReason } from '#features/payments/payments.ts'
import { optionalLine } from '#lib/forms/form-fields.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { z } from '#lib/schema.ts'

const TypedAmount = z
  .string()
  .transform((text) => parseMoney(text) ?? Number.NaN)
  .pipe(Amount)

export const RefundForm = z.object({ amount: TypedAmount, reason: VoidReason })
export const SettleRefundForm = z.object({
  status: z.enum(['done', 'refused'], 'יש לבחור מה קרה'),
  reason: VoidReason,
})
export const CancelOrderForm = z.object({ reason: VoidReason })
export const MarkPaidForm = z.object({
  amount: TypedAmount,
  method: z.enum(['transfer', 'bit', 'cash', 'cheque']),
  reference: optionalLine(60),
  reason: VoidReason,
})

/** The amount as a form value in shekels: 655.5, 690. */
export const amountInputValue = (agorot: number) => String(agorot / 100)
