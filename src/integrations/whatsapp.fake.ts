// A fake of WhatsApp's Cloud API: the same requests, responses, errors and signed webhooks, without phones.
// For development and tests; listens on localhost only.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { hubSignature } from './whatsapp-webhook.ts'

type Template = { name: string; language: { code: string }; components?: { parameters: { text: string }[] }[] }
type SentMessage = {
  id: string
  to: string
  type: 'text' | 'template'
  text?: { body: string }
  template?: Template
  biz_opaque_callback_data?: string
}
type Failure = { code: number; message: string; details?: string }
type Answer = { status: number; error: Failure; headers?: Record<string, string> }

type Options = {
  /** The URL of webhooks. Undefined: none are sent. */
  webhookUrl?: string
  /** Reports every accepted message as sent and delivered. */
  reports?: boolean
  /** Approved templates, with their number of placeholders. Undefined: all templates are approved. */
  templates?: Readonly<Record<string, number>>
  port?: number
}

/** Starts the fake. Resolves when it accepts requests. */
export async function startWhatsApp({ webhookUrl, reports = false, templates, port = 0 }: Options = {}) {
  const [token, appSecret, verifyToken] = [24, 16, 16].map((length) => randomBytes(length).toString('hex')) as [
    string,
    string,
    string,
  ]
  const phoneNumberId = '106540352242922'
  const accepted: SentMessage[] = []
  const answers: Answer[] = []
  let serial = 0
  const server = createServer((request, response) => void answer(request, response)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    const { status, headers, responseBody } = answerOf(request, body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(responseBody))
  }

  function answerOf({ url, method, headers }: IncomingMessage, body: string) {
    if (method === 'POST' && url === '/stand-in/receive') {
      void receive(JSON.parse(body) as Inbound).catch(() => {})
      return { status: 202, headers: {}, responseBody: {} }
    }
    if (method !== 'POST' || url !== `/v23.0/${phoneNumberId}/messages`)
      return failed({ status: 404, error: { code: 100, message: `Unsupported ${method} request` } })
    if (headers.authorization !== `Bearer ${token}`)
      return failed({ status: 401, error: { code: 190, message: 'Invalid OAuth access token' } })
    const scripted = answers.shift()
    if (scripted) return failed(scripted)
    const message = JSON.parse(body) as SentMessage & { messaging_product?: string }
    const mistake = mistakeIn(message)
    if (mistake) return failed({ status: mistake.code === 132_001 ? 404 : 400, error: mistake })
    const id = newId()
    accepted.push({ ...message, id })
    // The message is accepted even if the receiver of the webhook is down.
    if (reports) void reportInTurn(id).catch(() => {})
    const number = message.to.replace(/^\+/, '')
    const responseBody = {
      messaging_product: 'whatsapp',
      contacts: [{ input: message.to, wa_id: number }],
      messages: [{ id }],
    }
    return { status: 200, headers: {}, responseBody }
  }

  function mistakeIn({
    messaging_product: product,
    to,
    type,
    text: words,
    template,
  }: SentMessage & { messaging_product?: string }) {
    if (product !== 'whatsapp' || !/^\+?[1-9]\d{6,14}$/.test(to)) return { code: 100, message: 'Invalid parameter' }
    if (type === 'text') return words?.body ? undefined : { code: 131_008, message: 'Required parameter is missing' }
    const places = templates?.[template?.name ?? '']
    if (templates && places === undefined)
      return { code: 132_001, message: 'Template name does not exist in the translation' }
    const parameterCount = template?.components?.[0]?.parameters.length ?? 0
    return places === undefined || places === parameterCount
      ? undefined
      : { code: 132_000, message: 'Number of parameters does not match the expected number of params' }
  }

  async function reportInTurn(id: string) {
    await report(id, 'sent')
    await report(id, 'delivered')
  }

  const newId = () =>
    `wamid.${Buffer.from(`stand-in ${++serial} ${randomBytes(6).toString('hex')}`).toString('base64')}`

  /** Sends a signed webhook, and returns our server's response. */
  async function post(value: object, signature?: string) {
    if (!webhookUrl) throw new Error('The stand-in knows no webhook')
    const metadata = { display_phone_number: '15550783881', phone_number_id: phoneNumberId }
    const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [change] }] })
    return fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': signature ?? hubSignature(body, appSecret),
      },
      body,
    })
  }

  /** Sends the status of an accepted message. */
  function report(id: string, status: 'sent' | 'delivered' | 'read' | 'failed', error?: Failure) {
    const message = accepted.find((each) => each.id === id)!
    const { to, biz_opaque_callback_data: data } = message
    const timestamp = String(Math.floor(Date.now() / 1000))
    const errors = error && [{ code: error.code, title: error.message, error_data: { details: error.details ?? '' } }]
    const recipient = to.replace(/^\+/, '')
    return post({
      statuses: [
        { id, status, timestamp, recipient_id: recipient, biz_opaque_callback_data: data, ...(errors && { errors }) },
      ],
    })
  }

  type Inbound = { from: string; text: string; name?: string; id?: string; at?: Date }

  /** Simulates an incoming message. */
  function receive({ from, text: body, name = 'נועה', id = newId(), at = new Date() }: Inbound) {
    const number = from.replace(/^\+/, '')
    const timestamp = String(Math.floor(at.getTime() / 1000))
    return post({
      contacts: [{ profile: { name }, wa_id: number }],
      messages: [{ from: number, id, timestamp, type: 'text', text: { body } }],
    })
  }

  return {
    settings: { apiUrl: `${origin}/v23.0`, phoneNumberId, token, appSecret, verifyToken },
    /** Accepted messages, oldest first. */
    accepted,
    /** Queued errors of the next requests, in order. */
    answers,
    post,
    report,
    receive,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const failed = ({ status, error: { code, message, details }, headers = {} }: Answer) => ({
  status,
  headers,
  responseBody: {
    error: {
      message: `(#${code}) ${message}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: details ?? message },
      fbtrace_id: randomBytes(8).toString('base64url'),
    },
  },
})
