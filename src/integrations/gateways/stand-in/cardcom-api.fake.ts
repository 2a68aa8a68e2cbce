// The fake of CardCom's API v11.
import type { Book, Deal, StandInPage } from './book.fake.ts'
import { lostRefundAgorot, magicOf } from './magic.fake.ts'

export type FakeResponse = { status: number; body: object }
type Body = Record<string, unknown>
export type CardComKeys = { terminal: string; apiName: string; apiPassword: string }
type Parts = { book: Book; keys: CardComKeys; origin: string }

const failed = (status: number, code: number, message: string): FakeResponse => ({
  status,
  body: { ResponseCode: code, Description: message },
})
const text = (body: Body, name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
const object = (body: Body, name: string) => (body[name] ?? {}) as Body
const agorot = (value: unknown) => Math.round(Number(value) * 100)

export function answerCardCom({ book, keys, origin }: Parts, path: string, body: Body): FakeResponse {
  if (body['ApiName'] !== keys.apiName) return failed(401, 9001, 'Invalid username')
  const handlers: Record<string, () => FakeResponse> = {
    'LowProfile/Create': () => create({ book, keys, origin }, body),
    'LowProfile/GetLpResult': () => {
      const page = book.pages.get(text(body, 'LowProfileId'))
      return page?.dialect === 'cardcom'
        ? { status: 200, body: pageResult(page, keys, origin) }
        : failed(200, 5001, 'LowProfileId was not found')
    },
    'Transactions/Transaction': () => charge({ book, keys, origin }, body),
    'Transactions/GetTransactionByExternalUniqTran': () => {
      const deal = book.dealOf(text(body, 'ExternalUniqTranId'))
      return deal ? { status: 200, body: dealBody(deal, keys, origin) } : failed(400, 5003, 'Transaction was not found')
    },
    'Transactions/RefundByTransactionId': () => refund({ book, keys, origin }, body),
    'Transactions/ListTransactions': () => list({ book, keys, origin }, body),
  }
  const isTerminal = !('TerminalNumber' in body) || String(body['TerminalNumber']) === keys.terminal
  if (!isTerminal) return failed(401, 9002, 'Invalid terminal')
  return handlers[path]?.() ?? failed(404, 9404, 'Unknown operation')
}

function create({ book, origin }: Parts, body: Body): FakeResponse {
  for (const name of ['SuccessRedirectUrl', 'FailedRedirectUrl', 'WebHookUrl'])
    if (!text(body, name) || text(body, name).length > 500) return failed(400, 9010, `${name} is missing or too long`)
  if (!(Number(body['Amount']) > 0)) return failed(400, 9011, 'Amount is missing')
  if (text(body, 'ReturnValue').length > 250) return failed(400, 9012, 'ReturnValue is too long')
  const document = object(body, 'Document')
  if ('Document' in body && !text(document, 'Name')) return failed(400, 9013, 'Document.Name is missing')
  if (text(document, 'Name').length > 50) return failed(400, 9014, 'Document.Name is too long')
  const owner = object(body, 'UIDefinition')
  const limits = object(body, 'AdvancedDefinition')
  const page = book.addPage({
    dialect: 'cardcom',
    reference: text(body, 'ReturnValue'),
    title: text(body, 'ProductName'),
    amountAgorot: agorot(body['Amount']),
    currency: Number(body['ISOCoinId'] ?? 1) === 1 ? 'ILS' : String(body['ISOCoinId']),
    most: Number(limits['MaxNumOfPayments'] ?? 1),
    chosen: Number(limits['SelectedNumOfPayments'] ?? 1),
    name: text(owner, 'CardOwnerNameValue'),
    email: text(owner, 'CardOwnerEmailValue'),
    phone: text(owner, 'CardOwnerPhoneValue'),
    wantsToken: body['Operation'] === 'ChargeAndCreateToken',
    document: 'Document' in body,
    urls: {
      success: text(body, 'SuccessRedirectUrl'),
      failure: text(body, 'FailedRedirectUrl'),
      cancel: text(body, 'CancelRedirectUrl') || text(body, 'FailedRedirectUrl'),
      notice: text(body, 'WebHookUrl'),
    },
  })
  const url = `${origin}/page/${page.id}`
  return {
    status: 200,
    body: {
      ResponseCode: 0,
      Description: 'OK',
      LowProfileId: page.id,
      Url: url,
      UrlToPayPal: null,
      UrlToBit: `${origin}/bit/${page.id}`,
    },
  }
}

function charge(parts: Parts, body: Body): FakeResponse {
  const { book, keys, origin } = parts
  const reference = text(body, 'ExternalUniqTranId')
  if (reference && book.dealOf(reference)) return failed(200, 608, 'ExternalUniqTranId exists already')
  if (![...book.deals.values()].some(({ token }) => token === text(body, 'Token')))
    return failed(400, 9020, 'Token is unknown')
  const amountAgorot = agorot(body['Amount'])
  const isDeclined = amountAgorot > 500_000 || magicOf(text(object(body, 'Document'), 'Name')) === 'decline'
  const deal = book.addDeal('cardcom', {
    kind: 'payment',
    code: isDeclined ? '4' : '0',
    words: isDeclined ? 'סירוב' : 'OK',
    amountAgorot,
    currency: 'ILS',
    reference,
    installments: 1,
    method: 'card',
    last4: '0008',
    token: text(body, 'Token'),
    ...('Document' in body && !isDeclined && { document: { number: book.nextDocument() } }),
  })
  return { status: 200, body: dealBody(deal, keys, origin) }
}

function refund({ book, keys }: Parts, body: Body): FakeResponse {
  if (body['ApiPassword'] !== keys.apiPassword) return failed(401, 9003, 'Invalid password')
  const deal = book.deals.get(String(body['TransactionId']))
  if (deal?.kind !== 'payment' || deal.code !== '0') return failed(400, 9030, 'Transaction was not found')
  const remaining = book.leftOf(deal)
  const amountAgorot = body['PartialSum'] === undefined ? deal.amountAgorot : agorot(body['PartialSum'])
  if (remaining < deal.amountAgorot && body['AllowMultipleRefunds'] !== true)
    return failed(400, 9031, 'Transaction was refunded already')
  if (!(amountAgorot > 0) || amountAgorot > remaining) return failed(400, 9032, 'PartialSum is more than what is left')
  const refunded = book.addDeal('cardcom', {
    ...refundOf(deal, amountAgorot),
    reference: text(body, 'ExternalDealId'),
  })
  if (amountAgorot === lostRefundAgorot) return failed(500, 9999, 'Internal error')
  return { status: 200, body: { ResponseCode: 0, Description: 'OK', NewTranzactionId: Number(refunded.id) } }
}

export const refundOf = (deal: Deal, amountAgorot: number) => ({
  kind: 'refund' as const,
  code: '0',
  words: 'OK',
  amountAgorot,
  currency: deal.currency,
  installments: 1,
  method: deal.method,
  last4: deal.last4,
  refundOf: deal.id,
})

function list({ book, keys, origin }: Parts, body: Body): FakeResponse {
  if (body['ApiPassword'] !== keys.apiPassword) return failed(401, 9003, 'Invalid password')
  const [from] = [text(body, 'FromDate')]
  const day = `${from.slice(4)}-${from.slice(2, 4)}-${from.slice(0, 2)}`
  const [page, size] = [Number(body['Page']), Number(body['Page_size'])]
  const deals = book.ofDay(day).filter(({ id }) => /^\d+$/.test(id))
  const shown = deals.slice((page - 1) * size, page * size).map((deal) => dealBody(deal, keys, origin))
  return { status: 200, body: { ResponseCode: 0, Description: 'OK', Tranzactions: shown } }
}

/** The result of a page, as in GetLpResult and in the notice. */
export function pageResult(page: StandInPage, keys: CardComKeys, origin: string): object {
  const { deal } = page
  const known = { TerminalNumber: Number(keys.terminal), LowProfileId: page.id, ReturnValue: page.reference }
  if (!deal)
    return {
      ...known,
      ResponseCode: 5002,
      Description: 'The page was not paid',
      TranzactionId: 0,
      TranzactionInfo: null,
    }
  const isPaid = deal.code === '0'
  return {
    ...known,
    ResponseCode: Number(deal.code),
    Description: deal.words,
    TranzactionId: Number(deal.id),
    Operation: page.wantsToken ? 'ChargeAndCreateToken' : 'ChargeOnly',
    UIValues: isPaid
      ? { CardOwnerName: page.name, CardOwnerEmail: page.email, NumOfPayments: deal.installments }
      : null,
    DocumentInfo: documentInfo(deal, origin),
    TokenInfo: deal.token ? { Token: deal.token, TokenExDate: '20301231', CardYear: 2030, CardMonth: 12 } : null,
    SuspendedInfo: null,
    TranzactionInfo: dealBody(deal, keys, origin),
    ExternalPaymentVector: vectors[deal.method] ?? null,
    Country: 'IL',
    UTM: null,
  }
}

const vectors: Record<string, string> = { bit: 'Bit', 'apple-pay': 'ApplePay', 'google-pay': 'GooglePay' }

function documentInfo({ document }: Deal, origin: string) {
  if (!document) return null
  if (document === 'failed') return { ResponseCode: 7001, Description: 'The document was not created' }
  return {
    ResponseCode: 0,
    Description: 'OK',
    DocumentType: 'TaxInvoiceAndReceipt',
    DocumentNumber: document.number,
    DocumentUrl: `${origin}/doc/${document.number}.pdf`,
  }
}

function dealBody(deal: Deal, keys: CardComKeys, origin: string) {
  const { document, installments } = deal
  const amount = (deal.kind === 'refund' ? -1 : 1) * (deal.amountAgorot / 100)
  return {
    ResponseCode: Number(deal.code),
    Description: deal.words,
    TranzactionId: Number(deal.id),
    TerminalNumber: Number(keys.terminal),
    Amount: amount,
    CoinId: deal.currency === 'ILS' ? 1 : 2,
    CreateDate: deal.at.toISOString().slice(0, 19),
    Last4CardDigits: Number(deal.last4),
    Last4CardDigitsString: deal.last4,
    ApprovalNumber: '0012345',
    NumberOfPayments: installments,
    Brand: 'Visa',
    CardName: 'ויזה',
    PaymentType: installments > 1 ? 'Payments' : 'Standard',
    DealType: deal.kind === 'refund' ? 'Refund' : 'Debit',
    IsRefund: deal.kind === 'refund',
    ...(typeof document === 'object' && {
      DocumentNumber: document.number,
      DocumentUrl: `${origin}/doc/${document.number}.pdf`,
    }),
  }
}
