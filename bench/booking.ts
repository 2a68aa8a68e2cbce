// How long does a month of free slots take for a host with thousands of appointments and hundreds of rules? Compares HTTP requests to a
// running server with the bare SQL of the same data, both with 50 connections, and measures the share of the slot function.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freeSlots } from '#features/booking/slots/free-slots.ts'
import type { SlotInput } from '#features/booking/slots/slot-rules.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { ownerOf } from './crm/owner.ts'
import { makeInstallation, stop } from './installation.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    appointments: { type: 'string', default: '2000' },
    rules: { type: 'string', default: '300' },
    requests: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
  },
})
const [appointments, rules, requests, rounds] = [values.appointments, values.rules, values.requests, values.rounds].map(
  Number,
) as [number, number, number, number]
const connections = 50
const print = (text: string) => process.stdout.write(`${text}\n`)
const share = (times: number[], at: number) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * at)]!

/** Milliseconds of each call, with `connections` concurrent calls. */
async function timesOf(call: (worker: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let remaining = requests
  await Promise.all(
    Array.from({ length: connections }, async (_, worker) => {
      while (remaining-- > 0) {
        const began = performance.now()
        await call(worker)
        times.push(performance.now() - began)
      }
    }),
  )
  return times
}

const installation = await makeInstallation({ DEMO: '0' }, 'src/server/main.ts')
const { child } = await installation.start()
const pool = new pg.Pool({ ...installation.login('postgres'), max: connections })
try {
  await ownerOf(installation)
  await pool.query(
    `insert into booking_hosts (user_id, slug) select user_id, 'bench' from user_roles where role = 'owner' limit 1`,
  )
  const { rows } = await pool.query<{ id: string }>(
    `with week as (insert into schedules (user_id, name) select user_id, 'week' from booking_hosts returning id, user_id),
       hours as (insert into schedule_rules (schedule_id, weekday, start_local, end_local)
         select week.id, d, '08:00', '20:00' from week, generate_series(0, 5) d),
       dates as (insert into schedule_overrides (schedule_id, day, windows)
         select week.id, current_date + n, '[{"start": "08:00", "end": "12:00"}, {"start": "14:00", "end": "20:00"}]'
         from week, generate_series(0, $1::int - 7) n)
     insert into appointment_types (user_id, schedule_id, slug, title, slot_interval, window_kind, max_per_week)
     select user_id, id, 'bench', 'bench', 15, 'unlimited', 200 from week returning id`,
    [rules],
  )
  const type = rows[0]!.id
  // Five appointments a day, starting half a year ago.
  await pool.query(
    `insert into appointments (type_id, title, user_id, starts_at, ends_at, status, location_kind)
     select $1, 'bench', h.user_id, at, at + interval '30 minutes', 'confirmed', 'meet'
     from booking_hosts h, generate_series(0, $2::int - 1) n,
       lateral (select date_trunc('day', now()) - interval '180 days' + (n / 5) * interval '1 day' + (6 + n % 5 * 2) * interval '1 hour' as at) t`,
    [type, appointments],
  )
  await pool.query('vacuum analyze')

  const today = dayOf(new Date())
  const month = { from: addDays(today, 1), to: addDays(today, 31) }
  const query = new URLSearchParams({ type, duration: '30', ...month })
  const page = async () => {
    const response = await fetch(`${installation.url}/functions/v1/booking-slots?${query.toString()}`, {
      headers: { apikey: installation.serviceKey() },
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return response.json()
  }
  const span = [new Date(Date.parse(month.from)), new Date(Date.parse(month.to))]
  const facts = () => pool.query<{ facts: SlotInput }>('select slot_facts($1, $2, $3) as facts', [type, ...span])
  const { facts: read } = (await facts()).rows[0]!
  const input: SlotInput = { ...read, rules: { ...read.rules, duration: 30 }, now: Date.now() }
  const alone = Array.from({ length: 200 }, () => {
    const began = performance.now()
    freeSlots(input, Number(span[0]), Number(span[1]))
    return performance.now() - began
  })
  print(
    `${appointments} appointments, ${rules} rules, ${input.busy.length} busy times of the month: the slot function median ${share(alone, 0.5).toFixed(1)} ms`,
  )

  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [ours, bare] = [await timesOf(page), await timesOf(facts)]
    ratios.push(share(ours, 0.5) / share(bare, 0.5))
    print(
      `round ${round + 1}, ${connections} connections: a month median ${share(ours, 0.5).toFixed(0)} ms, p99 ${share(ours, 0.99).toFixed(0)} ms; bare SQL median ${share(bare, 0.5).toFixed(0)} ms, p99 ${share(bare, 0.99).toFixed(0)} ms`,
    )
  }
  print(`median × ${share(ratios, 0.5).toFixed(2)} of the bare SQL`)
} finally {
  await pool.end()
  await stop(child)
  installation.remove()
}
