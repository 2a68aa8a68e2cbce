// One line per request at level info, without personal data: the route pattern instead of the URL, and no client address.
import type { FastifyInstance } from 'fastify'

/** Call it before the routes are added. Every response carries its request id. Pages served from memory are not logged. */
export function mountRequestLog(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  if (!['info', 'debug', 'trace'].includes(app.log.level)) return
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms }, 'request')
  })
}
