// Compares the database, the hosts' calendars and the attendees' mails after a round with the scenarios of its appointments.
import type { GoogleFake } from '#integrations/google.fake.ts'
import { eventIdOf } from '#integrations/google/event-id.ts'
import type { TestDatabase } from '../../test/open-database.ts'
import { addressesOf, scenarios, type Scenario } from './scenarios.ts'

export type Mailed = { to: string; kind: string; id: string }
export type Roots = Partial<Record<Scenario['name'], string>>
type Host = 'coach' | 'sales'

type Round = {
  db: TestDatabase
  google: GoogleFake
  accounts: Record<Host, string>
  hosts: Record<Host, string>
  mailed: readonly Mailed[]
  round: number
  /** The first appointment of each chain. */
  roots: Roots
  hour: (n: number, days: number) => string
}

const hourMs = 3_600_000
const reminders = { 'appointment.reminder_day': 24, 'appointment.reminder_hour': 1 }

/** Lists every difference as a sentence. */
export async function problemsOf(round: Round): Promise<string[]> {
  const problems: string[] = []
  for (const scenario of scenarios) {
    const found: Record<string, unknown> = {
      ...(await rowsOf(round, scenario)),
      ...eventsOf(round, scenario),
      ...(await messagesOf(round, scenario)),
    }
    const expected = outcomeOf(round, scenario)
    for (const [what, value] of Object.entries(expected)) {
      const [is, should] = [found[what], value].map((one) => JSON.stringify(one))
      if (is !== should) problems.push(`${scenario.name}, ${what}: ${is}, not ${should}`)
    }
  }
  return problems
}

function outcomeOf({ round, hour }: Round, scenario: Scenario): Record<string, unknown> {
  const { isAhead, rows, sent, at, to = at } = scenario
  const start = Date.parse(hour(to, round + 3))
  const host: Host = scenario.name === 'reassigned' ? 'sales' : 'coach'
  const event = { start, end: start + hourMs, attendees: addressesOf(round, scenario).toSorted() }
  const planned = Object.entries(reminders).map(([key, hours]) => [key, start - hours * hourMs])
  return {
    rows,
    present: { status: isAhead ? 'confirmed' : 'cancelled', start, host },
    events: isAhead ? [{ host, ...event }] : [],
    messages: addressesOf(round, scenario).map((address) => [address, sent, isAhead ? planned : []]),
    mails: addressesOf(round, scenario).map((address) => [address, sent.map((key) => key.replace('.', '_'))]),
  }
}

async function rowsOf({ db, roots, hosts }: Round, { name }: Scenario) {
  const rows = await db.sql<{ status: string; start: number; user_id: string }>(
    `select status, user_id, (extract(epoch from starts_at) * 1000)::float8 as start from appointments
     where root_id = $1 order by ical_sequence`,
    [roots[name]],
  )
  const last = rows.at(-1)
  const host = Object.entries(hosts).find(([, id]) => id === last?.user_id)?.[0]
  return { rows: rows.length, present: last && { status: last.status, start: last.start, host } }
}

function eventsOf({ google, accounts, roots }: Round, { name }: Scenario) {
  const events = Object.entries(accounts).flatMap(([host, account]) =>
    google.calendar
      .eventsOf(account)
      .filter(({ id, status }) => id === eventIdOf(roots[name]!) && status !== 'cancelled')
      .map(({ start, end, attendees = [] }) => ({
        host,
        start: Date.parse(start!.dateTime!),
        end: Date.parse(end!.dateTime!),
        attendees: attendees.map(({ email }) => email).toSorted(),
      })),
  )
  return { events }
}

/** Sent and planned messages in the database, and mails accepted by the mail server, per attendee. */
async function messagesOf({ db, mailed, round }: Round, scenario: Scenario): Promise<Record<string, unknown>> {
  const rows = await db.sql<{ to: string; key: string; status: string; at: number }>(
    `select s.to_value as to, r.key, s.status, (extract(epoch from s.send_at) * 1000)::float8 as at
     from scheduled_messages s join message_rules r on r.id = s.rule_id
     where s.to_value = any ($1) and s.status <> 'canceled' order by r.position, s.send_at`,
    [addressesOf(round, scenario)],
  )
  const addresses = addressesOf(round, scenario)
  return {
    messages: addresses.map((address) => {
      const own = rows.filter(({ to }) => to === address)
      const planned = own.filter(({ status }) => status !== 'sent')
      return [
        address,
        own.filter(({ status }) => status === 'sent').map(({ key }) => key),
        planned.map(({ key, at }) => [key, at]),
      ]
    }),
    mails: addresses.map((address) => {
      const own = mailed.filter(({ to }) => to === address)
      return [address, [...new Map(own.map(({ id, kind }) => [id, kind])).values()]]
    }),
  }
}
