// Morning (Green Invoice): issues and finds documents. https://developers.morning.co
import { z } from '#lib/schema.ts'
import { toAgorot, toDecimal } from '../gateways/decimal.ts'
import { postJson } from '../gateways/post-json.ts'
import type { Answer, DocumentKind, DocumentService, Failure, NewDocument, PaidBy } from './document-issuer.ts'

export type MorningSettings = {
  /** The base URL without a trailing slash. */
  apiUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  timeoutMs?: number
}

export const morningUrls = {
  apiUrl: 'https://api.greeninvoice.co.il/api/v1',
  tokenUrl: 'https://api.morning.co/idp/v1/oauth/token',
}

/** The tax authority's numbers of document types. */
export const documentTypes: Record<DocumentKind, number> = { invoice_receipt: 320, credit_note: 330, receipt: 400 }

const paymentTypes: Record<PaidBy, number> = {
  cash: 1,
  cheque: 2,
  card: 3,
  apple_pay: 3,
  google_pay: 3,
  transfer: 4,
  bit: 10,
}
const bitApp = 1

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const Fields = {
  id: z.string().min(1).max(80),
  number: z.union([z.string().min(1), z.number()]),
  url: z.object({ he: z.url().nullish(), origin: z.url().nullish() }).nullish(),
  allocationNumber: z.union([z.string(), z.number()]).nullish(),
}
const Created = z.object(Fields)
const SearchResponse = z.object({
  items: z.array(
    z.object({
      ...Fields,
      type: z.number(),
      description: z.string().nullish(),
      amount: z.union([z.string(), z.number()]),
    }),
  ),
})
const ErrorResponse = z.object({
  errorCode: z.union([z.string(), z.number()]).nullish(),
  errorMessage: z.string().nullish(),
})

/** Tokens are renewed this long before they expire. */
const earlyMs = 60_000
const pageSize = 50

export function openMorning({
  apiUrl,
  tokenUrl,
  clientId,
  clientSecret,
  timeoutMs = 20_000,
}: MorningSettings): DocumentService {
  let token: { value: string; endsAt: number } | undefined

  async function readToken(): Promise<Answer<string>> {
    if (token && token.endsAt - earlyMs > Date.now()) return { ok: true, value: token.value }
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const answer = await postJson({ url: tokenUrl, body, timeoutMs })
    if (!answer.ok) return answer
    const read = Token.safeParse(answer.value.body).data
    if (answer.value.status >= 400)
      return { ok: false, fault: 'unauthorized', detail: `${answer.value.status} for the keys` }
    if (!read) return { ok: false, fault: 'malformed', detail: 'a token without its fields' }
    token = { value: read.access_token, endsAt: Date.now() + read.expires_in * 1000 }
    return { ok: true, value: token.value }
  }

  /** Sends a request. After a 401 the token is renewed and the request retried once. */
  async function ask<T extends z.ZodType>(
    path: string,
    body: object,
    schema: T,
    isRepeated = false,
  ): Promise<Answer<z.output<T>>> {
    const key = await readToken()
    if (!key.ok) return key
    const headers = { authorization: `Bearer ${key.value}` }
    const answer = await postJson({ url: `${apiUrl}/${path}`, body, headers, timeoutMs })
    if (!answer.ok) return answer
    const { status, body: responseBody } = answer.value
    if (status === 401 && !isRepeated) {
      token = undefined
      return ask(path, body, schema, true)
    }
    const read = schema.safeParse(responseBody)
    return status < 400 && read.success ? { ok: true, value: read.data } : failureOf(status, responseBody)
  }

  return {
    async find({ reference, kind, amountAgorot }) {
      const found = await ask(
        'documents/search',
        { page: 1, pageSize, type: [documentTypes[kind]], description: reference },
        SearchResponse,
      )
      if (!found.ok) return found
      // The service also returns partial matches.
      const own = found.value.items.find(
        ({ type, description }) => type === documentTypes[kind] && description?.split(' ').includes(reference),
      )
      if (!own) return { ok: true, value: undefined }
      if (Math.abs(toAgorot(own.amount) ?? 0) !== amountAgorot)
        return { ok: false, fault: 'malformed', detail: `document ${own.number} has another amount` }
      return { ok: true, value: issuedOf(own) }
    },
    async create(document) {
      const created = await ask('documents', bodyOf(document), Created)
      return created.ok ? { ok: true, value: issuedOf(created.value) } : created
    },
    async test() {
      const found = await ask('documents/search', { page: 1, pageSize: 1 }, SearchResponse)
      return found.ok ? { ok: true, value: null } : found
    },
  }
}

function failureOf(status: number, body: unknown): Failure {
  if (status < 400) return { ok: false, fault: 'malformed', detail: `${status} with an unknown body` }
  const { errorCode, errorMessage } = ErrorResponse.safeParse(body).data ?? {}
  return {
    ok: false,
    fault: status === 401 || status === 403 ? 'unauthorized' : 'refused',
    detail: (errorMessage ?? String(status)).slice(0, 300),
    ...(errorCode && { code: String(errorCode) }),
  }
}

const issuedOf = ({ id, number, url, allocationNumber }: z.output<typeof Created>) => ({
  id,
  number: String(number),
  url: url?.he ?? url?.origin ?? null,
  allocationNumber: allocationNumber ? String(allocationNumber) : null,
})

/** VAT types of a document: 0 as set for the business, 1 exempt. Of a line: 1 included, 2 exempt. */
function bodyOf(document: NewDocument) {
  const { reference, kind, on, title, amountAgorot, vatPercent, buyer, correctsId } = document
  const price = toDecimal(amountAgorot)
  return {
    type: documentTypes[kind],
    date: on,
    lang: 'he',
    currency: 'ILS',
    description: `${title} ${reference}`,
    vatType: vatPercent === null ? 1 : 0,
    rounding: false,
    signed: true,
    // Without an email address the service sends no mail: the site sends its own.
    client: { name: buyer.name, ...(buyer.companyNumber && { taxId: buyer.companyNumber }), add: false },
    income: [
      {
        description: title,
        quantity: 1,
        price,
        currency: 'ILS',
        ...(vatPercent === null ? { vatType: 2 } : { vatType: 1, vatRate: vatPercent / 100 }),
      },
    ],
    ...(kind !== 'credit_note' && { payment: [paymentOf(document, price)] }),
    ...(correctsId && { linkedDocumentIds: [correctsId], linkType: 'link' }),
  }
}

function paymentOf({ payment: { method, on, last4, installments = 1, reference } }: NewDocument, price: number) {
  return {
    date: on,
    type: paymentTypes[method],
    price,
    currency: 'ILS',
    ...(method === 'bit' && { appType: bitApp }),
    ...(method === 'cheque' && reference && { chequeNum: reference }),
    ...(method !== 'cheque' && reference && { transactionId: reference }),
    ...(paymentTypes[method] === paymentTypes.card && {
      cardType: 0,
      ...(last4 && { cardNum: last4 }),
      dealType: installments > 1 ? 2 : 1,
      numPayments: installments,
    }),
  }
}
