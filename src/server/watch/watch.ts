// Checks the running system once a minute and sends alarms. Runs independently of the job queue, which it monitors.
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Mails } from '#features/email-templates/email-templates.ts'
import {
  deleteChecks,
  readCalendars,
  readMail,
  readQueue,
  recordCheck,
} from '#features/system-checks/system-checks.server.ts'
import type { Check } from '#features/system-checks/system-checks.ts'
import { openSmtp, type SmtpErrorCode, type SmtpSettings } from '#integrations/mail.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import type { Replica } from '#kernel/postgres/replica.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { readCertificateEnd } from './certificate.ts'
import { disksOf } from './disk-space.ts'

type Options = {
  connect: Connect
  dataFolder: string
  siteUrl: string
  /** Without a mail server messages wait by design. */
  smtp: SmtpSettings | undefined
  /** Undefined without a read replica. */
  replica?: Pick<Replica, 'state'> | undefined
  /** The tasks of this process, see readQueue. */
  tasks?: readonly string[]
  mails: Mails<Db>
  log: Pick<FastifyBaseLogger, 'warn'>
  everyMs?: number
  readCertificate?: typeof readCertificateEnd
}

/** Only one node of an installation checks at a time: the lock is released with the transaction. */
const lock = 7_261_905

/** Providers limit sign-ins. */
const smtpEveryMs = 5 * 60_000

export function startWatch({ everyMs = 60_000, smtp, ...options }: Options) {
  const mailServer = smtp && openSmtp(smtp)
  const checkSmtp = mailServer && atMostEvery(smtpEveryMs, () => mailServer.findFault())
  const limited = { query_timeout: 20_000 }
  const pool = openPool({ ...options.connect('authenticator'), ...limited }, 1)
  const worker = openPool({ ...options.connect('worker'), ...limited }, 1)
  let running: Promise<void> | undefined
  // One check at a time: while a check hangs, further ones are skipped and not queued.
  const check = () => {
    running ??= checkOnce({ pool, worker }, { ...options, checkSmtp })
      .catch((error: unknown) => options.log.warn({ err: error }, 'The system could not check itself'))
      .finally(() => (running = undefined))
  }
  const timer = setInterval(check, everyMs)
  timer.unref()
  check()
  return {
    async stop() {
      clearInterval(timer)
      await running
      mailServer?.close()
      await Promise.all([pool.end(), worker.end()])
    },
  }
}

type SmtpState = { fault: SmtpErrorCode | undefined }

/** A server that responded is checked again after `ms`, a failing one at each call. Undefined if it was not checked. */
export function atMostEvery(ms: number, findFault: () => Promise<SmtpErrorCode | undefined>) {
  let acceptedAt = -Infinity
  return async (): Promise<SmtpState | undefined> => {
    if (performance.now() - acceptedAt < ms) return undefined
    const fault = await findFault()
    acceptedAt = fault === undefined ? performance.now() : -Infinity
    return { fault }
  }
}

type Parts = Omit<Options, 'everyMs' | 'connect' | 'smtp'> & {
  /** Undefined without a mail server. */
  checkSmtp: (() => Promise<SmtpState | undefined>) | undefined
}
type Pools = { pool: pg.Pool; worker: pg.Pool }

/** Takes all measurements once and stores them. */
export async function checkOnce({ pool, worker }: Pools, parts: Parts, now = new Date()) {
  const { dataFolder, siteUrl, checkSmtp, replica, tasks, mails, readCertificate = readCertificateEnd } = parts
  const fullest = (await disksOf(dataFolder)).reduce((a, b) => (b.free / b.total < a.free / a.total ? b : a))
  const disk = { kind: 'disk' as const, facts: fullest, place: hostname() }
  const [validTo, smtp] = await Promise.all([readCertificate(siteUrl), checkSmtp?.()])
  await inTransaction(pool, { role: 'service_role' }, async (db) => {
    await recordCheck(db, disk, now, { mails, siteUrl })
    const [turn] = await db.query<{ isMine: boolean }>('select pg_try_advisory_xact_lock($1) as "isMine"', [lock])
    if (!turn?.isMine) return
    const checks: Check[] = [
      await readQueue(worker, tasks),
      ...(await readMail(db)).filter(({ kind }) => checkSmtp || kind !== 'mail'),
      await readCalendars(db),
    ]
    if (smtp) checks.push({ kind: 'smtp', facts: { fault: smtp.fault ?? null } })
    if (replica) checks.push({ kind: 'replica', facts: { lagSeconds: lagOf(replica.state()) } })
    if (validTo) checks.push({ kind: 'certificate', facts: { validTo: validTo.toISOString() } })
    for (const check of checks) await recordCheck(db, check, now, { mails, siteUrl })
    await deleteChecks(db, [
      ...(checkSmtp ? [] : (['smtp', 'mail'] as const)),
      ...(replica ? [] : (['replica'] as const)),
      ...(siteUrl.startsWith('https:') ? [] : (['certificate'] as const)),
    ])
  })
}

const lagOf = ({ isUp, lagMs }: ReturnType<Replica['state']>) =>
  isUp && lagMs !== undefined ? Math.floor(lagMs / 1000) : null
