// A fake of Morning's API: token, documents and search. For development and tests: it listens on localhost only, and refuses sites
// with a public address. Its documents state that they are not accounting documents.
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { OnRequest } from '../gateways/gateways.fake.ts'
import { demoDocument } from '../gateways/stand-in/payment-page.fake.ts'

type Body = Record<string, unknown>
type FakeResponse = { status: number; body: object }

/** How the next request to the API fails. `lost`: it takes effect, but the connection closes before the response. `none`: it succeeds. */
export type MorningFault = 'none' | 'html' | 'server_error' | 'busy' | 'expired_token' | 'lost' | 'refused'

export type FakeDocument = {
  id: string
  type: number
  number: number
  description: string
  documentDate: string
  amount: number
  client: Body
  income: Body[]
  payment: Body[]
  linkedDocumentIds: string[]
  allocationNumber?: string
}

/** Starts the fake. Resolves when it accepts requests. */
export async function startMorning({ port = 0 }: { port?: number } = {}) {
  const documents: FakeDocument[] = []
  const faults: MorningFault[] = []
  const tokens = new Set<string>()
  const state = { isDown: false, isTaxLinkValid: true }
  let onRequest: OnRequest = () => {}
  const keys = { clientId: randomUUID(), clientSecret: randomBytes(18).toString('base64url') }
  // Starts at the time, so that document numbers of an earlier process are not reused.
  let number = Math.floor(Date.now() / 1000)
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url!, origin)
    const body = Object(parse(await text(request))) as Body
    const id = /^\/doc\/(\d+)\.pdf$/.exec(pathname)?.[1]
    if (id) return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(demoDocument(id))
    if (request.method !== 'POST') return void response.writeHead(404).end()
    if (state.isDown) return void response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')
    if (pathname === '/idp/v1/oauth/token') return respond(response, tokenFor(body))
    await onRequest(pathname, 'asked')
    const fault = faults.shift()
    if (fault === 'expired_token') tokens.clear()
    if (fault === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
    if (fault === 'server_error') return respond(response, refuse(500, 'internal'))
    if (fault === 'refused') return respond(response, refuse(400, 'מסמך לא תקין', 2403))
    if (fault === 'busy')
      return void response.writeHead(429, { 'retry-after': '120', 'content-type': 'application/json' }).end('{}')
    if (!tokens.has(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''))
      return respond(response, refuse(401, 'Unauthorized'))
    const reply =
      pathname === '/api/v1/documents'
        ? create(body)
        : pathname === '/api/v1/documents/search'
          ? search(body)
          : refuse(404, 'unknown-operation')
    await onRequest(pathname, 'done')
    if (fault === 'lost') return void response.destroy()
    respond(response, reply)
  }

  function tokenFor({ grant_type: grant, client_id: id, client_secret: secret }: Body): FakeResponse {
    if (grant !== 'client_credentials' || id !== keys.clientId || secret !== keys.clientSecret)
      return { status: 401, body: { error: 'invalid_client' } }
    const token = randomUUID()
    tokens.add(token)
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3600 } }
  }

  function create(body: Body): FakeResponse {
    const [income, payment] = [list(body['income']), list(body['payment'])]
    const [type, client] = [Number(body['type']), Object(body['client']) as Body]
    const linkedDocumentIds = (body['linkedDocumentIds'] ?? []) as string[]
    const amount = sumOf(income)
    if (![320, 330, 400].includes(type)) return refuse(400, 'סוג מסמך לא נתמך', 2404)
    if (!client['name'] || !(amount > 0) || !/^\d{4}-\d\d-\d\d$/.test(String(body['date'])))
      return refuse(400, 'חסרים שדות', 2403)
    if (type !== 330 && sumOf(payment) !== amount) return refuse(400, 'סכום התקבולים שונה מסכום המסמך', 2405)
    if (type === 330 && !documents.some(({ id }) => linkedDocumentIds.includes(id)))
      return refuse(400, 'אין מסמך מקושר', 2406)
    const issued: FakeDocument = {
      id: randomUUID(),
      type,
      number: ++number,
      description: typeof body['description'] === 'string' ? body['description'] : '',
      documentDate: String(body['date']),
      amount,
      client,
      income,
      payment,
      linkedDocumentIds,
      ...(client['taxId'] && state.isTaxLinkValid
        ? { allocationNumber: String(number).slice(-9).padStart(9, '1') }
        : {}),
    }
    documents.push(issued)
    return { status: 200, body: shown(issued) }
  }

  function search({ type, description, page = 1, pageSize = 20 }: Body): FakeResponse {
    const found = documents
      .filter((one) => !Array.isArray(type) || type.includes(one.type))
      .filter((one) => typeof description !== 'string' || one.description.includes(description))
    const from = (Number(page) - 1) * Number(pageSize)
    return {
      status: 200,
      body: { total: found.length, page, pageSize, items: found.slice(from, from + Number(pageSize)).map(shown) },
    }
  }

  const shown = ({ id, type, number: no, description, documentDate, amount, allocationNumber }: FakeDocument) => ({
    id,
    type,
    number: String(no),
    description,
    documentDate,
    amount,
    currency: 'ILS',
    ...(allocationNumber && { allocationNumber }),
    url: { he: `${origin}/doc/${no}.pdf`, origin: `${origin}/doc/${no}.pdf` },
  })

  return {
    settings: { apiUrl: `${origin}/api/v1`, tokenUrl: `${origin}/idp/v1/oauth/token`, ...keys },
    /** All issued documents. */
    documents,
    /** Faults of the next requests to the API, in order. */
    faults,
    state,
    /** Awaits `work` when each API request arrives, and again before its response. */
    onRequest: (work: OnRequest) => void (onRequest = work),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const list = (value: unknown) => (Array.isArray(value) ? (value as Body[]) : [])
const sumOf = (lines: Body[]) =>
  Math.round(lines.reduce((sum, { price, quantity = 1 }) => sum + Number(price) * Number(quantity) * 100, 0)) / 100

const refuse = (status: number, errorMessage: string, errorCode = status): FakeResponse => ({
  status,
  body: { errorCode, errorMessage },
})

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const respond = (response: ServerResponse, { status, body }: FakeResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
