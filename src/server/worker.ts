// The jobs, and what they need from outside.
import type { FastifyBaseLogger } from 'fastify'
import { type SmtpSettings, openSmtp } from '#integrations/mail.ts'
import { type Task, runJobs } from '#kernel/jobs/runner.ts'
import type { QueuedMail } from '#kernel/mail/outbox.ts'
import { sendMail } from '#kernel/mail/send-mail.ts'
import type { Connect } from '#kernel/postgres/connection.ts'

type WorkerOptions = {
  connect: Connect
  /** Without it mail stays in the outbox, and `showLink` is told where its links lead. */
  smtp: SmtpSettings | undefined
  /** Prints a line for whoever sits at this machine. Given only where nobody else reads it: a link opens an account. */
  showLink?: (line: string) => void
  /** What the kernel takes out once a day. */
  upkeep?: Task
  /** What else is to be done, by the name of the task. */
  tasks?: Record<string, Task>
  log: FastifyBaseLogger
}

/** Early in the morning in Israel, summer and winter. UTC. */
const quietHour = '02:17'

/** Starts working through the queue. `stop` lets what runs come to its end. */
export async function startWorker({
  connect,
  smtp,
  showLink,
  upkeep,
  tasks,
  log,
}: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const post = smtp && openSmtp(smtp)
  const onStaying = (mail: QueuedMail) => {
    if (!showLink)
      return log.warn({ mail: mail.id, purpose: mail.purpose }, 'SMTP is not set: the mail stays in the outbox')
    const [links, codes] = [/https?:\/\/\S+/g, /\b\d{6}\b/g].map((kind) => mail.text.match(kind) ?? [])
    for (const way of [...links!, ...codes!]) showLink(`${mail.purpose} → ${mail.to}: ${way}`)
  }
  const runner = await runJobs({
    config: connect('worker'),
    ...(upkeep && { daily: { upkeep: quietHour } }),
    tasks: {
      ...tasks,
      ...(upkeep && { upkeep }),
      send_mail: sendMail({ deliver: post && ((mail) => post.deliver(mail)), onStaying }),
    },
    say: (level, message) => log[level === 'info' ? 'debug' : level](message),
  })
  return {
    async stop() {
      await runner.stop()
      post?.close()
    },
  }
}
