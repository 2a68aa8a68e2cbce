// Counts page views of the site.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { viewOf } from '#platform/page-views/page-views.ts'
import { createPageViewRecorder } from '#platform/page-views/page-views.server.ts'
import { clientIpOf } from '#kernel/http/client-ip.ts'
import { rateLimitKey, createRateLimit } from '#kernel/http/rate-limit.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

type Options = {
  connect: Connect
  siteUrl: string
  clientIpHeader?: string | undefined
  log: { warn(about: object, message: string): void }
}

/** `path` is the canonical path. */
type VisitRequest = {
  method: string
  path: string
  query: Record<string, unknown>
  headers: IncomingHttpHeaders
  ip: string
  /** The A/B test variant shown, if the visitor is part of a test. */
  variant?: string | undefined
}

export function countPageViews({ connect, siteUrl, clientIpHeader, log }: Options) {
  const pool = openPool(connect('authenticator'), 1)
  const recorder = createPageViewRecorder({ pool, log })
  const ownHost = new URL(siteUrl).host
  // The limit allows for many visitors behind one IP, and protects the table from floods.
  const perClient = createRateLimit({ burst: 600, refillMs: 60_000 })

  return {
    /** Called after the response; only 200 and 304 are views. */
    note(
      { method, path, query, headers, ip, variant }: VisitRequest,
      { statusCode }: Pick<ServerResponse, 'statusCode'>,
    ) {
      if (method !== 'GET' || (statusCode !== 200 && statusCode !== 304)) return
      const address = clientIpOf({ headers, ip }, clientIpHeader)
      const view = viewOf({ at: Date.now(), path, query, headers, address, ownHost, variant })
      const client = rateLimitKey(address, clientIpHeader !== undefined)
      if (view && (client === undefined || perClient.take(client))) recorder.note(view)
    },
    flush: () => recorder.flush(),
    async stop() {
      await recorder.stop()
      await pool.end()
    },
  }
}
