// A content of a launch opens for all participants in one minute. Is each mail sent once? How does page latency compare
// with an idle minute?
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ownerOf } from './crm/owner.ts'
import { makeInstallation, stop } from './installation.ts'
import { addParticipants, scheduleRelease } from './launches/participants.ts'
import { processorTime } from './launches/processor-time.ts'
import { openSink } from './messages/open-sink.ts'

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'launches'),
  options: {
    participants: { type: 'string', default: '10000' },
    viewers: { type: 'string', default: '200' },
    /** Page requests per second, in both minutes. */
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '60' },
  },
})
const [participants, viewers] = [Number(values.participants), Number(values.viewers)]
const [rate, seconds] = [Number(values.rate), Number(values.seconds)]
const aim = 2
const print = (text: string) => process.stdout.write(`${text}\n`)

const sink = await openSink()
const installation = await makeInstallation(
  {
    DEMO: '0',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(sink.port),
    SMTP_ADMIN_EMAIL: 'office@example.com',
    // Each request has a different IP: rate limits are per IP.
    GOTRUE_RATE_LIMIT_HEADER: 'x-bench-address',
  },
  'src/server/main.ts',
)
const { child } = await installation.start()
const db = new pg.Client(installation.login('postgres'))
try {
  await ownerOf(installation)
  await db.connect()
  const began = performance.now()
  const launch = await addParticipants(db, { participants, viewers })
  await db.query('vacuum analyze')
  print(`${participants} participants joined in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  await read(launch, 5, rate)

  const quiet = await read(launch, seconds, rate)
  print(row('quiet minute', quiet))
  const processes = { node: child.pid!, postmaster: installation.postmaster() }
  const before = processorTime(processes)
  await scheduleRelease(db, launch)
  let tookMs = NaN
  const mails = sink.timed(participants, () => {}).then((ms) => (tookMs = ms))
  const released = await read(launch, seconds, rate)
  print(row('release', released))
  await Promise.race([mails, sleep(5 * 60_000, undefined, { ref: false })])

  const { rows } = await db.query<{ written: number; recipients: number }>(
    `select count(*)::int as written, count(distinct m.contact_id)::int as recipients
     from messages m join scheduled_messages s on s.id = m.scheduled_id join message_rules r on r.id = s.rule_id
     where r.key = 'launch.released'`,
  )
  const { written, recipients } = rows[0]!
  const { events, announced } = await allAnnounced(launch.opening)
  const after = processorTime(processes)
  const ratio = released.p99 / quiet.p99
  print(
    `mails: ${written} written to ${recipients} of ${participants} participants, all accepted after ${(tookMs / 1000).toFixed(1)} s`,
  )
  print(`events: ${events} of ${announced} participants`)
  const each = (ms: number) => `${(ms / participants).toFixed(1)} ms`
  print(
    `processor time for each participant, pages included: Node ${each(after.nodeMs - before.nodeMs)}, PostgreSQL ${each(after.postgresMs - before.postgresMs)}`,
  )
  print(`  p99 × ${ratio.toFixed(2)} of the quiet minute (aim ≤ ${aim})`)
  const isOnce = [written, recipients, events, announced].every((n) => n === participants)
  if (!isOnce || quiet.failed + released.failed > 0 || !(ratio <= aim)) process.exitCode = 1
} finally {
  await db.end().catch(() => {})
  await stop(child)
  installation.remove()
  sink.close()
}

/** Waits for the last event of the job that announces opened contents, which runs every minute; at most some minutes. */
async function allAnnounced(content: string) {
  for (let minutes = 0; ; minutes += 1 / 12) {
    const { rows } = await db.query<{ events: number; announced: number }>(
      `select count(*)::int as events, count(distinct payload ->> 'participant_id')::int as announced
       from domain_events where type = 'launch.content_available' and payload ->> 'content_id' = $1`,
      [content],
    )
    if (rows[0]!.announced >= participants || minutes > 6) return rows[0]!
    await sleep(5000)
  }
}

type Read = { p50: number; p99: number; answers: number; failed: number }

/** Requests personal pages at a fixed rate, regardless of pending responses. */
async function read(
  { id, viewers: known }: { id: string; viewers: { id: string; key: string }[] },
  forSeconds: number,
  perSecond: number,
) {
  const delays: number[] = []
  let failed = 0
  const one = async ({ id: participant, key }: { id: string; key: string }) => {
    const startedAt = performance.now()
    const answer = await fetch(`${installation.url}/plf/${id}/watch/${participant}`, {
      headers: {
        accept: 'text/html',
        cookie: `launch=${key}.${key}`,
        'x-bench-address': `198.51.${randomInt(256)}.${randomInt(256)}`,
      },
    })
    const body = await answer.text()
    delays.push(performance.now() - startedAt)
    if (!answer.ok || !/(?:opened|second) content/.test(body)) failed++
  }
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (let i = 0; i < forSeconds * perSecond; i++) {
    await sleep(Math.max(0, startedAt + (i * 1000) / perSecond - performance.now()))
    running.push(one(known[i % known.length]!))
  }
  await Promise.all(running)
  const inOrder = delays.toSorted((a, b) => a - b)
  const at = (share: number) => inOrder[Math.floor(inOrder.length * share)] ?? NaN
  return { p50: at(0.5), p99: at(0.99), answers: inOrder.length, failed } satisfies Read
}

function row(name: string, { p50, p99, answers, failed }: Read) {
  return `  ${name.padEnd(13)} ${answers} pages: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; failed ${failed}`
}
