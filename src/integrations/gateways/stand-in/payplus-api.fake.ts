// The fake of PayPlus' API v1.0.
import type { Book, Deal, StandInPage } from './book.fake.ts'
import { refundOf, type FakeResponse } from './cardcom-api.fake.ts'
import { lostRefundAgorot, magicOf } from './magic.fake.ts'

type Body = Record<string, unknown>
export type PayPlusKeys = { terminal: string; pageUid: string; apiKey: string; secretKey: string }
type Parts = { book: Book; keys: PayPlusKeys; origin: string }

const failed = (status: number, message: string): FakeResponse => ({
  status,
  body: { results: { status: 'error', code: 1, description: message } },
})
const done = (data: object): FakeResponse => ({
  status: 200,
  body: { results: { status: 'success', code: 0, description: 'ok' }, data },
})
const text = (body: Body, name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
const agorot = (value: unknown) => Math.round(Number(value) * 100)

export function answerPayPlus(parts: Parts, path: string, body: Body, headers: Record<string, unknown>): FakeResponse {
  const { book, keys } = parts
  if (headers['api-key'] !== keys.apiKey || headers['secret-key'] !== keys.secretKey)
    return failed(401, 'api-key or secret-key is wrong')
  const disabled = /^PaymentPages\/Disable\/(.+)$/.exec(path)?.[1]
  if (disabled) {
    const page = book.pages.get(disabled)
    if (!page) return failed(422, 'page-request-not-found')
    page.expiresAt = 0
    return done({})
  }
  const handlers: Record<string, () => FakeResponse> = {
    'PaymentPages/generateLink': () => generate(parts, body),
    'PaymentPages/ipn': () => look(parts, body),
    'PaymentPages/ipn-full': () => look(parts, body),
    'Transactions/Charge': () => charge(parts, body),
    'Transactions/RefundByTransactionUID': () => refund(parts, body),
    'TransactionReports/TransactionsHistory': () => list(parts, body),
  }
  return handlers[path]?.() ?? failed(404, 'unknown-operation')
}

function generate({ book, keys, origin }: Parts, body: Body): FakeResponse {
  if (text(body, 'payment_page_uid') !== keys.pageUid) return failed(422, 'payment-page-not-found')
  if (!(Number(body['amount']) > 0)) return failed(422, 'amount-is-missing')
  for (const name of ['currency_code', 'refURL_callback', 'refURL_success'])
    if (!text(body, name)) return failed(422, `${name}-is-missing`)
  const customer = (body['customer'] ?? {}) as Body
  const items = (body['items'] ?? []) as Body[]
  const page = book.addPage({
    dialect: 'payplus',
    reference: text(body, 'more_info'),
    title: items[0] ? text(items[0], 'name') : '',
    amountAgorot: agorot(body['amount']),
    currency: text(body, 'currency_code'),
    most: body['hide_payments_field'] === true ? 1 : Number(body['payments'] ?? 1),
    chosen: Number(body['payments_selected'] ?? 1),
    name: text(customer, 'customer_name'),
    email: text(customer, 'email'),
    phone: text(customer, 'phone'),
    wantsToken: body['create_token'] === true,
    document: body['initial_invoice'] === true,
    minutes: Number(text(body, 'expiry_datetime') || 30),
    urls: {
      success: text(body, 'refURL_success'),
      failure: text(body, 'refURL_failure'),
      cancel: text(body, 'refURL_cancel'),
      notice: text(body, 'refURL_callback'),
    },
  })
  return done({ page_request_uid: page.id, payment_page_link: `${origin}/page/${page.id}` })
}

function look({ book, keys, origin }: Parts, body: Body): FakeResponse {
  const page = book.pages.get(text(body, 'payment_request_uid'))
  const deal = page
    ? page.deal
    : (book.deals.get(text(body, 'transaction_uid')) ?? book.dealOf(text(body, 'more_info') || 'none'))
  return deal ? done(dealBody(deal, keys, origin)) : failed(422, 'can-not-find-transaction')
}

function charge({ book, keys, origin }: Parts, body: Body): FakeResponse {
  if (text(body, 'terminal_uid') !== keys.terminal) return failed(422, 'terminal-not-found')
  if (![...book.deals.values()].some(({ token }) => token === text(body, 'token')))
    return failed(422, 'token-not-found')
  const amountAgorot = agorot(body['amount'])
  const customer = (body['customer'] ?? {}) as Body
  const isDeclined = amountAgorot > 500_000 || magicOf(text(customer, 'customer_name')) === 'decline'
  const deal = book.addDeal('payplus', {
    kind: 'payment',
    code: isDeclined ? '4' : '0',
    words: isDeclined ? 'סירוב' : 'OK',
    amountAgorot,
    currency: text(body, 'currency_code'),
    reference: text(body, 'more_info'),
    installments: 1,
    method: 'card',
    last4: '0008',
    token: text(body, 'token'),
    ...(body['initial_invoice'] === true && !isDeclined && { document: { number: book.nextDocument() } }),
  })
  return done(dealBody(deal, keys, origin))
}

function refund({ book }: Parts, body: Body): FakeResponse {
  const deal = book.deals.get(text(body, 'transaction_uid'))
  if (deal?.kind !== 'payment' || deal.code !== '0') return failed(422, 'transaction-not-found')
  const amountAgorot = agorot(body['amount'])
  if (!(amountAgorot > 0) || amountAgorot > book.leftOf(deal)) return failed(422, 'amount-is-more-than-what-is-left')
  const refunded = book.addDeal('payplus', { ...refundOf(deal, amountAgorot), reference: text(body, 'more_info') })
  if (amountAgorot === lostRefundAgorot) return failed(500, 'internal-error')
  return done({ transaction: { uid: refunded.id, type: 'Refund', status_code: '000', amount: amountAgorot / 100 } })
}

function list({ book, keys }: Parts, body: Body): FakeResponse {
  if (text(body, 'terminal_uid') !== keys.terminal) return failed(422, 'terminal-not-found')
  const filter = body['filter'] as Body | undefined
  if (!filter) return failed(422, 'filter-is-missing')
  const [skip, take] = [Number(body['skip'] ?? 0), Number(body['take'] ?? 5)]
  const deals = book.ofDay(text(filter, 'fromDate').slice(0, 10)).filter(({ id }) => !/^\d+$/.test(id))
  const transactions = deals.slice(skip, skip + take).map((deal) => ({
    uuid: deal.id,
    information: {
      status_code: statusOf(deal),
      amount_by_currency: deal.amountAgorot / 100,
      currency_code: deal.currency,
      transaction_type: deal.kind === 'refund' ? 'Refund' : 'Charge',
      transaction_at: deal.at.toISOString(),
    },
    ...(deal.pageId && { payment_page_payment_request: { uuid: deal.pageId } }),
  }))
  return { status: 200, body: { transactions } }
}

const statusOf = ({ code }: Deal) => code.padStart(3, '0')

function dealBody(deal: Deal, { terminal }: PayPlusKeys, origin: string) {
  return {
    transaction_uid: deal.id,
    page_request_uid: deal.pageId ?? null,
    terminal_uid: terminal,
    type: deal.kind === 'refund' ? 'Refund' : 'Charge',
    method: deal.method === 'card' ? 'credit-card' : deal.method,
    status: deal.code === '0' ? 'approved' : 'rejected',
    status_code: statusOf(deal),
    status_description: deal.words,
    approval_num: '0012345',
    amount: deal.amountAgorot / 100,
    currency_code: deal.currency,
    number_of_payments: deal.installments,
    four_digits: deal.last4,
    brand_name: 'mastercard',
    more_info: deal.reference,
    ...(deal.token && {
      token_uid: deal.token,
      customer_uid: '22222222-0000-4000-8000-000000000001',
      expiry_month: '12',
      expiry_year: '30',
    }),
    ...(deal.document && { invoice: invoiceOf(deal, origin) }),
  }
}

const invoiceOf = ({ document }: Deal, origin: string) =>
  typeof document === 'object'
    ? {
        uuid: `invoice-${document.number}`,
        docu_number: String(document.number),
        original_url: `${origin}/doc/${document.number}.pdf`,
        status: 'Success',
      }
    : { uuid: null, docu_number: null, original_url: null, status: 'Failed' }

export const noticeBody = (page: StandInPage, deal: Deal, { terminal }: PayPlusKeys, origin: string) => ({
  transaction_type: 'Charge',
  transaction: {
    uid: deal.id,
    payment_request_uid: page.id,
    payment_page_request_uid: page.id,
    type: 'Charge',
    date: deal.at.toISOString().slice(0, 19).replace('T', ' '),
    status_code: statusOf(deal),
    amount: deal.amountAgorot / 100,
    currency: deal.currency,
    credit_terms: deal.installments > 1 ? 'payments' : 'regular',
    payments: { number_of_payments: deal.installments },
    approval_number: '0012345',
    more_info: deal.reference,
  },
  data: {
    terminal_uid: terminal,
    items: [{ name: page.title, quantity: 1, amount_pay: deal.amountAgorot / 100 }],
    card_information: { card_holder_name: page.name, four_digits: deal.last4, expiry_month: '12', expiry_year: '30' },
  },
  ...(deal.document && { invoice: invoiceOf(deal, origin) }),
})
