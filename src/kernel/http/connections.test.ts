// Raw sockets, for input that an HTTP client would not send.
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { testTokens } from '../../../test/api-server.ts'
import { openGateway } from './gateway.ts'
import { serverOptions } from './server-options.ts'

const tokens = await testTokens()
let requested = 0

/** A server with one API, and the default timeouts or shorter ones. */
async function listening(bodySeconds: number, shorter: object = {}) {
  const { http, ...options } = serverOptions({ debug: () => {} })
  const app = fastify({ ...options, http: { ...http, ...shorter }, requestTimeout: 20_000 })
  await app.register(
    async (scope) => {
      openGateway(scope, { tokens, bodySeconds, maxUrlLength: 16_384, maxBodyBytes: 200_000 })
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
      scope.all('/echo', async (request) => {
        requested++
        return { size: (request.body as Buffer | undefined)?.length ?? 0 }
      })
      scope.post(
        '/early',
        { config: { isStreamed: true }, onRequest: async (_, reply) => reply.send({ early: true }) },
        async () => ({}),
      )
      scope.get('/slow', async (_request, reply) => {
        reply.raw.writeHead(200, { 'content-type': 'text/plain' })
        reply.raw.write('a')
        return reply.hijack()
      })
    },
    { prefix: '/x' },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())
  return (app.server.address() as AddressInfo).port
}

const patient = await listening(60)
const hasty = await listening(0.3, { headersTimeout: 400, connectionsCheckingInterval: 50 })

const key = `apikey: ${tokens.anonKey}\r\n`
const head = (line: string, ...headers: string[]) =>
  `${line} HTTP/1.1\r\nhost: x\r\n${key}${headers.map((header) => `${header}\r\n`).join('')}\r\n`

/** Collects the response until the connection ends or `enough` matches. */
async function exchange(port: number, send: (socket: Socket) => unknown, enough?: RegExp) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    if (enough?.test(received)) socket.destroy()
  })
  await once(socket, 'connect')
  // Not `once`, because it rejects on a socket error, which this test expects.
  const closed = new Promise((done) => socket.once('close', done))
  await send(socket)
  await closed
  return received
}

test.each<[string, string, number, string]>([
  ['an address of 20 kB', head(`GET /x/echo?${'a'.repeat(20_000)}`), 414, 'url_too_long'],
  ['an address of 100 kB', head(`GET /x/echo?${'a'.repeat(100_000)}`), 414, 'url_too_long'],
  ['headers of 100 kB', head('GET /x/echo', `x: ${'a'.repeat(100_000)}`), 431, 'headers_too_large'],
  [
    'thousands of headers',
    head('GET /x/echo', ...Array.from({ length: 9000 }, (_, i) => `x${i}: a`)),
    431,
    'headers_too_large',
  ],
  ['no HTTP at all', 'שלום\r\n\r\n', 400, 'bad_request'],
  ['an unknown method', head('STEAL /x/echo'), 400, 'bad_request'],
  ['a space in the address', head('GET /x/ec ho'), 400, 'bad_request'],
  ['a zero byte in a header', head('GET /x/echo', 'x: a\0b'), 400, 'bad_request'],
  ['a header of two lines', head('GET /x/echo', 'x: a\n b\u0001'), 400, 'bad_request'],
  ['two lengths', head('POST /x/echo', 'content-length: 1', 'content-length: 2'), 400, 'bad_request'],
  ['a length and chunks', head('POST /x/echo', 'content-length: 4', 'transfer-encoding: chunked'), 400, 'bad_request'],
  ['a negative content-length', head('POST /x/echo', 'content-length: -1'), 400, 'bad_request'],
  ['malformed chunks', `${head('POST /x/echo', 'transfer-encoding: chunked')}zz\r\n`, 400, 'bad_request'],
  ['a malformed percent encoding in the URL', head('GET /x/%zz'), 400, 'bad_url'],
  ['incomplete UTF-8 in the URL', head('GET /x/%d7'), 400, 'bad_url'],
])('%s is refused, and the connection is closed', async (_, request, status, code) => {
  const response = await exchange(patient, (socket) => socket.write(request), /\r\n\r\n[^]*\}$/)
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(response).toContain(`"code":"${code}"`)
  expect(response).toMatch(/x-request-id: \S{36}/)
  expect(response).toContain('access-control-allow-origin: *')
})

test('a slowly sent body is refused at the timeout, and its request is not handled', async () => {
  const before = requested
  const response = await exchange(hasty, async (socket) => {
    socket.write(head('POST /x/echo', 'content-type: application/json', 'content-length: 1000'))
    while (!socket.destroyed) {
      socket.write('a')
      await sleep(20)
    }
  })
  expect(response).toMatch(/^HTTP\/1.1 408 /)
  expect(response).toMatch(/request.timeout|did not arrive/i)
  expect(requested).toBe(before)
})

test('an endless body without a content-length is refused at the timeout', async () => {
  const response = await exchange(hasty, async (socket) => {
    socket.write(head('POST /x/echo', 'transfer-encoding: chunked'))
    while (!socket.destroyed) {
      socket.write('1\r\na\r\n')
      await sleep(20)
    }
  })
  expect(response).toMatch(/^HTTP\/1.1 408 /)
})

test.each<[string, (socket: Socket) => unknown]>([
  ['sends nothing', () => {}],
  ['never completes its headers', (socket) => socket.write('GET /x/echo HTTP/1.1\r\nhost: x\r\n')],
  [
    'drips its headers',
    async (socket) => {
      socket.write('GET /x/echo HTTP/1.1\r\n')
      while (!socket.destroyed) {
        socket.write('x')
        await sleep(20)
      }
    },
  ],
])('a connection that %s is closed', async (_, send) => {
  expect(await exchange(hasty, send)).toMatch(/^(HTTP\/1.1 408 [^]*request_timeout[^]*)?$/)
})

test('a client that disconnects during its body leaves no resources behind', async () => {
  const before = requested
  await exchange(patient, (socket) => {
    socket.write(head('POST /x/echo', 'content-length: 100000') + 'a'.repeat(50_000))
    setTimeout(() => socket.destroy(), 30)
  })
  expect(requested).toBe(before)
  expect(await exchange(patient, (socket) => socket.write(head('GET /x/echo')), /\}$/)).toContain('200 OK')
})

// Concurrently, as they wait for the same timeout of five seconds.
test.concurrent('a client that keeps sending after the response is disconnected', async () => {
  // The limit is much shorter than the request timeout.
  await exchange(patient, async (socket) => {
    socket.write(head('POST /x/early', 'transfer-encoding: chunked'))
    while (!socket.destroyed) {
      socket.write('1\r\na\r\n')
      await sleep(20)
    }
  })
})

test.concurrent.each(['GET /x/echo', 'HEAD /x/echo', 'OPTIONS /x/echo'])(
  'an unread body affects only its own connection: %s',
  async (line) => {
    const thrown: unknown[] = []
    const note = (error: unknown) => void thrown.push(error)
    process.on('uncaughtException', note)
    const unfinished = (socket: Socket) => void socket.write(head(line, 'content-length: 40') + 'abc')
    await exchange(hasty, unfinished)
    await exchange(patient, (socket) => {
      unfinished(socket)
      setTimeout(() => socket.destroy(), 30)
    })
    await sleep(500)
    process.off('uncaughtException', note)
    expect(thrown).toEqual([])
  },
)

test('after a response that precedes its body the connection serves the next request', async () => {
  const early = head('POST /x/early', 'content-length: 5')
  const answers = await exchange(
    patient,
    (socket) => {
      socket.write(early)
      socket.once('data', () => socket.write(`hello${early}`))
    },
    /early[^]*early/,
  )
  expect(answers.match(/200 OK/g)).toHaveLength(2)
})

test('a partial response is never followed by another one', async () => {
  const response = await exchange(patient, async (socket) => {
    socket.write(head('GET /x/slow'))
    await sleep(50)
    socket.write('NONSENSE\r\n\r\n')
  })
  expect(response.match(/HTTP\/1.1/g)).toHaveLength(1)
})

test('incomplete bodies beyond the cap are refused until others finish', async () => {
  const half = `${head('POST /x/echo', 'content-length: 100000')}${'a'.repeat(90_000)}`
  const sockets = Array.from({ length: 3 }, () => connect(patient, '127.0.0.1'))
  const received = Promise.race(sockets.map(async (socket) => String((await once(socket, 'data'))[0])))
  for (const socket of sockets) socket.write(half)
  expect(await received).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 1[^]*too_busy/)
  const closed = sockets.map((socket) => once(socket, 'close'))
  for (const socket of sockets) socket.destroy()
  await Promise.all(closed)
  await expect
    .poll(() => exchange(patient, (socket) => socket.write(half + 'a'.repeat(10_000)), /\}$/))
    .toContain('{"size":100000}')
})

test('hundreds of concurrent requests all get a response', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const response = await fetch(`http://127.0.0.1:${patient}/x/echo`, {
        method: 'POST',
        headers: { apikey: tokens.anonKey },
        body: 'a'.repeat(2000),
      })
      return response.json()
    }),
  )
  expect(new Set(statuses.map((response) => JSON.stringify(response)))).toEqual(new Set(['{"size":2000}']))
})
