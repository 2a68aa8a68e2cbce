// Starts the job runner with its tasks.
import type { FastifyBaseLogger } from 'fastify'
import { type SmtpSettings, openSmtp } from '#integrations/mail.ts'
import { longJobs } from '#kernel/jobs/jobs.ts'
import { type Task, runJobs } from '#kernel/jobs/runner.ts'
import type { QueuedMail } from '#kernel/mail/outbox.ts'
import type { Deliver, SendMailOptions } from '#kernel/mail/delivery.ts'
import { sendMail } from '#kernel/mail/send-mail.ts'
import { sendMails } from '#kernel/mail/send-mails.ts'
import { wakeMail } from '#kernel/mail/wake-mail.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import type { Jobs } from './jobs.ts'

type WorkerOptions = {
  connect: Connect
  /** If unset, mails stay in the outbox and `showLink` prints their links. */
  smtp: SmtpSettings | undefined
  /** Adapters of other channels. */
  channels?: Readonly<Record<string, Deliver>>
  /** Prints to the terminal. Set only on a local site, because a link gives access to an account. */
  showLink?: (line: string) => void
  /** The kernel's daily maintenance. */
  upkeep?: Task
  /** The product's tasks. */
  jobs?: Pick<Jobs, 'tasks' | 'daily' | 'checkDelivery' | 'onDelivered'> & Partial<Pick<Jobs, 'everyMinutes'>>
  /** See RunnerOptions. */
  checkEveryMs?: number
  log: FastifyBaseLogger
}

/** Early in the morning, Israel time. In UTC. */
const upkeepTime = '02:17'

/** Starts the runner. `stop` waits for running jobs. */
export async function startWorker({
  connect,
  smtp,
  channels = {},
  showLink,
  upkeep,
  jobs,
  checkEveryMs,
  log,
}: WorkerOptions): Promise<{ isUp: () => boolean; tasks: readonly string[]; stop(): Promise<void> }> {
  const post = smtp && openSmtp(smtp)
  const onUndeliverable = (mail: QueuedMail) => {
    // Bulk messages have no links for the operator.
    if (!showLink || mail.purpose === 'message')
      return log.warn(
        { mail: mail.id, purpose: mail.purpose, channel: mail.channel },
        'the channel is not configured: the message stays in the outbox',
      )
    const [links, codes] = [/https?:\/\/\S+/g, /\b\d{6}\b/g].map((kind) => mail.text.match(kind) ?? [])
    for (const way of [...links!, ...codes!]) showLink(`${mail.purpose} → ${mail.to}: ${way}`)
  }
  const delivery: SendMailOptions = {
    deliver: post && ((mail) => post.deliver(mail)),
    channels,
    onUndeliverable,
    ...(jobs && { checkDelivery: jobs.checkDelivery, onDelivered: jobs.onDelivered }),
  }
  await wake(connect, [...(post ? ['email'] : []), ...Object.keys(channels)])
  const tasks: Record<string, Task> = {
    ...jobs?.tasks,
    ...(upkeep && { upkeep }),
    send_mail: sendMail(delivery),
    send_mails: sendMails(delivery),
  }
  const runner = await runJobs({
    config: connect('worker'),
    ...(jobs?.everyMinutes && { everyMinutes: jobs.everyMinutes }),
    daily: { ...jobs?.daily, ...(upkeep && { upkeep: upkeepTime }) },
    queues: { take_backup: longJobs },
    tasks,
    ...(checkEveryMs && { checkEveryMs }),
    say: (level, message) => log[level === 'info' ? 'debug' : level](message),
  })
  return {
    /** Whether the job runner is up. */
    isUp: runner.isUp,
    /** The names of the tasks that it runs. */
    tasks: Object.keys(tasks),
    async stop() {
      await runner.stop()
      post?.close()
    },
  }
}

/** Enqueues messages that were waiting for the configuration of their channel. */
async function wake(connect: Connect, channels: readonly string[]) {
  if (channels.length === 0) return
  const pool = openPool(connect('worker'), 1)
  try {
    await wakeMail(pool, channels)
  } finally {
    await pool.end()
  }
}
