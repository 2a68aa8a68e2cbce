import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { isSignedHook } from './signed-hook.ts'
import { openSmsHook } from './sms-hook.ts'

const secrets = [`v1,whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`]
const sms = { id: 'b7a4c1de-0000-4000-8000-000000000001', to: '+972500000001', text: 'המפגש מחר בעשר' }

type Answer = { status: number; body?: string; headers?: Record<string, string> }

async function hook(answer: Answer = { status: 200 }) {
  const received: { headers: Headers; body: string }[] = []
  const server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
  async function receive(request: IncomingMessage, response: ServerResponse) {
    received.push({ headers: new Headers(request.headers as Record<string, string>), body: await text(request) })
    response.writeHead(answer.status, answer.headers).end(answer.body ?? '')
  }
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { received, server, deliver: openSmsHook({ url: `http://127.0.0.1:${port}`, secrets }).deliver }
}

test('the hook receives number and text in a signed request, with the same id for every attempt', async () => {
  const { received, deliver } = await hook()
  expect(await deliver(sms)).toEqual({})
  expect(await deliver(sms)).toEqual({})
  for (const { headers, body } of received) {
    expect(isSignedHook({ headers, body, secrets })).toBe(true)
    expect(headers.get('webhook-id')).toBe(sms.id)
    expect(JSON.parse(body)).toMatchObject({ metadata: { name: 'send-sms' }, sms: { phone: sms.to, text: sms.text } })
  }
})

test.each([
  ['429', { status: 429, headers: { 'retry-after': '120' } }, 120_000],
  ['an error with the code 503', { status: 200, body: '{"error":{"http_code":503,"message":"busy"}}' }, 30_000],
])('after a hook response %s the message is retried', async (_, answer, pauseMs) => {
  const { deliver } = await hook(answer)
  const before = Date.now()
  const sent = await deliver(sms)
  if (!('notBefore' in sent)) throw new Error('It is postponed')
  expect(sent.notBefore.getTime() - before).toBeGreaterThanOrEqual(pauseMs)
  expect(sent.notBefore.getTime() - before).toBeLessThan(pauseMs + 60_000)
})

test.each([
  ['400', { status: 400, body: 'not a mobile number' }, 'not a mobile number'],
  ['200 with an error', { status: 200, body: '{"error":{"http_code":400,"message":"landline"}}' }, 'landline'],
])('after a hook response %s the message has failed permanently', async (_, answer, reason) => {
  const { deliver } = await hook(answer)
  expect(await deliver(sms)).toEqual({ refused: expect.stringContaining(reason) })
})

test.each([[401], [500]])('status %d is a failure of the hook, not of the message, and is retried', async (status) => {
  const { deliver } = await hook({ status })
  await expect(deliver(sms)).rejects.toThrow(String(status))
})

test('an unreachable hook is a temporary failure', async () => {
  const { deliver, server } = await hook()
  server.close()
  await once(server, 'close')
  await expect(deliver(sms)).rejects.toThrow()
})
