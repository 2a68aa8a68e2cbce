import { expect, test } from 'vitest'
import { makeHost } from '../../../test/booking-host.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { exportAppointments } from './export-appointments.server.ts'

const db = await testDatabase()
const { ids, as, book, hour } = await makeHost(db)
const { call, tokens } = await testKernel(db, { functions: [exportAppointments] })

const booked = async (at: string, person: Record<string, string>) => {
  const { body } = await book(at, person)
  return String(body['appointmentId'])
}
const [dana, noa, past] = [
  await booked(hour(9), { name: 'דנה לבנון', email: 'dana@example.com', phone: '050-0000021' }),
  await booked(hour(9, 3), { name: 'נועה פרץ', email: 'noa@example.com', phone: '050-0000022' }),
  await booked(hour(9, 4), { name: 'רון שמש', email: 'ron@example.com', phone: '050-0000023' }),
]
const [first, second] = [hour(9), hour(9, 3)].map((at) => at.slice(0, 10))
await db.sql(
  `update appointments set status = 'no_show', no_show = 'client', starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1`,
  [past],
)
await db.sql(`update appointments set status = 'pending', decide_by = now() + interval '1 day' where id = $1`, [noa])

const listed = (filter: object, by: 'owner' | 'coach' | 'content' = 'owner') =>
  db
    .as(
      as[by],
      'select id from filtered_appointments(jsonb_populate_record(null::appointment_filter, $1)) order by starts_at',
      [filter],
    )
    .then((rows) => rows.map((row) => (row as { id: string }).id))

test.each([
  ['ahead', [dana, noa]],
  ['undecided', [noa]],
  ['past', [past]],
  ['no_show', [past]],
  ['ended', []],
  ['all', [past, dana, noa]],
])('the tab %s lists the appointments of its statuses', async (shown, ids) => {
  expect((await listed({ shown })).toSorted()).toEqual(ids.toSorted())
})

test('the list is searched by name, e-mail address and phone number in local format', async () => {
  for (const query of ['לבנון', 'DANA@', '050-0000021'])
    expect(await listed({ shown: 'all', query }), query).toEqual([dana])
  expect(await listed({ shown: 'all', query: '%' })).toEqual([])
})

test('the date filter uses days in Israel and includes its last day', async () => {
  expect(await listed({ shown: 'ahead', from_day: first, until_day: first })).toEqual([dana])
  expect(await listed({ shown: 'ahead', from_day: second })).toEqual([noa])
})

test('the list is filtered by host and type, and is empty for users without access to contacts', async () => {
  expect(await listed({ shown: 'ahead', hosts: [ids.owner] })).toEqual([])
  expect(await listed({ shown: 'ahead', hosts: [ids.coach] }, 'coach')).toHaveLength(2)
  expect(await listed({ shown: 'all' }, 'content')).toEqual([])
})

test('the filtered list is exported as a file and logged, for owners only', async () => {
  const send = async (by: 'owner' | 'sales') =>
    call(
      'POST',
      '/functions/v1/export-appointments',
      { format: 'csv', filter: { shown: 'ahead', query: 'לבנון' } },
      await tokens.sign({ ...as[by], aud: 'authenticated' }, 600),
    )
  const [head, line, rest] = (await send('owner')).payload.slice(1).trimEnd().split('\r\n')
  expect(head).toMatch(/^תאריך,שעה,עד,סוג הפגישה,מצב,עם,שם,טלפון,דוא״ל,/)
  expect(line).toContain('היכרות,מאושר,coach,דנה לבנון,050-000-0021,dana@example.com')
  expect(rest).toBeUndefined()
  expect(await db.sql(`select list, row_count, by from exports`)).toEqual([
    { list: 'appointments', row_count: 1, by: ids.owner },
  ])
  expect((await send('sales')).statusCode).toBe(403)
})
