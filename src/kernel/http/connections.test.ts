// What comes over a bare connection: no client of ours would send it.
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { testTokens } from '../../../test/surface.ts'
import { openGateway } from './gateway.ts'
import { serverOptions } from './server-options.ts'

const tokens = await testTokens()
let requested = 0

/** A server with one surface, and limits as they are or much shorter ones. */
async function listening(bodySeconds: number, shorter: object = {}) {
  const { http, ...options } = serverOptions({ debug: () => {} })
  const app = fastify({ ...options, http: { ...http, ...shorter }, requestTimeout: 20_000 })
  await app.register(
    async (scope) => {
      openGateway(scope, { tokens, bodySeconds, longestUrl: 16_384, maxBodyBytes: 200_000 })
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

/** Everything that comes back until the connection ends, or until `enough` has come. */
async function talk(port: number, send: (socket: Socket) => unknown, enough?: RegExp) {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1')
    if (enough?.test(heard)) socket.destroy()
  })
  await once(socket, 'connect')
  // Not `once`: that would end with an error of the connection, which is part of what is tried.
  const closed = new Promise((done) => socket.once('close', done))
  await send(socket)
  await closed
  return heard
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
  ['a method that is none', head('STEAL /x/echo'), 400, 'bad_request'],
  ['a space in the address', head('GET /x/ec ho'), 400, 'bad_request'],
  ['a zero byte in a header', head('GET /x/echo', 'x: a\0b'), 400, 'bad_request'],
  ['a header of two lines', head('GET /x/echo', 'x: a\n b\u0001'), 400, 'bad_request'],
  ['two lengths', head('POST /x/echo', 'content-length: 1', 'content-length: 2'), 400, 'bad_request'],
  ['a length and chunks', head('POST /x/echo', 'content-length: 4', 'transfer-encoding: chunked'), 400, 'bad_request'],
  ['a length that is none', head('POST /x/echo', 'content-length: -1'), 400, 'bad_request'],
  ['chunks that are none', `${head('POST /x/echo', 'transfer-encoding: chunked')}zz\r\n`, 400, 'bad_request'],
  ['a sign that is none in the address', head('GET /x/%zz'), 400, 'bad_url'],
  ['half a sign in the address', head('GET /x/%d7'), 400, 'bad_url'],
])('%s is refused in one sentence, and the connection serves nobody after that', async (_, request, status, code) => {
  const answer = await talk(patient, (socket) => socket.write(request), /\r\n\r\n[^]*\}$/)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toContain(`"code":"${code}"`)
  expect(answer).toMatch(/x-request-id: \S{36}/)
  expect(answer).toContain('access-control-allow-origin: *')
})

test('a body that drips in is refused in time, and nothing was done with it', async () => {
  const before = requested
  const answer = await talk(hasty, async (socket) => {
    socket.write(head('POST /x/echo', 'content-type: application/json', 'content-length: 1000'))
    while (!socket.destroyed) {
      socket.write('a')
      await sleep(20)
    }
  })
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toMatch(/request.timeout|did not arrive/i)
  expect(requested).toBe(before)
})

test('a body without a length that never ends is refused too', async () => {
  const answer = await talk(hasty, async (socket) => {
    socket.write(head('POST /x/echo', 'transfer-encoding: chunked'))
    while (!socket.destroyed) {
      socket.write('1\r\na\r\n')
      await sleep(20)
    }
  })
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
})

test.each<[string, (socket: Socket) => unknown]>([
  ['says nothing', () => {}],
  ['never ends its headers', (socket) => socket.write('GET /x/echo HTTP/1.1\r\nhost: x\r\n')],
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
])('a connection that %s is not kept', async (_, send) => {
  expect(await talk(hasty, send)).toMatch(/^(HTTP\/1.1 408 [^]*request_timeout[^]*)?$/)
})

test('a client that leaves in the middle of its body leaves nothing behind', async () => {
  const before = requested
  await talk(patient, (socket) => {
    socket.write(head('POST /x/echo', 'content-length: 100000') + 'a'.repeat(50_000))
    setTimeout(() => socket.destroy(), 30)
  })
  expect(requested).toBe(before)
  expect(await talk(patient, (socket) => socket.write(head('GET /x/echo')), /\}$/)).toContain('200 OK')
})

test.each(['GET /x/echo', 'HEAD /x/echo', 'OPTIONS /x/echo'])(
  'a body that nobody reads ends nothing but its connection: %s',
  async (line) => {
    const thrown: unknown[] = []
    const note = (error: unknown) => void thrown.push(error)
    process.on('uncaughtException', note)
    const unfinished = (socket: Socket) => void socket.write(head(line, 'content-length: 40') + 'abc')
    await talk(hasty, unfinished)
    await talk(patient, (socket) => {
      unfinished(socket)
      setTimeout(() => socket.destroy(), 30)
    })
    await sleep(500)
    process.off('uncaughtException', note)
    expect(thrown).toEqual([])
  },
)

test('an answer that comes before its body leaves the connection to the next request', async () => {
  const early = head('POST /x/early', 'content-length: 5')
  const answers = await talk(
    patient,
    (socket) => {
      socket.write(early)
      socket.once('data', () => socket.write(`hello${early}`))
    },
    /early[^]*early/,
  )
  expect(answers.match(/200 OK/g)).toHaveLength(2)
})

test('whoever goes on sending after the answer is cut off', async () => {
  // Long before the request as a whole would have had to be there.
  await talk(patient, async (socket) => {
    socket.write(head('POST /x/early', 'transfer-encoding: chunked'))
    while (!socket.destroyed) {
      socket.write('1\r\na\r\n')
      await sleep(20)
    }
  })
})

test('half an answer that is under way is never followed by another one', async () => {
  const answer = await talk(patient, async (socket) => {
    socket.write(head('GET /x/slow'))
    await sleep(50)
    socket.write('NONSENSE\r\n\r\n')
  })
  expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1)
})

test('more half bodies at once than there is room for are refused until some are done', async () => {
  const half = `${head('POST /x/echo', 'content-length: 100000')}${'a'.repeat(90_000)}`
  const sockets = Array.from({ length: 3 }, () => connect(patient, '127.0.0.1'))
  const heard = Promise.race(sockets.map(async (socket) => String((await once(socket, 'data'))[0])))
  for (const socket of sockets) socket.write(half)
  expect(await heard).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 1[^]*too_busy/)
  const closed = sockets.map((socket) => once(socket, 'close'))
  for (const socket of sockets) socket.destroy()
  await Promise.all(closed)
  await expect
    .poll(() => talk(patient, (socket) => socket.write(half + 'a'.repeat(10_000)), /\}$/))
    .toContain('{"size":100000}')
})

test('hundreds of requests at once are all answered', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const answer = await fetch(`http://127.0.0.1:${patient}/x/echo`, {
        method: 'POST',
        headers: { apikey: tokens.anonKey },
        body: 'a'.repeat(2000),
      })
      return answer.json()
    }),
  )
  expect(new Set(statuses.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"size":2000}']))
})
