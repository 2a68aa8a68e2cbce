// What the server under the surfaces refuses by itself, before any of them sees a request, and in which words.
import { randomUUID } from 'node:crypto'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyBaseLogger, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** How a person is answered whose address cannot be decoded, where there are pages for people. */
    answerUnreadableAddress?: (request: FastifyRequest, reply: FastifyReply) => unknown
  }
}

/** Room for an address of 16 kB, which the surfaces refuse themselves, beside a long token. */
const mostHeaderBytes = 32 * 1024

/** Options for fastify(): nothing that comes over a connection, or is not fetched from it, keeps it open for ever. */
export function serverOptions(log: Pick<FastifyBaseLogger, 'debug'>): FastifyHttpOptions<Server, FastifyBaseLogger> {
  return {
    // Long enough for a large file on a slow line, and not for ever: a body may drip in a byte at a time.
    requestTimeout: 300_000,
    // Nothing heard and nothing fetched for longer than any function may think.
    connectionTimeout: 180_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000, maxHeaderSize: mostHeaderBytes },
    // The name of a channel is longer than the framework expects of a part of a path.
    routerOptions: { maxParamLength: 2048 },
    genReqId: () => randomUUID(),
    clientErrorHandler: (error, socket) => answerBroken(error, socket, log),
    frameworkErrors: ({ statusCode }, request, reply) => {
      const asPage = reply.server.answerUnreadableAddress
      if (asPage && statusCode !== 414 && request.headers.accept?.includes('text/html'))
        void asPage(request as FastifyRequest, reply as FastifyReply)
      else answerBadUrl(statusCode, request.id, reply as FastifyReply)
    },
  }
}

const anyOrigin = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'x-request-id' }

function answerBadUrl(status: number | undefined, id: string, reply: FastifyReply) {
  const [code, message] =
    status === 414
      ? ['url_too_long', 'A part of the address is too long']
      : ['bad_url', 'The address could not be read']
  void reply
    .headers({ 'x-request-id': id, ...anyOrigin })
    .code(status === 414 ? 414 : 400)
    .send({ code, message })
}

/** What could not be read as a request gets its answer on the bare connection, and the connection ends. */
function answerBroken(
  error: ConnectionError,
  socket: Socket & { _httpMessage?: ServerResponse },
  log: Pick<FastifyBaseLogger, 'debug'>,
) {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const [status, code, message] = refusalOf(error)
  const id = randomUUID()
  log.debug({ reqId: id, status, code: error.code, client: socket.remoteAddress }, 'a request could not be read')
  const body = JSON.stringify({ code, message })
  const headers = {
    ...anyOrigin,
    'x-request-id': id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}

function refusalOf({ code, rawPacket }: ConnectionError): [status: number, code: string, message: string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'request_timeout', 'The request did not arrive in time']
  if (code === 'HPE_HEADER_OVERFLOW')
    return isLongUrl(rawPacket)
      ? [414, 'url_too_long', 'The address is too long']
      : [431, 'headers_too_large', `The headers are larger than ${mostHeaderBytes} bytes`]
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return [413, 'payload_too_large', 'Payload too large']
  return [400, 'bad_request', 'The request could not be read']
}

/** The first line of the request alone is as long as all headers together may be. */
function isLongUrl(rawPacket: unknown) {
  if (!Buffer.isBuffer(rawPacket) || !/^[A-Z]+ \//.test(rawPacket.subarray(0, 20).toString('latin1'))) return false
  const end = rawPacket.indexOf('\r\n')
  return end < 0 || end > mostHeaderBytes / 2
}
