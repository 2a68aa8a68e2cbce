// Requests refused while the database is unreachable: one log line for the first, and one with their number after the outage.
import type { FastifyRequest } from 'fastify'

const overAfterMs = 5000

type Outage = { refused: number; end: NodeJS.Timeout }

/** Keyed by HTTP server, because the encapsulated scopes of one app share it. */
const outages = new WeakMap<object, Outage>()

/** Call it once per refused request. An outage is over when 5 s pass without one. */
export function logRefusedByOutage({ server }: FastifyRequest, error: unknown) {
  const knownOutage = outages.get(server.server)
  if (knownOutage) {
    knownOutage.refused += 1
    knownOutage.end.refresh()
    return
  }
  const { code, message } = error as { code?: string; message: string }
  server.log.warn({ ...(code && { code }), reason: message }, 'the database is unreachable: requests are refused')
  const outage: Outage = {
    refused: 1,
    end: setTimeout(() => {
      outages.delete(server.server)
      server.log.info({ refused: outage.refused }, 'requests are no longer refused')
    }, overAfterMs).unref(),
  }
  outages.set(server.server, outage)
}
