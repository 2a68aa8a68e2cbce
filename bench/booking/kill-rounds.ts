// Books, reschedules, cancels and reassigns appointments with a node that is killed at a step of each round. Compares
// the resulting state of the database, the hosts' calendars and the attendees.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectHosts, origins } from '#features/calendar/connected-host.fixture.ts'
import { sealedTokens } from '#features/calendar/connections.server.ts'
import { startGoogle } from '#integrations/google.fake.ts'
import { eventIdOf } from '#integrations/google/event-id.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeHost } from '../../test/booking-host.ts'
import type { TestDatabase } from '../../test/open-database.ts'
import { testSmtpServer } from '../../test/smtp-server.ts'
import { type Answer, openKillableNode } from './killable-node.ts'
import type { BookingKillStep, Phase } from './kill-steps.ts'
import { type Mailed, type Roots, problemsOf } from './outcome.ts'
import { addressesOf, scenarios, scenarioOf } from './scenarios.ts'

export type BookingKillReport = {
  appointments: number
  deaths: number
  /** Steps at which the node was not killed. */
  unreached: string[]
  /** Differences from the expected state of an appointment, by step. */
  wrong: string[]
  /** Mails that the mail server accepted twice, always with the same Message-ID: the node died before it recorded the delivery. */
  mailedTwice: number
}

const limitMs = 120_000
const accounts = { coach: 'hila@gmail.example', sales: 'dana@gmail.example' }

export async function measureBookingKills(
  db: TestDatabase,
  steps: readonly BookingKillStep[],
): Promise<BookingKillReport> {
  await using running = new AsyncDisposableStack()
  const { ids, as, typeId, hour, change } = await makeHost(db)
  await change(`location_kind = 'meet', window_kind = 'unlimited'`)
  await db.sql(
    `update message_settings set quiet_nights = false, quiet_shabbat = false, quiet_holidays = false, quiet_memorial = false`,
  )
  const google = await startGoogle({ origins })
  running.defer(() => google.stop())
  const key = makeSealingKey()
  const { connect } = connectHosts(google, db.authenticator, createSealing([key])(sealedTokens.purpose))
  for (const host of ['coach', 'sales'] as const) await connect(ids[host], accounts[host])

  const mailed: Mailed[] = []
  const office = await testSmtpServer({
    onStep(here) {
      void node.pass((step) => 'smtp' in step && step.smtp === here)
      return undefined
    },
    onTaken(to) {
      const headerOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(office.mails.at(-1)!)?.[1] ?? ''
      mailed.push({ to: to.slice(1, -1), kind: headerOf('Subject'), id: headerOf('Message-ID') })
      void node.pass((step) => 'smtp' in step && step.smtp === 'taken')
    },
  })
  running.defer(() => office.close())
  const { issuer, clientId, clientSecret: secret } = google
  const node = openKillableNode({
    login: db.login,
    smtpPort: office.port,
    google: { issuer, clientId, secret },
    sealingKey: { id: key.id, key: Buffer.from(key.key).toString('hex') },
  })
  running.defer(() => node.kill())
  google.calendar.onRequest((request, when) =>
    node.pass((step) => 'google' in step && step.when === when && step.google.test(request)),
  )

  const unreached: string[] = []
  const wrong: string[] = []
  for (const [round, step] of steps.entries()) {
    const refused: string[] = []
    const checked = (name: string, { status, body }: Answer) => {
      if (status > 201) refused.push(`${name}: ${status} ${JSON.stringify(body)}`)
      return body
    }
    const roots: Roots = {}
    const links: Record<string, unknown> = {}
    await inPhase('book', async () => {
      await Promise.all(
        scenarios.map(async (scenario) => {
          const body = checked(scenario.name, await node.ask(bookingOf(round, scenario)))
          roots[scenario.name] = String(body['appointmentId'])
          links[scenario.name] = body['manageToken']
        }),
      )
    })
    await inPhase('change', async () => {
      const { moved, cancelled, reassigned } = links
      const at = (hours: number) => ({ dateTime: hour(hours, round + 3) })
      const inGoogle = scenarioOf('moved in Google').to!
      google.calendar.editEvent(accounts.coach, eventIdOf(roots['moved in Google']!), {
        start: at(inGoogle),
        end: at(inGoogle + 1),
      })
      google.calendar.deleteEvent(accounts.coach, eventIdOf(roots['deleted in Google']!))
      await readCalendars()
      const call = async (name: string, input: object) => checked(name, await node.ask({ call: name, input }))
      await Promise.all([
        call('move-appointment', { token: moved, startsAt: hour(scenarioOf('moved').to!, round + 3) }),
        call('cancel-appointment', { token: cancelled, reason: 'המועד כבר לא מתאים' }),
        node
          .ask({
            claims: as.owner,
            // A repeated request changes nothing.
            statement: 'select reassign_appointment(id, version, $2) from appointments where id = $1 and user_id <> $2',
            values: [roots['reassigned'], ids.sales],
          })
          .then((reply) => checked(`reassign ${String(reassigned).length}`, reply)),
      ])
    })
    const problems = await problemsOf({ db, google, accounts, hosts: ids, mailed, round, roots, hour })
    wrong.push(...[...refused, ...problems].map((problem) => `${step.name}: ${problem}`))

    async function inPhase(phase: Phase, work: () => Promise<void>) {
      const armed = step.phase === phase ? step : undefined
      await node.begin(armed)
      await work()
      await settle().catch((error: unknown) => {
        throw new Error(`After ${step.name}, during ${phase}`, { cause: error })
      })
      if (!armed || node.hasDied()) return
      unreached.push(step.name)
      await node.kill()
    }
  }
  return {
    appointments: steps.length * scenarios.length,
    deaths: steps.length - unreached.length,
    unreached,
    wrong,
    mailedTwice: mailed.length - new Set(mailed.map(({ id }) => id)).size,
  }

  function bookingOf(round: number, scenario: (typeof scenarios)[number]) {
    const [email, partnerEmail] = addressesOf(round, scenario)
    const phone = `050${String(1_000_000 + round * 10 + scenarios.indexOf(scenario))}`
    const input = {
      typeId,
      startsAt: hour(scenario.at, round + 3),
      duration: 60,
      idempotencyKey: randomUUID(),
      name: 'נועה לדוגמה',
      email,
      phone,
      ...(partnerEmail && { partnerName: 'דור', partnerEmail }),
    }
    return { call: 'book-appointment', input }
  }

  async function readCalendars() {
    await db.sql('update calendar_secrets.synced_calendars set due_at = now()')
    await db.sql(`select jobs.enqueue('read_calendar_changes', '{}', 'calendar_changes')`)
  }

  /** Waits until no job, message or mail is due. */
  async function settle() {
    const startedAt = performance.now()
    for (;;) {
      await node.revive()
      const [due] = await db.sql<{ jobs: string[]; messages: number; mails: number }>(
        `select (select coalesce(array_agg(t.identifier || ': ' || coalesce(j.last_error, 'waits')), '{}')
             from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
             -- A job that was replaced while it ran is not retried.
             where j.run_at < now() + interval '1 minute' and j.attempts < j.max_attempts) as jobs,
           (select count(*)::int from scheduled_messages
             where status = 'sending' or (status in ('scheduled', 'held_quiet') and send_at <= now())) as messages,
           (select count(*)::int from mail.outbox where sent_at is null) as mails`,
      )
      if (due!.jobs.length + due!.messages + due!.mails === 0) return
      if (performance.now() - startedAt > limitMs)
        throw new Error(`Still due after two minutes: ${JSON.stringify(due)}`)
      await sleep(50)
    }
  }
}
