// How many messages per second are sent? Through templates, sender and outbox of a running server, compared with bare nodemailer, to one
// SMTP sink.
import { parseArgs } from 'node:util'
import nodemailer from 'nodemailer'
import pg from 'pg'
import { ownerOf } from './crm/owner.ts'
import { makeInstallation, stop } from './installation.ts'
import { processorTime } from './launches/processor-time.ts'
import { openSink } from './messages/open-sink.ts'
import { addRecipients, scheduleMessages } from './messages/recipients.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    mails: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
  },
})
const [mails, rounds] = [Number(values.mails), Number(values.rounds)]
const print = (text: string) => process.stdout.write(`${text}\n`)
const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!

const sink = await openSink()
const installation = await makeInstallation(
  {
    DEMO: '0',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(sink.port),
    SMTP_ADMIN_EMAIL: 'office@example.com',
  },
  'src/server/main.ts',
)
const { child } = await installation.start()
const db = new pg.Client(installation.login('postgres'))
const bare = nodemailer.createTransport({ host: '127.0.0.1', port: sink.port, pool: true, maxConnections: 2 })
try {
  await ownerOf(installation)
  await db.connect()
  const templates = await addRecipients(db, mails)
  await db.query('vacuum analyze')

  const [ours, theirs]: [number[], number[]] = [[], []]
  const spent = () => processorTime({ node: child.pid!, postmaster: installation.postmaster() })
  const perMail = { nodeMs: [] as number[], postgresMs: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const before = spent()
    ours.push(mails / ((await sink.timed(mails, () => scheduleMessages(db, templates, { round, many: mails }))) / 1000))
    const after = spent()
    for (const part of ['nodeMs', 'postgresMs'] as const) perMail[part].push((after[part] - before[part]) / mails)
    const { rows } = await db.query<{ to: string; subject: string; html: string; text: string }>(
      'select to_address as "to", subject, html, text from mail.outbox order by created_at desc limit $1',
      [mails],
    )
    const asBare = () => Promise.all(rows.map((mail) => bare.sendMail({ from: 'office@example.com', ...mail })))
    theirs.push(mails / ((await sink.timed(mails, asBare)) / 1000))
    print(`round ${round + 1}: ${ours.at(-1)!.toFixed(0)} /s, bare nodemailer ${theirs.at(-1)!.toFixed(0)} /s`)
  }
  const ratios = ours.map((rate, i) => rate / theirs[i]!)
  print(
    `${mails} messages: median ${median(ours).toFixed(0)} /s, bare nodemailer ${median(theirs).toFixed(0)} /s, × ${median(ratios).toFixed(2)} (aim ≥ 0.5)`,
  )
  print(
    `processor time of a message: Node ${median(perMail.nodeMs).toFixed(2)} ms, PostgreSQL ${median(perMail.postgresMs).toFixed(2)} ms`,
  )
  if (median(ratios) < 0.5) process.exitCode = 1
} finally {
  bare.close()
  await db.end().catch(() => {})
  await stop(child)
  installation.remove()
  sink.close()
}
