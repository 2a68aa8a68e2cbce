// GET /health: whether this process can do its work, for load balancers and monitors. Names no address and no version.
import type { FastifyInstance } from 'fastify'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

type Options = {
  connect: Connect
  /** Whether jobs are being taken. */
  areJobsUp: () => boolean
  /** Whether changes of pages are being announced. */
  arePagesUp: () => boolean
  limitMs?: number
}

/** 200 when every part is up, else 503; the body names the parts. */
export function mountHealth(app: FastifyInstance, { connect, areJobsUp, arePagesUp, limitMs = 2_000 }: Options) {
  const pool = openPool({ ...connect('authenticator'), query_timeout: limitMs }, 1)
  app.get('/health', async (_, reply) => {
    const database = await isAnswering()
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
