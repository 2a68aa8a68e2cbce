// GET /metrics, for Prometheus. Labels contain routes, but no URLs or personal data.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { readLastBackup } from '#features/backups/backups.server.ts'
import { readMail, readQueue } from '#features/system-checks/system-checks.server.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import type { Replica } from '#kernel/postgres/replica.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { release } from '../version.ts'

type Options = {
  connect: Connect
  /** Undefined without a read replica. */
  replica?: Pick<Replica, 'state'> | undefined
  /** The tasks of this process, see readQueue. Called once the job runner is up. */
  tasks?: () => readonly string[]
  /** METRICS_KEY: sent as a bearer token. Without a key there are no metrics. */
  key: string | undefined
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Call it before the routes are added, because the measuring hook applies to later routes only. */
export function mountMetrics(app: FastifyInstance, { connect, replica, tasks, key }: Options) {
  if (key === undefined) return { stop: () => Promise.resolve() }
  const register = new Registry()
  collectDefaultMetrics({ register })
  new Gauge({ name: 'maslul_info', help: 'The running release.', labelNames: ['version'], registers: [register] }).set(
    { version: release },
    1,
  )
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
  })

  const limited = { query_timeout: 5_000 }
  const pool = openPool({ ...connect('authenticator'), ...limited }, 1)
  const worker = openPool({ ...connect('worker'), ...limited }, 1)
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [register] })
  const waiting = (what: string, description: string) => ({
    due: gauge(`maslul_${what}_due`, `${description} that are due and wait.`),
    age: gauge(`maslul_${what}_oldest_seconds`, `Seconds that the oldest of them waits.`),
  })
  const [jobs, messages] = [waiting('jobs', 'Jobs'), waiting('messages', 'Messages, without campaigns,')]
  const ofChannel = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['channel'], registers: [register] })
  const outbox = {
    waiting: ofChannel('maslul_outbox_waiting', 'Rows of the outbox that are still to be delivered.'),
    age: ofChannel('maslul_outbox_oldest_seconds', 'Seconds since the oldest of them was written.'),
  }
  const sent = gauge('maslul_messages_sent', 'Messages of the last seven days that were sent.')
  const bounced = gauge('maslul_messages_bounced', 'Messages of the last seven days that bounced.')

  const backup = {
    at: gauge(
      'maslul_backup_last_success_timestamp_seconds',
      'When the last successful backup ended; 0 if there was none.',
    ),
    size: gauge('maslul_backup_size_bytes', 'Bytes of its compressed database.'),
  }

  const replicaUp = replica && gauge('maslul_replica_up', '1 while the read replica can be used.')
  const replicaLag = replica && gauge('maslul_replica_lag_seconds', 'Seconds that the read replica is behind at most.')

  async function readGauges() {
    const state = replica?.state()
    replicaUp?.set(state?.isUp ? 1 : 0)
    replicaLag?.set((state?.lagMs ?? 0) / 1000)
    const queue = await readQueue(worker, tasks?.())
    const [[mail, bounces], last] = await inTransaction(
      pool,
      { role: 'service_role' },
      async (db) => [await readMail(db), await readLastBackup(db)] as const,
    )
    backup.at.set(last?.at ?? 0)
    backup.size.set(last?.size ?? 0)
    const { rows } = await worker.query<{ channel: string; waiting: number; age: number }>(
      'select channel, waiting, extract(epoch from now() - oldest_at)::float8 as age from mail.waiting_mails()',
    )
    // A channel without a row has no waiting messages.
    for (const one of [outbox.waiting, outbox.age]) one.reset()
    for (const { channel, waiting: many, age } of rows) {
      outbox.waiting.set({ channel }, many)
      outbox.age.set({ channel }, Math.max(0, age))
    }
    for (const [gauges, { due, oldestDueAt }] of [
      [jobs, queue.facts],
      [messages, mail.facts],
    ] as const) {
      gauges.due.set(due)
      gauges.age.set(oldestDueAt ? Math.max(0, (Date.now() - Date.parse(oldestDueAt)) / 1000) : 0)
    }
    sent.set(bounces.facts.sent)
    bounced.set(bounces.facts.bounced)
  }

  app.get('/metrics', async (request, reply) => {
    if (!isEqual(request.headers.authorization, `Bearer ${key}`))
      return reply.code(401).send({ code: 'metrics_key_required' })
    await readGauges()
    return reply
      .header('content-type', register.contentType)
      .header('cache-control', 'no-store')
      .send(await register.metrics())
  })
  return { stop: async () => void (await Promise.all([pool.end(), worker.end()])) }
}

function isEqual(value: string | undefined, expected: string) {
  const [one, other] = [Buffer.from(value ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
