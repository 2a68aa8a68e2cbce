// PayPlus' API v1.0: the hosted payment page, signed notices, refunds, charges of a saved card. https://docs.payplus.co.il
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { z } from '#lib/schema.ts'
import { postJson, parse } from './post-json.ts'
import { toAgorot, toDecimal } from './decimal.ts'
import type { Answer, Failure, Gateway, NewPage, Notice, TokenCharge, VerifiedPayment } from './gateway.ts'
import {
  ChargeResponse,
  CreatedPage,
  type Deal,
  Envelope,
  DealResponse,
  History,
  NoticeBody,
  RefundResponse,
} from './payplus-wire.ts'

export type PayPlusSettings = {
  /** The base URL with the version, without a trailing slash. */
  baseUrl: string
  /** The uid of the terminal. */
  terminal: string
  pageUid: string
  cashierUid?: string | undefined
  apiKey: string
  secretKey: string
  timeoutMs?: number
}

export const payPlusUrl = 'https://restapi.payplus.co.il/api/v1.0'
const take = 500
/** Page limit: a longer list counts as a fault of the provider. */
const maxPages = 40

/** The value of the header `hash`, which signs the bytes of a body. */
export const payPlusHash = (raw: Uint8Array, secretKey: string) =>
  createHmac('sha256', secretKey).update(raw).digest('base64')

export function openPayPlus(settings: PayPlusSettings): Gateway {
  const { baseUrl, terminal, apiKey, secretKey, timeoutMs = 12_000 } = settings
  const headers = { 'api-key': apiKey, 'secret-key': secretKey }

  async function ask<T extends z.ZodType>(path: string, body: object, schema: T): Promise<Answer<z.output<T>>> {
    const answer = await postJson({ url: `${baseUrl}/${path}`, body, headers, timeoutMs })
    if (!answer.ok) return answer
    const read = schema.safeParse(answer.value.body)
    return answer.value.status < 400 && read.success
      ? { ok: true, value: read.data }
      : failureOf(answer.value.status, answer.value.body)
  }

  async function lookUp(
    key: { payment_request_uid: string } | { more_info: string },
  ): Promise<Answer<VerifiedPayment>> {
    const found = await ask('PaymentPages/ipn-full', key, DealResponse)
    if (found.ok) return { ok: true, value: dealOf(found.value.data) }
    // With valid credentials the only refusal of a lookup means that there is no deal yet.
    return found.fault === 'refused' ? { ok: true, value: { state: 'pending' } } : found
  }

  return {
    provider: 'payplus',
    terminal,
    async create(page) {
      const created = await ask('PaymentPages/generateLink', pageOf(page, settings.pageUid), CreatedPage)
      if (!created.ok) return created
      const { page_request_uid: providerRef, payment_page_link: url } = created.value.data
      return { ok: true, value: { providerRef, url } }
    },
    verify: (providerRef) => lookUp({ payment_request_uid: providerRef }),
    async refund({ transactionId, amountAgorot, reference }) {
      const refunded = await ask(
        'Transactions/RefundByTransactionUID',
        { transaction_uid: transactionId, amount: toDecimal(amountAgorot), more_info: reference },
        RefundResponse,
      )
      return refunded.ok ? { ok: true, value: { refundId: refunded.value.data.transaction.uid } } : refunded
    },
    async chargeToken(charge) {
      // The provider does not deduplicate by reference, so an earlier charge is looked up first.
      const before = await lookUp({ more_info: charge.reference })
      if (!before.ok || before.value.state !== 'pending') return before
      const charged = await ask('Transactions/Charge', chargeBody(charge, settings), ChargeResponse)
      return charged.ok ? { ok: true, value: dealOf(charged.value.data) } : charged
    },
    async listDay(day) {
      const listed: z.infer<typeof History>['transactions'] = []
      for (let number = 0; number < maxPages; number++) {
        const filter = { fromDate: `${day} 00:00:00`, untilDate: `${day} 23:59:59` }
        const request = { terminal_uid: terminal, filter, skip: String(number * take), take: String(take) }
        const page = await ask('TransactionReports/TransactionsHistory', request, History)
        if (!page.ok) return page
        listed.push(...page.value.transactions)
        if (page.value.transactions.length < take)
          return { ok: true, value: listed.filter(({ information }) => information.status_code === '000').map(lineOf) }
      }
      return { ok: false, fault: 'malformed', detail: `a list of more than ${maxPages * take} deals` }
    },
    parseNotice: (raw, headers) => noticeOf(raw, headers, secretKey),
  }
}

function failureOf(status: number, body: unknown): Failure {
  const results = Envelope.safeParse(body).data?.results
  if (!results) return { ok: false, fault: 'malformed', detail: `${status} with an unknown body` }
  if (results.status === 'success') return { ok: false, fault: 'malformed', detail: 'a result without its fields' }
  return {
    ok: false,
    fault: status === 401 || status === 403 ? 'unauthorized' : 'refused',
    detail: (results.description ?? '').slice(0, 300),
    ...(results.code && { code: String(results.code) }),
  }
}

/** Three-D Secure needs the payer's name, and the phone without its plus. */
const customerOf = ({ customer }: Pick<NewPage, 'customer'>) => ({
  customer_name: customer.name,
  email: customer.email,
  ...(customer.phone && { phone: customer.phone.replace(/^\+/, '') }),
  ...(customer.companyNumber && { vat_number: customer.companyNumber }),
})

const itemsOf = ({ title, amountAgorot, isVatFree }: Pick<NewPage, 'title' | 'amountAgorot' | 'isVatFree'>) => [
  { name: title, quantity: 1, price: toDecimal(amountAgorot), vat_type: isVatFree ? 2 : 0 },
]

const pageOf = (page: NewPage, pageUid: string) => ({
  payment_page_uid: pageUid,
  charge_method: 1,
  amount: toDecimal(page.amountAgorot),
  currency_code: 'ILS',
  language_code: 'he',
  sendEmailApproval: false,
  sendEmailFailure: false,
  send_failure_callback: true,
  expiry_datetime: String(page.minutes),
  payments: page.installments.most,
  payments_selected: page.installments.chosen,
  hide_payments_field: page.installments.most === 1,
  create_token: page.saveToken,
  initial_invoice: page.document !== 'none',
  ...(page.customer.invoiceName && { custom_invoice_name: page.customer.invoiceName }),
  more_info: page.reference,
  refURL_success: page.urls.success,
  refURL_failure: page.urls.failure,
  refURL_cancel: page.urls.cancel,
  refURL_callback: page.urls.notice,
  customer: customerOf(page),
  items: itemsOf(page),
})

const chargeBody = (charge: TokenCharge, { terminal, cashierUid }: PayPlusSettings) => ({
  terminal_uid: terminal,
  ...(cashierUid && { cashier_uid: cashierUid }),
  amount: toDecimal(charge.amountAgorot),
  currency_code: 'ILS',
  credit_terms: 1,
  use_token: true,
  token: charge.token.token,
  ...(charge.token.customerUid && { customer_uid: charge.token.customerUid }),
  initial_invoice: charge.document !== 'none',
  more_info: charge.reference,
  customer: customerOf(charge),
  products: itemsOf(charge),
})

const methods: Partial<Record<string, VerifiedPayment['method']>> = {
  bit: 'bit',
  'apple-pay': 'apple_pay',
  'google-pay': 'google_pay',
}

function dealOf(deal: Deal): VerifiedPayment {
  const isPaid = deal.status_code === '000'
  const amountAgorot = toAgorot(deal.amount)
  const { four_digits: last4, brand_name: brand, approval_num: approval, number_of_payments: installments } = deal
  return {
    state: isPaid ? 'paid' : 'declined',
    ...(amountAgorot !== undefined && { amountAgorot }),
    currency: deal.currency_code,
    transactionId: deal.transaction_uid,
    method: methods[deal.method ?? ''] ?? 'card',
    ...(deal.terminal_uid && { terminal: deal.terminal_uid }),
    ...(deal.more_info && { reference: deal.more_info }),
    ...(approval && { approval }),
    ...(last4 && { last4 }),
    ...(brand && { brand }),
    ...(installments && { installments }),
    ...tokenOf(deal),
    ...documentOf(deal),
    ...(!isPaid && { reason: reasonOf(deal), rawCode: deal.status_code }),
  }
}

/** A card without a usable expiry date counts as not saved. */
function tokenOf({ token_uid: token, customer_uid: customer, expiry_month: month, expiry_year: year }: Deal) {
  const [expiryMonth, expiryYear] = [Number(month), Number(year)]
  if (!token || !(expiryMonth >= 1 && expiryMonth <= 12) || !(expiryYear >= 1 && expiryYear <= 9999)) return {}
  return {
    token: {
      token,
      expiryMonth,
      expiryYear,
      ...(customer && { customerUid: customer }),
    },
  }
}

function documentOf({ invoice }: Deal): Pick<VerifiedPayment, 'document'> {
  if (!invoice) return {}
  const { docu_number: number, original_url: url } = invoice
  return { document: number ? { number, url: url ?? null } : 'failed' }
}

const reasonOf = ({ status_description: description }: Deal) =>
  /3-?ds|3d ?secure/i.test(description ?? '') ? ('three_d_secure' as const) : ('declined' as const)

const lineOf = ({ uuid, information }: z.infer<typeof History>['transactions'][number]) => ({
  transactionId: uuid,
  kind: /refund/i.test(information.transaction_type ?? '') ? ('refund' as const) : ('payment' as const),
  amountAgorot: Math.abs(toAgorot(information.amount_by_currency) ?? 0),
  currency: information.currency_code,
})

/** The signature is computed over the raw body. */
function noticeOf(raw: Uint8Array, headers: Headers, secretKey: string): Notice {
  const body = NoticeBody.safeParse(parse(Buffer.from(raw).toString('utf8'))).data
  const [signature, expected] = [Buffer.from(headers.get('hash') ?? ''), Buffer.from(payPlusHash(raw, secretKey))]
  const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected)
  if (!body) return { authentic: 'forged' }
  const { uid, payment_request_uid: one, payment_page_request_uid: other, more_info: reference } = body.transaction
  const providerRef = one ?? other
  return {
    authentic: isSigned && headers.get('user-agent') === 'PayPlus' ? 'signed' : 'forged',
    transactionId: uid,
    ...(providerRef && { providerRef }),
    ...(reference && { reference }),
  }
}
