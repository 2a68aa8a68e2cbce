// A process that only runs jobs, for tests that kill it. Its options are JSON in the first argument.
import { pino } from 'pino'
import type { Connect } from '#kernel/postgres/connection.ts'
import { openJobs } from '#server/jobs.ts'
import { startWorker } from '#server/worker.ts'
import { killAt, type StatementStep } from './kill-at.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'

type Options = {
  host: string
  password: string
  database: string
  smtpPort: number
  dieAt?: StatementStep
}
const { host, password, database, smtpPort, dieAt } = JSON.parse(process.argv[2]!) as Options
if (dieAt) killAt(dieAt)
const connect: Connect = (login) => ({ host, user: login, password, database })

const jobs = openJobs({
  connect,
  sealFor: createSealing([makeSealingKey()]),
  siteUrl: 'http://site.test',
  mails: { send: () => Promise.reject(new Error('No mail is expected here.')) },
  renderMail: () => Promise.reject(new Error('No mail is expected here.')),
  composeService: async ({ subject }) => ({ subject, html: `<p>${subject}</p>`, text: subject }),
  composeCampaign: async (letter, reader) => ({
    subject: `פרסומת | ${letter.subject}`,
    html: `<p>${reader.preferences}</p>`,
    text: reader.preferences,
    replyTo: null,
  }),
})
await startWorker({
  connect,
  smtp: {
    host: '127.0.0.1',
    port: smtpPort,
    user: undefined,
    password: undefined,
    from: 'a@example.com',
    senderName: undefined,
  },
  jobs,
  checkEveryMs: 300,
  log: pino({ level: 'silent' }),
})
process.stdout.write('working\n')
