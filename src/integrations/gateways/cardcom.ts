// CardCom's API v11: the hosted page LowProfile, refunds, charges of a saved card. https://secure.cardcom.solutions/swagger
import { postJson, parse } from './post-json.ts'
import { toAgorot, toDecimal } from './decimal.ts'
import type {
  Answer,
  Failure,
  Gateway,
  ListedTransaction,
  NewPage,
  Notice,
  TokenCharge,
  VerifiedPayment,
} from './gateway.ts'
import {
  CreatedPage,
  currencyOf,
  type Deal,
  Deal as DealSchema,
  DealList,
  documentTypes,
  ErrorResponse,
  NoticeBody,
  PageResult,
  RefundResponse,
} from './cardcom-wire.ts'
import type { z } from '#lib/schema.ts'

export type CardComSettings = {
  /** The base URL with the version, without a trailing slash. */
  baseUrl: string
  terminal: string
  apiName: string
  apiPassword: string
  timeoutMs?: number
}

export const cardComUrl = 'https://secure.cardcom.solutions/api/v11'
const alreadyCharged = 608
const pageSize = 500
/** Page limit: a longer list counts as a fault of the provider. */
const maxPages = 40

export function openCardCom({ baseUrl, terminal, apiName, apiPassword, timeoutMs = 12_000 }: CardComSettings): Gateway {
  const identity = { TerminalNumber: Number(terminal), ApiName: apiName }

  async function ask<T extends z.ZodType>(path: string, body: object, schema: T): Promise<Answer<z.output<T>>> {
    const answer = await postJson({ url: `${baseUrl}/${path}`, body, timeoutMs })
    if (!answer.ok) return answer
    const read = schema.safeParse(answer.value.body)
    return answer.value.status < 400 && read.success
      ? { ok: true, value: read.data }
      : failureOf(answer.value.status, answer.value.body)
  }

  const find = async (reference: string) => {
    const found = await ask(
      'Transactions/GetTransactionByExternalUniqTran',
      { ...identity, ExternalUniqTranId: reference },
      DealSchema,
    )
    return found.ok ? { ok: true as const, value: chargeOf(found.value, reference) } : found
  }

  return {
    provider: 'cardcom',
    terminal,
    async create(page) {
      const created = await ask('LowProfile/Create', { ...identity, ...pageOf(page) }, CreatedPage)
      return created.ok
        ? { ok: true, value: { providerRef: created.value.LowProfileId, url: created.value.Url } }
        : created
    },
    async verify(providerRef) {
      const result = await ask('LowProfile/GetLpResult', { ...identity, LowProfileId: providerRef }, PageResult)
      return result.ok ? { ok: true, value: resultOf(result.value) } : result
    },
    async refund({ transactionId, amountAgorot, reference }) {
      const refunded = await ask(
        'Transactions/RefundByTransactionId',
        {
          ApiName: apiName,
          ApiPassword: apiPassword,
          TransactionId: Number(transactionId),
          PartialSum: toDecimal(amountAgorot),
          AllowMultipleRefunds: true,
          ExternalDealId: reference,
        },
        RefundResponse,
      )
      return refunded.ok ? { ok: true, value: { refundId: String(refunded.value.NewTranzactionId) } } : refunded
    },
    async chargeToken(charge) {
      const charged = await ask('Transactions/Transaction', { ...identity, ...chargeBody(charge) }, DealSchema)
      if (charged.ok && charged.value.ResponseCode !== alreadyCharged)
        return { ok: true, value: chargeOf(charged.value, charge.reference) }
      const isRepeated = charged.ok || charged.code === String(alreadyCharged)
      if (!isRepeated) return charged
      // The reference was already charged: return the deal of that charge. A refused lookup does not mean that it was declined.
      const found = await find(charge.reference)
      return found.ok || found.fault !== 'refused' ? found : { ...found, fault: 'malformed' }
    },
    async listDay(day) {
      const date = day.split('-').reverse().join('')
      const listed: ListedTransaction[] = []
      for (let number = 1; number <= maxPages; number++) {
        const request = { ApiName: apiName, ApiPassword: apiPassword, FromDate: date, ToDate: date }
        const list = await ask(
          'Transactions/ListTransactions',
          { ...request, TranStatus: 'Success', Page: number, Page_size: pageSize },
          DealList,
        )
        if (!list.ok) return list
        listed.push(...list.value.Tranzactions.map(lineOf))
        if (list.value.Tranzactions.length < pageSize) return { ok: true, value: listed }
      }
      return { ok: false, fault: 'malformed', detail: `a list of more than ${maxPages * pageSize} deals` }
    },
    parseNotice: noticeOf,
  }
}

function failureOf(status: number, body: unknown): Failure {
  const declined = ErrorResponse.safeParse(body).data
  if (!declined) return { ok: false, fault: 'malformed', detail: `${status} with an unknown body` }
  const { ResponseCode: code, Description: description } = declined
  // A success response without the expected fields.
  if (code === 0) return { ok: false, fault: 'malformed', detail: 'a result without its fields' }
  return {
    ok: false,
    fault: status === 401 ? 'unauthorized' : 'refused',
    detail: (description ?? '').slice(0, 300),
    code: String(code),
  }
}

const pageOf = (page: NewPage) => ({
  Operation: page.saveToken ? 'ChargeAndCreateToken' : 'ChargeOnly',
  ReturnValue: page.reference,
  Amount: toDecimal(page.amountAgorot),
  ISOCoinId: 1,
  Language: 'he',
  ProductName: page.title.slice(0, 250),
  SuccessRedirectUrl: page.urls.success,
  FailedRedirectUrl: page.urls.failure,
  CancelRedirectUrl: page.urls.cancel,
  WebHookUrl: page.urls.notice,
  UIDefinition: {
    CardOwnerNameValue: page.customer.name.slice(0, 50),
    CardOwnerEmailValue: page.customer.email.slice(0, 50),
    ...(page.customer.phone && { CardOwnerPhoneValue: page.customer.phone }),
  },
  AdvancedDefinition: {
    MinNumOfPayments: 1,
    MaxNumOfPayments: page.installments.most,
    SelectedNumOfPayments: page.installments.chosen,
  },
  ...documentOf(page),
})

const documentOf = ({ document, customer, title, amountAgorot, isVatFree, reference }: Omit<TokenCharge, 'token'>) =>
  document !== 'none' && {
    Document: {
      Name: (customer.invoiceName ?? customer.name).slice(0, 50),
      Email: customer.email.slice(0, 50),
      DocumentTypeToCreate: documentTypes[document],
      IsSendByEmail: true,
      IsVatFree: isVatFree,
      ExternalId: reference,
      ...(customer.companyNumber && { TaxId: customer.companyNumber }),
      Products: [{ Description: title.slice(0, 250), Quantity: 1, UnitCost: toDecimal(amountAgorot) }],
    },
  }

const chargeBody = (charge: TokenCharge) => ({
  Amount: toDecimal(charge.amountAgorot),
  Token: charge.token.token,
  CardExpirationMMYY: [charge.token.expiryMonth, charge.token.expiryYear % 100]
    .map((part) => String(part).padStart(2, '0'))
    .join(''),
  ExternalUniqTranId: charge.reference,
  ExternalUniqUniqTranIdResponse: true,
  NumOfPayments: 1,
  ISOCoinId: 1,
  ...documentOf(charge),
})

/** A response without a deal: not paid yet. CardCom does not report abandoned pages, so a timeout of our own expires them. */
function resultOf(result: PageResult): VerifiedPayment {
  const { TranzactionInfo: deal, ReturnValue: reference, TerminalNumber: terminal } = result
  if (!deal) return { state: 'pending', ...(reference && { reference }) }
  const { DocumentInfo: document, TokenInfo: token, ExternalPaymentVector: vector } = result
  return {
    ...dealOf(deal),
    state: result.ResponseCode === 0 && deal.ResponseCode === 0 ? 'paid' : 'declined',
    ...(reference && { reference }),
    ...(terminal && { terminal }),
    method: methods[vector?.toLowerCase() ?? ''] ?? 'card',
    ...tokenOf(token),
    ...(document && {
      document:
        document.ResponseCode === 0 && document.DocumentNumber
          ? { number: String(document.DocumentNumber), url: document.DocumentUrl ?? null }
          : ('failed' as const),
    }),
  }
}

/** A card without a usable expiry date counts as not saved. */
function tokenOf(info: PageResult['TokenInfo']) {
  const { Token: token, CardMonth: expiryMonth, CardYear: expiryYear } = info ?? {}
  if (!token || !expiryMonth || expiryMonth > 12 || !expiryYear) return {}
  return { token: { token, expiryMonth, expiryYear } }
}

const methods: Partial<Record<string, VerifiedPayment['method']>> = {
  bit: 'bit',
  applepay: 'apple_pay',
  googlepay: 'google_pay',
}

/** The document of a charge is part of its deal. */
const chargeOf = (deal: Deal, reference: string): VerifiedPayment => ({
  ...dealOf(deal),
  reference,
  method: 'card',
  ...(deal.DocumentNumber && { document: { number: String(deal.DocumentNumber), url: deal.DocumentUrl ?? null } }),
})

function dealOf(deal: Deal): VerifiedPayment {
  const { ResponseCode: code, Last4CardDigitsString: last4, Brand: brand, NumberOfPayments: installments } = deal
  const amountAgorot = toAgorot(deal.Amount)
  return {
    state: code === 0 ? 'paid' : 'declined',
    ...(amountAgorot !== undefined && { amountAgorot }),
    currency: currencyOf(deal.CoinId),
    // Zero for a deal that was refused before it got a number.
    ...(deal.TranzactionId !== 0 && { transactionId: String(deal.TranzactionId) }),
    ...(deal.TerminalNumber && { terminal: deal.TerminalNumber }),
    ...(deal.ApprovalNumber && { approval: deal.ApprovalNumber }),
    ...(last4 && { last4 }),
    ...(brand && { brand }),
    ...(installments && { installments }),
    ...(code !== 0 && { reason: reasonOf(deal), rawCode: String(code) }),
  }
}

const reasonOf = ({ Description: description }: Deal) =>
  /3-?ds|3d ?secure/i.test(description ?? '') ? ('three_d_secure' as const) : ('declined' as const)

const lineOf = (deal: Deal): ListedTransaction => ({
  transactionId: String(deal.TranzactionId),
  kind: deal.IsRefund || deal.Amount < 0 ? 'refund' : 'payment',
  amountAgorot: Math.abs(toAgorot(deal.Amount) ?? 0),
  currency: currencyOf(deal.CoinId),
})

function noticeOf(raw: Uint8Array): Notice {
  const body = NoticeBody.safeParse(parse(Buffer.from(raw).toString('utf8'))).data
  if (!body) return { authentic: 'forged' }
  return {
    authentic: 'unsigned',
    providerRef: body.LowProfileId,
    ...(body.ReturnValue && { reference: body.ReturnValue }),
    ...(body.TranzactionId && { transactionId: String(body.TranzactionId) }),
  }
}
