// How long a request may take to arrive. Node has one limit for all requests of a server: that of large uploads.
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
    // The body of a request of this process is in memory already, and its close event never comes.
    if (hasBody(request) && raw.socket instanceof Socket) {
      const timer = setTimeout(() => raw.complete || raw.destroy(), ms).unref()
      timers.set(raw, timer)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** For an upload that was authorized: from now on only the limit of the server applies, and the connection may be silent for longer. */
export function allowSlowArrival({ raw }: FastifyRequest) {
  clearTimeout(timers.get(raw))
  // A request of this process has no real socket. The next request of the connection has the limit of the server again.
  if (raw.socket instanceof Socket) raw.socket.setTimeout(idleMs)
}
