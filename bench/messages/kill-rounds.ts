// Sends template messages with a worker that is killed at a step of each round, and counts lost and duplicate messages.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { StatementStep } from '../../test/kill-at.ts'
import { type SmtpStep, testSmtpServer } from '../../test/smtp-server.ts'
import { addRecipients, scheduleMessages } from './recipients.ts'

/** A statement of the worker, or a step of the SMTP dialogue. */
export type KillStep = ({ name: string } & StatementStep) | { name: string; smtp: SmtpStep | 'taken'; nth?: number }

/** The steps in the order in which a message passes them. */
export const killSteps: KillStep[] = [
  { name: 'sender: before the lock', statement: `hashtextextended('send_messages'`, when: 'before' },
  { name: 'sender: lock taken', statement: `hashtextextended('send_messages'`, when: 'after', nth: 2 },
  { name: 'sender: messages locked', statement: 'from next_messages(', when: 'after' },
  { name: 'sender: values of the recipients read', statement: 'private.merge_values(', when: 'after' },
  { name: 'sender: links made', statement: 'insert into preference_links', when: 'after' },
  { name: 'sender: before the outbox', statement: 'insert into mail.outbox', when: 'before' },
  { name: 'sender: outbox written', statement: 'insert into mail.outbox', when: 'after', nth: 2 },
  { name: 'sender: send job enqueued', statement: 'select jobs.enqueue(', when: 'after' },
  { name: 'sender: messages logged', statement: 'insert into messages', when: 'after' },
  { name: 'sender: marked as sending', statement: `set status = 'sending'`, when: 'after' },
  { name: 'sender: next batch woken', statement: 'private.wake_sender(case', when: 'after' },
  { name: 'a commit: not yet sent', statement: 'commit', when: 'before', nth: 1 },
  { name: 'a commit: answered', statement: 'commit', when: 'after', nth: 2 },
  { name: 'outbox: mails claimed', statement: 'order by array_position($1, id) for update', when: 'after' },
  { name: 'outbox: mails checked', statement: 'public.withhold_messages(', when: 'after' },
  { name: 'outbox: mails leased', statement: 'set leased_to_job', when: 'after' },
  { name: 'smtp: sender named', smtp: 'MAIL', nth: 7 },
  { name: 'smtp: recipient named', smtp: 'RCPT', nth: 9 },
  { name: 'smtp: within the message', smtp: 'content', nth: 11 },
  { name: 'smtp: message complete, no answer', smtp: 'end', nth: 13 },
  { name: 'smtp: answered', smtp: 'taken', nth: 15 },
  { name: 'outbox: before the record', statement: 'update mail.outbox o set attempts', when: 'before', nth: 8 },
  { name: 'outbox: recorded', statement: 'update mail.outbox o set attempts', when: 'after', nth: 12 },
  { name: 'outbox: outcome noted', statement: 'record_mail_outcome', when: 'after', nth: 10 },
  { name: 'a later commit: not yet sent', statement: 'commit', when: 'before', nth: 9 },
]

type Options = {
  login: { host: string; password: string; database: string }
  db: pg.Pool
  steps: readonly KillStep[]
  recipients: number
}

export type KillReport = {
  recipients: number
  deaths: number
  /** Steps at which the worker was not killed. */
  unreached: string[]
  lost: string[]
  /** Recipients with more than one row in the outbox. */
  writtenTwice: string[]
  /** Mails that the server accepted twice, with the kill step between. Always with the same Message-ID. */
  leftTwice: { to: string; step: string }[]
  /** Mails accepted twice under different Message-IDs. */
  withoutSameId: string[]
}

const limitMs = 120_000

export async function measureKills({ login, db, steps, recipients }: Options): Promise<KillReport> {
  const templates = await addRecipients(db, recipients)
  const taken: { to: string; id: string; round: number }[] = []
  let round = 0
  let armed: { smtp: string; left: number } | undefined
  let child: ChildProcess | undefined
  const strike = (step: string) => {
    if (armed?.smtp === step && --armed.left === 0) child?.kill('SIGKILL')
  }
  const office = await testSmtpServer({
    onStep(step) {
      strike(step)
      return undefined
    },
    onTaken(to) {
      const id = /^Message-ID: (.*)$/im.exec(office.mails.at(-1)!)?.[1] ?? ''
      taken.push({ to, id, round })
      // The bodies of ten thousand mails are discarded.
      office.mails.length = 0
      strike('taken')
    },
  })

  const pending = async () =>
    (await db.query<{ n: number }>(`select count(*)::int as n from scheduled_messages where status <> 'sent'`)).rows[0]!
      .n
  const unreached: string[] = []
  const share = Math.floor(recipients / steps.length)
  try {
    for (const [i, step] of steps.entries()) {
      round = i
      const many = i === steps.length - 1 ? recipients - share * i : share
      await scheduleMessages(db, templates, { round: 0, from: share * i, many })
      armed = 'smtp' in step ? { smtp: step.smtp, left: step.nth ?? 1 } : undefined
      child = await startWorker({
        ...login,
        smtpPort: office.port,
        ...('statement' in step && { dieAt: step }),
      })
      if (!(await endsBefore(child, pending))) unreached.push(step.name)
    }
    round = steps.length
    armed = undefined
    child = await startWorker({ ...login, smtpPort: office.port })
    await endsBefore(child, pending)
  } finally {
    child?.kill('SIGKILL')
    office.close()
  }
  return { recipients, deaths: steps.length - unreached.length, unreached, ...(await evaluate()) }

  async function evaluate() {
    const { rows: contacts } = await db.query<{ to: string; outbox: number }>(
      `select p.value_norm as to, (select count(*)::int from mail.outbox o where o.to_address = p.value_norm) as outbox
       from contact_points p where p.value_norm like 'reader%'`,
    )
    const byAddress = Map.groupBy(taken, ({ to }) => to.slice(1, -1))
    const repeated = [...byAddress].filter(([, all]) => all.length > 1)
    return {
      lost: contacts.filter(({ to }) => !byAddress.has(to)).map(({ to }) => to),
      writtenTwice: contacts.filter(({ outbox }) => outbox !== 1).map(({ to }) => to),
      leftTwice: repeated.map(([to, all]) => ({ to, step: steps[all[0]!.round]?.name ?? 'no death' })),
      withoutSameId: repeated.filter(([, all]) => new Set(all.map(({ id }) => id)).size > 1).map(([to]) => to),
    }
  }
}

export async function startWorker(options: object): Promise<ChildProcess> {
  const program = join(import.meta.dirname, '../../test/sending-process.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  // A worker may be killed at its first statement, before it reports that it is ready.
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}

/** Whether the worker is killed before everything is sent. A surviving one is stopped. */
async function endsBefore(child: ChildProcess, pending: () => Promise<number>): Promise<boolean> {
  const startedAt = performance.now()
  const isAlive = () => child.exitCode === null && child.signalCode === null
  while (isAlive() && (await pending()) > 0) {
    if (performance.now() - startedAt > limitMs)
      throw new Error(`${await pending()} messages were not sent in two minutes`)
    await sleep(50)
  }
  if (!isAlive()) return true
  const dead = once(child, 'exit')
  child.kill('SIGKILL')
  await dead
  return false
}
