// Fastify options: timeouts, and the responses to requests that are refused before routing.
import { randomUUID } from 'node:crypto'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyBaseLogger, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify'
import { uploadMs } from './arrival-limit.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Renders an HTML page for a URL that cannot be decoded, if the server has pages. */
    renderMalformedUrl?: (request: FastifyRequest, reply: FastifyReply) => unknown
  }
}

/** A URL of 16 kB, which the APIs refuse themselves, plus a long token. */
const maxHeaderBytes = 32 * 1024

/** Options for fastify(): every connection has timeouts for sending and for receiving. */
export function serverOptions(log: Pick<FastifyBaseLogger, 'debug'>): FastifyHttpOptions<Server, FastifyBaseLogger> {
  return {
    // Other bodies have shorter limits: see limitArrival.
    requestTimeout: uploadMs,
    // While the server stops, pages in flight still send requests to the APIs in this process.
    return503OnClosing: false,
    // Idle timeout, longer than the timeout of any function.
    connectionTimeout: 180_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000, maxHeaderSize: maxHeaderBytes },
    // Realtime topic names exceed Fastify's default of 100 characters.
    routerOptions: { maxParamLength: 2048 },
    genReqId: () => randomUUID(),
    clientErrorHandler: (error, socket) => sendUnparsable(error, socket, log),
    frameworkErrors: ({ statusCode }, request, reply) => {
      const renderPage = reply.server.renderMalformedUrl
      if (renderPage && statusCode !== 414 && request.headers.accept?.includes('text/html'))
        void renderPage(request as FastifyRequest, reply as FastifyReply)
      else sendBadUrl(statusCode, request.id, reply as FastifyReply)
    },
  }
}

const anyOrigin = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'x-request-id' }

function sendBadUrl(status: number | undefined, id: string, reply: FastifyReply) {
  const [code, message] =
    status === 414
      ? ['url_too_long', 'A part of the address is too long']
      : ['bad_url', 'The address could not be read']
  void reply
    .headers({ 'x-request-id': id, ...anyOrigin })
    .code(status === 414 ? 414 : 400)
    .send({ code, message })
}

/** Writes the response to an unparsable request directly to the socket and closes it. */
function sendUnparsable(
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
      : [431, 'headers_too_large', `The headers are larger than ${maxHeaderBytes} bytes`]
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return [413, 'payload_too_large', 'Payload too large']
  return [400, 'bad_request', 'The request could not be read']
}

/** Whether the overflow is due to the request line, not to the headers. */
function isLongUrl(rawPacket: unknown) {
  if (!Buffer.isBuffer(rawPacket) || !/^[A-Z]+ \//.test(rawPacket.subarray(0, 20).toString('latin1'))) return false
  const end = rawPacket.indexOf('\r\n')
  return end < 0 || end > maxHeaderBytes / 2
}
