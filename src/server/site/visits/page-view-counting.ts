// Counts the pages of the site as they are answered.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { viewOf } from '#features/page-views/page-views.ts'
import { createPageViewRecorder } from '#features/page-views/page-views.server.ts'
import { clientIpOf } from '#kernel/http/gateway.ts'
import { countedClient, createRateLimit } from '#kernel/http/rate-limit.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { pathOf } from '../pages/page-answers.ts'

type Options = {
  connect: Connect
  siteUrl: string
  clientIpHeader?: string | undefined
  log: { warn(about: object, message: string): void }
}

export function countPageViews({ connect, siteUrl, clientIpHeader, log }: Options) {
  const pool = openPool(connect('authenticator'), 1)
  const recorder = createPageViewRecorder({ pool, log })
  const ownHost = new URL(siteUrl).host
  // A whole school behind one address reads less; whoever asks without end must not fill the table.
  const perClient = createRateLimit({ burst: 600, refillMs: 60_000 })

  return {
    /** Call it with an answer that was given: only a page that was found and shown is a view. */
    note(request: FastifyRequest, reply: FastifyReply) {
      const { statusCode } = reply.raw
      if (request.method !== 'GET' || (statusCode !== 200 && statusCode !== 304)) return
      const address = clientIpOf(request, clientIpHeader)
      const view = viewOf({
        at: Date.now(),
        path: pathOf(request),
        query: request.query as Record<string, unknown>,
        headers: request.headers,
        address,
        ownHost,
      })
      const client = countedClient(address, clientIpHeader !== undefined)
      if (view && (client === undefined || perClient.take(client))) recorder.note(view)
    },
    flush: () => recorder.flush(),
    async stop() {
      await recorder.stop()
      await pool.end()
    },
  }
}
