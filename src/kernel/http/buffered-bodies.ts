// Bodies that are waited for: not longer than their surface says, and not more of them at once than the process can hold.
import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body as a stream, and measures time and size itself. */
    isStreamed?: boolean
  }
}

/** Of all waiting bodies of a process together. Those that came with their headers are small and do not count. */
const mostBytes = 256 << 20
/** What comes after the answer is let through for so long, so that the client gets to read it. */
const lingerMs = 5000

let held = 0

/** A body that has not arrived after so many seconds is refused with 408, in the surface's own shape; the connection is closed. */
export function guardBodies(scope: FastifyInstance, seconds: number, most = mostBytes) {
  scope.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request
    if (raw.complete || raw.destroyed || !hasBody(request) || request.routeOptions.config.isStreamed)
      return done(null, payload)
    const body = counted(payload, request, reply, most)
    const late = setTimeout(() => {
      reply.header('connection', 'close')
      payload.unpipe(body)
      body.destroy(new Refusal('request_timeout', 408, `The body did not arrive within ${seconds} seconds`))
    }, seconds * 1000)
    raw.once('close', () => clearTimeout(late))
    body.once('close', () => clearTimeout(late))
    return done(null, body)
  })
}

/** Answering before the body has come must not leave a connection to whoever goes on sending. */
export function cutWhatComesAfter(request: FastifyRequest, reply: FastifyReply) {
  if (!hasBody(request)) return
  const { raw } = request
  reply.raw.once('finish', () => {
    if (raw.complete || raw.destroyed) return
    const late = setTimeout(() => raw.destroy(), lingerMs)
    raw.once('close', () => clearTimeout(late))
    raw.unpipe()
    raw.resume()
  })
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/** The same bytes, counted until the request is over. */
function counted(payload: Readable, { raw }: FastifyRequest, reply: FastifyReply, most: number) {
  let size = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      if (held + chunk.length > most) {
        payload.unpipe(body)
        reply.header('retry-after', '1')
        return next(new Refusal('too_busy', 503, 'Too many large requests at once. Try again in a moment.'))
      }
      size += chunk.length
      held += chunk.length
      next(null, chunk)
    },
  })
  const letGo = () => {
    held -= size
    size = 0
  }
  reply.raw.once('finish', letGo)
  reply.raw.once('close', letGo)
  raw.once('close', () => {
    if (!raw.complete) body.destroy(new Refusal('bad_request', 400, 'The client went away'))
  })
  // Of a GET, or where the answer came first, nobody reads it: an error that nobody hears would end the process.
  body.on('error', () => {})
  payload.pipe(body)
  return body
}
