// A process that only runs jobs, for tests that kill it. Its options are JSON in the first argument.
import pg from 'pg'
import { pino } from 'pino'
import type { Connect } from '#kernel/postgres/connection.ts'
import { openJobs } from '#server/jobs.ts'
import { startWorker } from '#server/worker.ts'

type Options = {
  host: string
  password: string
  database: string
  smtpPort: number
  /** Ends by SIGKILL at the nth statement that contains the text. */
  dieAt?: { statement: string; when: 'before' | 'after'; nth: number }
}
const { host, password, database, smtpPort, dieAt } = JSON.parse(process.argv[2]!) as Options
if (dieAt) killAt(dieAt)
const connect: Connect = (login) => ({ host, user: login, password, database })

const jobs = openJobs({
  connect,
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

function killAt({ statement, when, nth }: NonNullable<Options['dieAt']>) {
  const { prototype } = pg.Client
  const query = Reflect.get(prototype, 'query') as (...all: unknown[]) => unknown
  const die = () => void process.kill(process.pid, 'SIGKILL')
  let seen = 0
  Reflect.set(prototype, 'query', function (this: pg.Client, ...all: unknown[]) {
    const [first] = all as [string | { text?: string }]
    const text = typeof first === 'string' ? first : first.text
    const isIt = text?.includes(statement) && ++seen === nth
    if (isIt && when === 'before') die()
    const result = Reflect.apply(query, this, all)
    if (isIt) void Promise.resolve(result).then(die)
    return result
  })
}
