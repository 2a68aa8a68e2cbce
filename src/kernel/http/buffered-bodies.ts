// Request body limits: arrival timeout per route, and a process-wide cap on buffered bytes.
import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body as a stream, and limits time and size itself. */
    isStreamed?: boolean
  }
}

/** Cap on buffered bodies of the process. Bodies that arrive together with their headers are small and do not count. */
const maxBytes = 256 << 20
/** How long a body is drained after the response, so that the client can read the response before the connection closes. */
const drainMs = 5000

let bufferedBytes = 0

/** Refuses a body that does not arrive within `seconds` with 408 and closes the connection. Each API formats the error. */
export function limitBufferedBodies(scope: FastifyInstance, seconds: number, max = maxBytes) {
  scope.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request
    if (raw.complete || raw.destroyed || !hasBody(request) || request.routeOptions.config.isStreamed)
      return done(null, payload)
    const body = countBytes(payload, request, reply, max)
    const timer = setTimeout(() => {
      reply.header('connection', 'close')
      payload.unpipe(body)
      body.destroy(new Refusal('request_timeout', 408, `The body did not arrive within ${seconds} seconds`))
    }, seconds * 1000)
    raw.once('close', () => clearTimeout(timer))
    body.once('close', () => clearTimeout(timer))
    return done(null, body)
  })
}

/** Drains the rest of the body when the response comes first, and destroys the connection of a client that keeps sending. */
export function drainRequestBody(request: FastifyRequest, reply: FastifyReply) {
  if (!hasBody(request)) return
  const { raw } = request
  reply.raw.once('finish', () => {
    if (raw.complete || raw.destroyed) return
    const timer = setTimeout(() => raw.destroy(), drainMs)
    raw.once('close', () => clearTimeout(timer))
    raw.unpipe()
    raw.resume()
  })
}

export const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/** Forwards the bytes, and counts them against the cap until the request ends. */
function countBytes(payload: Readable, { raw }: FastifyRequest, reply: FastifyReply, max: number) {
  let size = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      if (bufferedBytes + chunk.length > max) {
        payload.unpipe(body)
        reply.header('retry-after', '1')
        return next(new Refusal('too_busy', 503, 'Too many large requests at once. Try again in a moment.'))
      }
      size += chunk.length
      bufferedBytes += chunk.length
      next(null, chunk)
    },
  })
  const release = () => {
    bufferedBytes -= size
    size = 0
  }
  reply.raw.once('finish', release)
  reply.raw.once('close', release)
  raw.once('close', () => {
    if (!raw.complete) body.destroy(new Refusal('bad_request', 400, 'The client disconnected'))
  })
  // The body of a GET, or after an early response, has no reader. Without a listener its error event would crash the process.
  body.on('error', () => {})
  payload.pipe(body)
  return body
}
