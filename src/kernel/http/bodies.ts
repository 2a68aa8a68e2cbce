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

/** Together, in a process. Bodies that came with their headers are small and do not count. */
const mostBytes = 256 << 20
/** What comes after the answer is let through for so long, so that the client gets to read it. */
const lingerMs = 5000

let held = 0

/** A body that has not arrived after so many seconds is refused with 408, in the surface's own shape; the connection is closed. */
export function guardBodies(scope: FastifyInstance, seconds: number) {
  scope.addHook('preParsing', (request, reply, payload, done) => {
    if (request.raw.complete || !hasBody(request) || request.routeOptions.config.isStreamed) return done(null, payload)
    const body = counted(payload, request, reply)
    const late = setTimeout(() => {
      reply.header('connection', 'close')
      payload.unpipe(body)
      body.destroy(new Refusal('request_timeout', 408, `The body did not arrive within ${seconds} seconds`))
    }, seconds * 1000)
    request.raw.once('close', () => clearTimeout(late))
    body.once('close', () => clearTimeout(late))
    return done(null, body)
  })
}

/** Answering before the body has come must not leave a connection to whoever goes on sending. */
export function cutWhatComesAfter(scope: FastifyInstance) {
  scope.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.destroyed) {
      const late = setTimeout(() => raw.destroy(), lingerMs)
      raw.once('close', () => clearTimeout(late))
      raw.unpipe()
      raw.resume()
    }
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/** The same bytes, counted until the request is over. */
function counted(payload: Readable, { raw }: FastifyRequest, reply: FastifyReply) {
  let size = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      if (held + chunk.length > mostBytes) {
        payload.unpipe(body)
        return next(new Refusal('too_busy', 503, 'Too many large requests at once. Try again in a moment.'))
      }
      size += chunk.length
      held += chunk.length
      next(null, chunk)
    },
  })
  reply.raw.once('close', () => {
    held -= size
    size = 0
  })
  raw.once('close', () => {
    if (!raw.complete) body.destroy(new Refusal('bad_request', 400, 'The client went away'))
  })
  payload.pipe(body)
  return body
}
