import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

type Message = {
  user: { id: string; phone: string }
  /** The code for signing in, or the text of a message. */
  sms: { otp: string; phone: string; channel?: string; text?: string }
}

const secret = Buffer.from('a secret of thirty-two bytes, ok')

/** The receiver of the Send SMS hook: verifies Standard Webhooks signatures and records messages. */
export async function smsHook() {
  const messages: Message[] = []
  /** The status of the next responses, followed by 200. */
  const answers: { status: number; body?: string; headers?: Record<string, string> }[] = []
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    const id = String(request.headers['webhook-id'])
    const signed = `${id}.${String(request.headers['webhook-timestamp'])}.${body}`
    const expected = `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`
    const isSigned = String(request.headers['webhook-signature']).split(' ').includes(expected)
    const {
      status,
      body: reply = '',
      headers = {},
    } = isSigned ? (answers.shift() ?? { status: 200, headers: {} }) : { status: 401, headers: {} }
    if (status < 300) messages.push(JSON.parse(body) as Message)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(reply)
    for (const wake of waiting.splice(0)) wake()
  }

  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }

  return {
    settings: { hookUrl: `http://127.0.0.1:${port}/sms`, hookSecrets: [`v1,whsec_${secret.toString('base64')}`] },
    messages,
    answers,
    /** Returns the newest message to this number; waits for pending ones. */
    async lastMessage(phone: string): Promise<Message> {
      for (;;) {
        const found = messages.findLast((message) => message.sms.phone === phone)
        if (found) return found
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    /** Clears the record, so that `last` waits for the next message. */
    forget: () => messages.splice(0),
  }
}
