// Response schemas of CardCom's API v11, with the used fields only. The spelling "Tranzaction" is CardCom's.
import { z } from '#lib/schema.ts'

const Text = z.coerce.string()
const Missing = z.null().optional()

export const ErrorResponse = z.object({ ResponseCode: z.number(), Description: z.string().nullish() })

export const CreatedPage = z.object({
  ResponseCode: z.literal(0),
  LowProfileId: z.string().min(1),
  Url: z.url(),
})

export const Deal = z.object({
  ResponseCode: z.number(),
  Description: z.string().nullish(),
  TranzactionId: z.number(),
  TerminalNumber: Text.optional(),
  Amount: z.number(),
  CoinId: z.number(),
  Last4CardDigitsString: z.string().nullish(),
  ApprovalNumber: z.string().nullish(),
  NumberOfPayments: z.number().nullish(),
  Brand: z.string().nullish(),
  IsRefund: z.boolean().nullish(),
  Token: z.string().nullish(),
  CardMonth: z.number().nullish(),
  CardYear: z.number().nullish(),
  DocumentNumber: z.number().nullish(),
  DocumentUrl: z.string().nullish(),
})
export type Deal = z.infer<typeof Deal>

export const PageResult = z.object({
  ResponseCode: z.number(),
  Description: z.string().nullish(),
  TerminalNumber: Text.nullish(),
  LowProfileId: z.string().nullish(),
  ReturnValue: z.string().nullish(),
  DocumentInfo: z
    .object({
      ResponseCode: z.number(),
      DocumentNumber: z.number().nullish(),
      DocumentUrl: z.string().nullish(),
    })
    .or(Missing),
  // Nothing is required: a payment is recorded even if its card cannot be saved.
  TokenInfo: z
    .object({ Token: z.string().nullish(), CardYear: z.number().nullish(), CardMonth: z.number().nullish() })
    .or(Missing),
  TranzactionInfo: Deal.or(Missing),
  ExternalPaymentVector: z.string().nullish(),
})
export type PageResult = z.infer<typeof PageResult>

export const RefundResponse = z.object({ ResponseCode: z.literal(0), NewTranzactionId: z.number() })

export const DealList = z.object({ ResponseCode: z.literal(0), Tranzactions: z.array(Deal) })

export const NoticeBody = z.object({
  LowProfileId: z.string(),
  ReturnValue: z.string().nullish(),
  TranzactionId: z.number().nullish(),
})

/** Currencies by ISO number, except CardCom's own numbers for the shekel and the dollar. */
export const currencyOf = (coinId: number) => (coinId === 1 ? 'ILS' : coinId === 2 ? 'USD' : String(coinId))
export const documentTypes = { invoice_receipt: 'TaxInvoiceAndReceipt', receipt: 'Receipt' } as const
