// Timeouts for the arrival of a request. Node has one per server, which large uploads determine, so routes set shorter
// ones here.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasBody } from './buffered-bodies.ts'

/** For a large file on a slow connection: two gigabytes at 2.3 Mbit/s. */
export const uploadMs = 2 * 3_600_000
const defaultMs = 300_000
/** Storing two gigabytes in a bucket takes minutes, during which the connection is silent. */
const idleMs = 15 * 60_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Closes the connection of a request whose body has not arrived in time. Call it before the routes are added. */
export function limitArrival(app: FastifyInstance, ms = defaultMs) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    // An injected request has its body in memory, and never emits `close`.
    if (hasBody(request) && raw.socket instanceof Socket) {
      const timer = setTimeout(() => raw.complete || raw.destroy(), ms).unref()
      timers.set(raw, timer)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/**
 * Replaces the route's timeout of an authorized upload by the server's, and extends the idle timeout of its connection.
 */
export function allowSlowArrival({ raw }: FastifyRequest) {
  clearTimeout(timers.get(raw))
  // An injected request has no real socket. The connection's next request has the server's idle timeout again.
  if (raw.socket instanceof Socket) raw.socket.setTimeout(idleMs)
}
