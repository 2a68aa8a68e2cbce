// A process that only runs jobs, for tests that kill it. Its options are JSON in the first argument.
import { pino } from 'pino'
import type { Connect } from '#kernel/postgres/connection.ts'
import { openJobs } from '#server/jobs.ts'
import { startWorker } from '#server/worker.ts'

const { host, password, database, smtpPort } = JSON.parse(process.argv[2]!) as {
  host: string
  password: string
  database: string
  smtpPort: number
}
const connect: Connect = (login) => ({ host, user: login, password, database })

const jobs = openJobs({
  connect,
  siteUrl: 'http://site.test',
  mails: { send: () => Promise.reject(new Error('No mail is expected here.')) },
  renderMail: () => Promise.reject(new Error('No mail is expected here.')),
  composeService: () => Promise.reject(new Error('No mail is expected here.')),
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
