// A fake of payment providers: CardCom's API v11 and PayPlus' API v1.0, with a payment page, notices, refunds and lists.
// For development and tests: it listens on localhost only, moves no money, and refuses sites with a public address.
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { openBook, type StandInPage } from './stand-in/book.fake.ts'
import { answerCardCom, pageResult } from './stand-in/cardcom-api.fake.ts'
import { magicOf, type CardInput } from './stand-in/magic.fake.ts'
import { answerPayPlus, noticeBody } from './stand-in/payplus-api.fake.ts'
import { pay } from './stand-in/pay.fake.ts'
import { demoDocument, gonePage, paymentPage } from './stand-in/payment-page.fake.ts'
import { payPlusHash } from './payplus.ts'

/** How the next request to an API fails. `lost`: it takes effect, but the connection closes before the response. */
export type ApiFault = 'lost' | 'html' | 'server_error' | 'redirect_loop' | 'slow' | 'empty'

/** `asked`: before the request takes effect; `done`: after it, before the response is sent. */
export type OnRequest = (path: string, when: 'asked' | 'done') => void | Promise<void>

type Options = { port?: number; lateMs?: number; slowMs?: number }

/** Starts the fake. Resolves when it accepts requests. */
export async function startGateways({ port = 0, lateMs = 10_000, slowMs = 15_000 }: Options = {}) {
  const book = openBook()
  const faults: ApiFault[] = []
  const notices: { url: string; status: number | undefined }[] = []
  const waiting = new Set<Promise<void>>()
  const stopping = new AbortController()
  let onRequest: OnRequest = () => {}
  const cardcom = { terminal: '9999', apiName: `stand-in-${hex(6)}`, apiPassword: hex(12) }
  const payplus = { terminal: randomUUID(), pageUid: randomUUID(), apiKey: randomUUID(), secretKey: randomUUID() }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url!, origin)
    const body = await text(request)
    const [, kind, id = ''] = /^\/(page|bit|pay|doc)\/([\w-]+)(?:\.pdf)?$/.exec(pathname) ?? []
    if (kind === 'doc') return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(demoDocument(id))
    if (kind) return answerPayer(response, { kind, id, typed: new URLSearchParams(body), method: request.method! })
    const [, api, path = ''] = /^\/api\/(v11|v1\.0)\/(.+)$/.exec(pathname) ?? []
    if (!api || request.method !== 'POST') return void response.writeHead(404).end()
    await onRequest(pathname, 'asked')
    const fault = faults.shift()
    if (fault && fault !== 'lost') return fail(response, fault, pathname)
    const json = Object(parse(body)) as Record<string, unknown>
    const noticeUrl = json['WebHookUrl'] ?? json['refURL_callback']
    if (isOpening(path)) {
      // A site with a public address never gets a page of the fake.
      if (!isLocal(typeof noticeUrl === 'string' ? noticeUrl : '')) return respond(response, localOnly(api))
      if (magicOf(nameIn(json)) === 'slow') await pause(slowMs)
    }
    const reply =
      api === 'v11'
        ? answerCardCom({ book, keys: cardcom, origin }, path, json)
        : answerPayPlus({ book, keys: payplus, origin }, path, json, request.headers)
    await onRequest(pathname, 'done')
    if (fault === 'lost') return void response.destroy()
    respond(response, reply)
  }

  type Visit = { kind: string; id: string; typed: URLSearchParams; method: string }

  async function answerPayer(response: ServerResponse, { kind, id, typed, method }: Visit) {
    const page = book.pages.get(id)
    const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
    const isGone = !page || page.expiresAt < Date.now() || page.deal?.code === '0' || magicOf(page.name) === 'expire'
    if (isGone) return void response.writeHead(410, html).end(gonePage())
    if (kind !== 'pay' || method !== 'POST')
      return void response.writeHead(200, html).end(paymentPage(page, { isBitOnly: kind === 'bit' }))
    const back = await pay({ book, terminal: cardcom.terminal, lateMs, send }, page, typedIn(typed, page))
    response.writeHead(303, { location: back }).end()
  }

  async function fail(response: ServerResponse, fault: Exclude<ApiFault, 'lost'>, path: string) {
    if (fault === 'slow') await pause(slowMs)
    const [status, headers, body] = (
      {
        html: [200, { 'content-type': 'text/html' }, '<!doctype html><title>Maintenance</title>'],
        server_error: [500, { 'content-type': 'application/json' }, '{"error":"internal"}'],
        redirect_loop: [302, { location: path }, ''],
        slow: [200, { 'content-type': 'application/json' }, '{}'],
        empty: [200, { 'content-type': 'application/json' }, ''],
      } as const
    )[fault]
    response.writeHead(status, headers).end(body)
  }

  /** Posts the notice of a page. `change` forges it. */
  function send(page: StandInPage, change?: { amountAgorot: number }): Promise<void> {
    const sent = post(page, change).finally(() => waiting.delete(sent))
    waiting.add(sent)
    return sent
  }

  async function post(page: StandInPage, change?: { amountAgorot: number }) {
    const claimed = change && {
      id: '700000001',
      kind: 'payment' as const,
      code: '0',
      words: 'OK',
      currency: page.currency,
      reference: page.reference,
      installments: 1,
      method: 'card',
      last4: '0008',
      at: new Date(),
      pageId: page.id,
      ...change,
    }
    const deal = claimed ?? page.deal
    if (!deal) return
    const shown = { ...page, deal }
    const body = JSON.stringify(
      page.dialect === 'cardcom' ? pageResult(shown, cardcom, origin) : noticeBody(shown, deal, payplus, origin),
    )
    const key = claimed ? 'another secret' : payplus.secretKey
    const signature = { 'user-agent': 'PayPlus', hash: payPlusHash(Buffer.from(body), key) }
    const headers = { 'content-type': 'application/json', ...(page.dialect === 'payplus' && signature) }
    const response = await fetch(page.urls.notice, { method: 'POST', headers, body, signal: stopping.signal }).catch(
      () => undefined,
    )
    notices.push({ url: page.urls.notice, status: response?.status })
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      stopping.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })

  return {
    origin,
    cardcom: { baseUrl: `${origin}/api/v11`, ...cardcom },
    payplus: { baseUrl: `${origin}/api/v1.0`, ...payplus },
    book,
    /** Faults of the next requests to an API, in order. */
    faults,
    /** Awaits `work` when each API request arrives, and again before its response. */
    onRequest: (work: OnRequest) => void (onRequest = work),
    /** The sent notices, with the status of our response. */
    notices,
    send,
    /** Submits the payment page like a payer, and returns the redirect URL. */
    async pay(url: string, typed: Partial<Record<keyof CardInput, string>> = {}): Promise<URL> {
      const fields = { card: '4580280000000008', cvv: '123', installments: '1', method: 'card', ...typed }
      const response = await fetch(url.replace(/\/(page|bit)\//, '/pay/'), {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
      await response.body?.cancel()
      return new URL(response.headers.get('location') ?? 'gone:')
    },
    /** Resolves when all notices so far have a response. */
    settled: async () => void (await Promise.all(waiting)),
    async stop() {
      stopping.abort()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** An error response in the format of the API. */
function localOnly(api: string) {
  const message = 'The stand-in serves local sites only'
  const body =
    api === 'v11'
      ? { ResponseCode: 9099, Description: message }
      : { results: { status: 'error', code: 1, description: message } }
  return { status: 400, body }
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const isOpening = (path: string) => path === 'LowProfile/Create' || path === 'PaymentPages/generateLink'

function isLocal(address: string) {
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
  )
}

function nameIn(body: Record<string, unknown>): string {
  const { UIDefinition: owner, customer } = body as {
    UIDefinition?: { CardOwnerNameValue?: string }
    customer?: { customer_name?: string }
  }
  return owner?.CardOwnerNameValue ?? customer?.customer_name ?? ''
}

const typedIn = (typed: URLSearchParams, page: StandInPage): CardInput => ({
  name: typed.get('name') ?? page.name,
  card: typed.get('card') ?? '',
  cvv: typed.get('cvv') ?? '',
  // A wallet payment always has a single instalment, whatever was selected.
  installments: typed.get('method') === 'card' ? Math.min(Number(typed.get('installments') ?? 1), page.most) : 1,
  method: typed.get('method') ?? 'card',
})

const respond = (response: ServerResponse, { status, body }: { status: number; body: object }) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
