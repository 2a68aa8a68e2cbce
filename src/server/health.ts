// GET /health, for load balancers and monitors. The response contains no address and no version.
import type { FastifyInstance } from 'fastify'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

type Options = {
  connect: Connect
  /** Whether the job runner is up. */
  areJobsUp: () => boolean
  /** Whether the LISTEN connection for page changes is up. */
  arePagesUp: () => boolean
  limitMs?: number
}

/** 200 if every part is up, else 503; the body lists the parts. */
export function mountHealth(app: FastifyInstance, { connect, areJobsUp, arePagesUp, limitMs = 2_000 }: Options) {
  const pool = openPool({ ...connect('authenticator'), query_timeout: limitMs }, 1)
  let asking: Promise<boolean> | undefined
  app.get('/health', async (_, reply) => {
    // Concurrent requests share one question: anyone may ask.
    const database = await (asking ??= isAnswering().finally(() => (asking = undefined)))
    const parts = { database, jobs: areJobsUp(), pages: arePagesUp() }
    const isOk = Object.values(parts).every(Boolean)
    const words = Object.entries(parts).map(([name, up]) => [name, up ? 'up' : 'down'])
    return reply
      .code(isOk ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isOk ? 'ok' : 'unavailable', ...Object.fromEntries(words) })
  })

  async function isAnswering() {
    const { promise: timeout, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, limitMs, false)
    const asked = pool.query('select').then(
      () => true,
      () => false,
    )
    return Promise.race([asked, timeout]).finally(() => clearTimeout(timer))
  }

  return { stop: () => pool.end() }
}
