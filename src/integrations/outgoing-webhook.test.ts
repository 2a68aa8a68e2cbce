import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openWebhook } from './outgoing-webhook.ts'
import { isPublicAddress } from './public-address.ts'

const received: { headers: IncomingHttpHeaders; content: unknown }[] = []
let answer: { status: number; headers?: Record<string, string>; isEndless?: boolean } = { status: 200 }
const server = createServer((request, response) => {
  void json(request).then((content) => {
    received.push({ headers: request.headers, content })
    response.writeHead(answer.status, answer.headers)
    if (answer.isEndless) response.write('נועה')
    else response.end('נועה')
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => void server.close())
beforeEach(() => {
  received.length = 0
  answer = { status: 200 }
})

const call = {
  id: 'one',
  url: `http://localhost:${port}/hook`,
  content: { contact: { first_name: 'נועה' } },
  createdAt: new Date(),
}
const { deliver } = openWebhook({ isAllowed: () => true })

test.each(['8.8.8.8', '2a00:1450:4028:80a::200e'])('the address %s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

const own = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.31.255.255 192.168.1.1 198.19.0.1 224.0.0.1 255.255.255.255
  :: ::1 fe80::1 fd00::1 ::ffff:127.0.0.1 64:ff9b::a00:1 2002:7f00:1:: 2001:db8::1 localhost`
test.each(own.split(/\s+/))('the address %s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test('the content is sent as JSON, with the id of the call as webhook-id', async () => {
  expect(await deliver(call)).toEqual({})
  expect(received).toMatchObject([
    { content: call.content, headers: { 'webhook-id': 'one', 'content-type': 'application/json; charset=utf-8' } },
  ])
})

test.each([call.url, `http://127.0.0.1:${port}/`, `http://[::1]:${port}/`, 'https://2130706433/', 'https://0x7f.1/'])(
  'an address of the private network is refused without a request: %s',
  async (url) => {
    expect(await openWebhook().deliver({ ...call, url })).toEqual({ refused: 'not_public' })
    expect(received).toEqual([])
  },
)

test.each([301, 302, 303, 304, 307, 308])('a redirect with %i is refused, and not followed', async (status) => {
  answer = { status, headers: { location: '/elsewhere' } }
  expect(await deliver(call)).toEqual({ refused: `redirected_${status}` })
  expect(received).toHaveLength(1)
})

test('only the status of a response is read, so an endless body does not block', async () => {
  answer = { status: 200, isEndless: true }
  expect(await deliver(call)).toEqual({})
  answer = { status: 410, isEndless: true }
  expect(await deliver(call)).toEqual({ refused: 'answered_410' })
})

test('a busy receiver is retried after its Retry-After, but not before a minute', async () => {
  for (const [retryAfter, pauseMs] of [
    ['120', 120_000],
    ['0', 60_000],
  ] as const) {
    answer = { status: 429, headers: { 'retry-after': retryAfter } }
    const before = Date.now()
    const { notBefore } = (await deliver(call)) as { notBefore: Date }
    expect(notBefore.getTime()).toBeGreaterThanOrEqual(before + pauseMs)
  }
})

test('a receiver that is still busy after four days is not retried', async () => {
  answer = { status: 503, headers: { 'retry-after': '0' } }
  const createdAt = new Date(Date.now() - 4 * 86_400_000 - 1000)
  expect(await deliver({ ...call, createdAt })).toEqual({ refused: 'answered_503' })
})

test('a server error is retried, a client error is not, and neither contains the response body', async () => {
  answer = { status: 500 }
  await expect(deliver(call)).rejects.toThrow(/^answered_500$/)
  answer = { status: 410 }
  expect(await deliver(call)).toEqual({ refused: 'answered_410' })
})

test('an unreachable receiver is reported as unanswered, not as refused', async () => {
  expect(await deliver({ ...call, url: 'http://127.0.0.1:1/' })).toEqual({ unanswered: 'not_reached: ECONNREFUSED' })
})
