// A process that takes bookings and runs their jobs, for tests that kill it. Its options are JSON in the first argument.
import { pino } from 'pino'
import { applyCalendarChanges } from '#features/booking/apply-calendar-changes.server.ts'
import { defaultTemplates } from '#features/email-templates/default-templates.ts'
import { fillTemplate, type RenderMail } from '#features/email-templates/email-templates.ts'
import type { GoogleCalendarSettings } from '#integrations/google-calendar.ts'
import { Refusal } from '#kernel/errors.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { type Claims, inTransaction } from '#kernel/postgres/transaction.ts'
import { createSealing } from '#platform/sealing/sealing.server.ts'
import { openCalendars } from '#server/calendars.ts'
import { openJobs } from '#server/jobs.ts'
import { startWorker } from '#server/worker.ts'
import { bookingFunctions } from './booking-host.ts'
import { killAt, type StatementStep } from './kill-at.ts'

export type BookingProcessOptions = {
  login: { host: string; password: string; database: string }
  smtpPort: number
  google: Omit<GoogleCalendarSettings, 'redirectUri'>
  /** The sealing key, in hexadecimal. */
  sealingKey: { id: string; key: string }
  dieAt?: StatementStep
}

/** A message of the parent: a function that a visitor calls, or a statement of a signed-in caller. */
export type Asked = { id: number; ip: string } & (
  | { call: string; input: object }
  | { claims: Claims; statement: string; values: unknown[] }
)
export type Answered = { id: number; status: number; body: unknown }

const options = JSON.parse(process.argv[2]!) as BookingProcessOptions
const { login, smtpPort, google, sealingKey, dieAt } = options
if (dieAt) killAt(dieAt)
const { host, password, database } = login
const connect: Connect = (user) => ({ host, user, password, database })
const siteUrl = 'http://site.test'
const log = pino({ level: 'silent' })
const pool = openPool(connect('authenticator'), 6)
const noMail = () => Promise.reject(new Error('No such mail is expected here.'))
/** The kind of the mail is used as its subject. */
const renderMail: RenderMail = async ({ kind, values, link }) => {
  const { body } = fillTemplate(defaultTemplates[kind], values)
  return { subject: kind, html: `<p>${body}</p>`, text: `${body}\n${link ?? ''}` }
}

const sealFor = createSealing([{ id: sealingKey.id, key: Buffer.from(sealingKey.key, 'hex') }])
const calendars = openCalendars({
  config: { googleCalendar: google, siteUrl, apiUrl: siteUrl, isLocal: true },
  connect,
  sealFor,
  log,
  onChanges: applyCalendarChanges,
})
const { invoke } = createFunctions({ pool, functions: bookingFunctions(calendars.readBusyTimes), log })
const jobs = openJobs({
  connect,
  sealFor,
  calendars: calendars.tasks,
  siteUrl,
  mails: { send: noMail },
  renderMail,
  composeService: noMail,
  composeCampaign: noMail,
})
const smtp = { host: '127.0.0.1', port: smtpPort, user: undefined, password: undefined }
await startWorker({
  connect,
  smtp: { ...smtp, from: 'a@example.com', senderName: undefined },
  jobs,
  checkEveryMs: 300,
  log,
})
process.on('message', (request: Asked) => void answer(request).then((answered) => process.send!(answered)))
process.on('disconnect', () => process.exit())
process.send!('working')

async function answer(request: Asked): Promise<Answered> {
  const { id, ip } = request
  try {
    if ('statement' in request) {
      const { claims, statement, values } = request
      return { id, status: 200, body: await inTransaction(pool, claims, (db) => db.query(statement, values)) }
    }
    const caller = { claims: { role: 'anon' } }
    const output = await invoke(request.call, request.input, { caller, ip, userAgent: 'test' })
    return output instanceof Response
      ? { id, status: output.status, body: await output.json() }
      : { id, status: 200, body: output }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { id, status: error instanceof Refusal ? error.status : 500, body: { code, message } }
  }
}
