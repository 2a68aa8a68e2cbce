// Response schemas of PayPlus' API v1.0, with the used fields only.
import { z } from '#lib/schema.ts'

const Text = z.string().nullish()
const Uid = z.string().min(1)
const NumberOrText = z.union([z.number(), z.string()])

export const Envelope = z.object({
  results: z.object({ status: z.string(), code: NumberOrText.nullish(), description: Text }),
})

const data = <T extends z.ZodType>(value: T) =>
  z.object({ results: z.object({ status: z.literal('success') }), data: value })

export const CreatedPage = data(z.object({ page_request_uid: Uid, payment_page_link: z.url() }))

export const Deal = z.object({
  transaction_uid: Uid,
  page_request_uid: Text,
  terminal_uid: Text,
  status_code: z.string(),
  status: Text,
  status_description: Text,
  amount: NumberOrText,
  currency_code: z.string(),
  more_info: Text,
  approval_num: Text,
  four_digits: Text,
  brand_name: Text,
  method: Text,
  number_of_payments: z.number().nullish(),
  token_uid: Text,
  customer_uid: Text,
  expiry_month: NumberOrText.nullish(),
  expiry_year: NumberOrText.nullish(),
  invoice: z.object({ docu_number: Text, original_url: Text, status: Text }).nullish(),
})
export type Deal = z.infer<typeof Deal>

export const DealResponse = data(Deal)
export const RefundResponse = data(z.object({ transaction: z.object({ uid: Uid, status_code: z.literal('000') }) }))
export const ChargeResponse = data(Deal)

export const History = z.object({
  transactions: z.array(
    z.object({
      uuid: Uid,
      information: z.object({
        status_code: z.string(),
        amount_by_currency: NumberOrText,
        currency_code: z.string().default('ILS'),
        transaction_type: Text,
      }),
    }),
  ),
})

/** PayPlus' examples use two spellings for the field of the page's uid. */
export const NoticeBody = z.object({
  transaction: z.object({
    uid: Uid,
    payment_request_uid: Text,
    payment_page_request_uid: Text,
    more_info: Text,
  }),
})
