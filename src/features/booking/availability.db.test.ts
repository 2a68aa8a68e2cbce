// The availability data of a host that the slot function reads.
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { makeHost } from '../../../test/booking-host.ts'
import { testDatabase } from '../../../test/database.ts'
import { findSlots } from './host-page.server.ts'

const db = await testDatabase()
const { ids, as, typeId, book, change } = await makeHost(db)
await change(`window_kind = 'unlimited', min_notice_min = 0`)

/** A Sunday some weeks ahead, and days of that week. */
const sunday = (() => {
  const day = addDays(dayOf(new Date()), 21)
  return addDays(day, (7 - new Date(day).getUTCDay()) % 7)
})()
const [tuesday, thursday] = [addDays(sunday, 2), addDays(sunday, 4)]
const noonOf = (day: string) => `${day}T10:00:00.000Z`

const freeOn = async (day: string) => {
  const { days } = await findSlots(
    (work) => inTransaction(db.authenticator, { role: 'service_role' }, work),
    async () => 'none',
    { type: typeId, duration: 60, from: day, to: day, zone: 'UTC' },
  )
  return days.flatMap(({ starts }) => starts)
}

beforeEach(async () => {
  await db.sql('delete from appointments')
  await db.sql('delete from time_off')
  await db.sql('delete from school_breaks')
})

test('a weekly cap counts the appointments of the whole week even when a single day is requested', async () => {
  await change('max_per_week = 1')
  expect((await book(noonOf(sunday))).status).toBe(201)
  expect(await freeOn(addDays(sunday, 5))).toEqual([])
  expect(await freeOn(addDays(sunday, 8))).not.toEqual([])
  await change('max_per_week = null')
})

test('school breaks close days only for hosts who enabled them', async () => {
  await db.sql(`insert into school_breaks (name, from_on, until_on) values ('חופש', $1, $1)`, [tuesday])
  await db.sql('update booking_hosts set block_school_breaks = true')
  expect(await freeOn(tuesday)).not.toContain(noonOf(tuesday))
  expect(await freeOn(thursday)).toContain(noonOf(thursday))
  await db.sql('update booking_hosts set block_school_breaks = false')
  expect(await freeOn(tuesday)).toContain(noonOf(tuesday))
})

test('the call buttons of the site link to the introductory call of the first host, also after a second host starts', async () => {
  const path = () => db.sql('select call_booking_path() as path')
  expect(await path()).toEqual([{ path: '/book/hila/hekerut' }])
  await db.as(as.owner, 'select start_hosting($1, $2)', [ids.owner, 'michal'])
  expect(await path()).toEqual([{ path: '/book/hila/hekerut' }])
})

test('call buttons without an appointment type are not linked to a host who starts later', async () => {
  await db.sql('update booking_settings set call_type_id = null')
  await db.as(as.sales, 'select start_hosting($1, $2)', [ids.sales, 'dana'])
  expect(await db.sql('select call_booking_path() as path')).toEqual([{ path: null }])
})

test('time off, hours and holds of another host have no effect', async () => {
  await db.as(as.owner, 'select start_hosting($1, $2)', [ids.owner, 'michal'])
  await db.sql('insert into time_off (user_id, starts_at, ends_at) values ($1, $2, $3)', [
    ids.owner,
    `${tuesday}T00:00Z`,
    `${thursday}T00:00Z`,
  ])
  await db.sql(
    `insert into slot_holds (user_id, type_id, starts_at, ends_at, token_hash)
     select user_id, id, $1, $1::timestamptz + interval '1 hour', repeat('a', 64) from appointment_types where user_id = $2 limit 1`,
    [noonOf(tuesday), ids.owner],
  )
  expect(await freeOn(tuesday)).toContain(noonOf(tuesday))
  // A type without its own schedule uses the host's default hours.
  const schedules = await db.sql<{ id: string; user_id: string }>('select id, user_id from schedules')
  for (const { id, user_id: host } of schedules)
    await db.sql('update schedule_rules set end_local = $2 where schedule_id = $1', [
      id,
      host === ids.coach ? '24:00' : '09:30',
    ])
  const coachSchedule = schedules.find(({ user_id: host }) => host === ids.coach)!.id
  await change('schedule_id = null')
  expect(await freeOn(tuesday)).toContain(noonOf(tuesday))
  await db.sql('update appointment_types set schedule_id = $2 where id = $1', [typeId, coachSchedule])
})

test('windows of an override must be ordered, non-overlapping and not reversed', async () => {
  const save = (windows: object[]) =>
    db.sql(
      `insert into schedule_overrides (schedule_id, day, windows) select schedule_id, $1, $2 from appointment_types where id = $3
       on conflict (schedule_id, day) do update set windows = excluded.windows`,
      [thursday, JSON.stringify(windows), typeId],
    )
  const invalid = [
    [
      { start: '09:00', end: '12:00' },
      { start: '11:00', end: '13:00' },
    ],
    [
      { start: '14:00', end: '15:00' },
      { start: '09:00', end: '10:00' },
    ],
    [{ start: '10:00', end: '10:00' }],
    [{ start: '10:00' }],
  ]
  for (const windows of invalid) await expect(save(windows)).rejects.toThrow('override_windows_invalid')
  await save([
    { start: '09:00', end: '12:00' },
    { start: '12:00', end: '13:00' },
  ])
})
