// Booking a series: its events, activities and messages.
import { expect, test } from 'vitest'
import { makeHost } from '../../../test/booking-host.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { as, typeId, hour } = await makeHost(db)

async function addContact(address: string) {
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('סדרה') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contact!.id, address],
  )
  return contact!.id
}
const book = async (contact: string, starts: readonly string[]) =>
  (
    await db.as<{ id: string }>(as.owner, 'select book_for_contact($1, $2, $3, 60) as id', [typeId, contact, starts])
  ).map(({ id }) => id)
const events = (contact: string) =>
  db.sql<{ type: string; entity_id: string; appointments: string[] | null }>(
    `select type, entity_id, payload -> 'appointments' as appointments from domain_events
     where type like 'appointment.%' and contact_id = $1 order by id`,
    [contact],
  )
const lines = (from: 'contact_timeline' | 'activities', contact: string) =>
  db.as<{ type: string; related_id: string; appointments: number | null }>(
    as.owner,
    `select type, related_id, payload -> 'appointments' as appointments from ${from}
     where type like 'appointment.%' and contact_id = $1 order by happened_at, payload ->> 'starts_at'`,
    [contact],
  )
const type = 'appointment.confirmed'

test('booking a series writes one event and one activity, and a history entry per meeting', async () => {
  const contact = await addContact('one@example.com')
  const all = await book(contact, [hour(1, 38), hour(1, 10), hour(1, 24)])
  const rows = await db.sql<{ id: string }>('select id from appointments where contact_id = $1 order by starts_at', [
    contact,
  ])
  expect(rows.map(({ id }) => id)).toEqual(all)
  expect(await events(contact)).toEqual([{ type, entity_id: all[0], appointments: all }])
  expect(await lines('contact_timeline', contact)).toEqual([{ type, related_id: all[0], appointments: 3 }])
  expect(await lines('activities', contact)).toEqual(
    all.map((id, n) => ({ type, related_id: id, appointments: n === 0 ? 3 : null })),
  )
})

test('a single meeting and another series of the same contact are reported separately', async () => {
  const contact = await addContact('two@example.com')
  const [single] = await book(contact, [hour(2, 9)])
  const first = await book(contact, [hour(2, 10), hour(2, 24)])
  const second = await book(contact, [hour(3, 10), hour(3, 24)])
  expect(await events(contact)).toEqual([
    { type, entity_id: single, appointments: null },
    { type, entity_id: first[0], appointments: first },
    { type, entity_id: second[0], appointments: second },
  ])
})

test('rescheduling one meeting of a series writes its own event and activity', async () => {
  const contact = await addContact('three@example.com')
  const all = await book(contact, [hour(4, 10), hour(4, 24)])
  const [moved] = await db.as<{ id: string }>(as.owner, 'select move_appointment($1, 1, $2, $3) as id', [
    all[1],
    hour(4, 8),
    hour(5, 8),
  ])
  const report = { type: 'appointment.rescheduled', related_id: moved!.id, appointments: null }
  expect((await events(contact)).map(({ type: of, entity_id: id }) => [of, id])).toEqual([
    [type, all[0]],
    [report.type, moved!.id],
  ])
  expect(await lines('contact_timeline', contact)).toEqual([{ type, related_id: all[0], appointments: 2 }, report])
})

test('a series has one confirmation message, and reminders for each meeting', async () => {
  const contact = await addContact('four@example.com')
  const all = await book(contact, [hour(6, 10), hour(6, 24), hour(6, 38)])
  const planned = await db.sql<{ anchor: string; meetings: string[] }>(
    `select r.anchor, array_agg(distinct array_position($1::uuid[], s.context_id)) as meetings
     from scheduled_messages s join message_rules r on r.id = s.rule_id
     where s.context_id = any ($1) and s.status = 'scheduled' and r.anchor in ('series_booked', 'booked', 'starts')
       and s.to_value = 'four@example.com'
     group by r.anchor order by r.anchor`,
    [all],
  )
  expect(planned).toEqual([
    { anchor: 'series_booked', meetings: [1] },
    { anchor: 'starts', meetings: [1, 2, 3] },
  ])
})

test('a series with a taken slot is refused as a whole and reports nothing', async () => {
  const contact = await addContact('five@example.com')
  await book(await addContact('taken@example.com'), [hour(7, 24)])
  await expect(book(contact, [hour(7, 10), hour(7, 24)])).rejects.toMatchObject({ constraint: 'slot_taken' })
  expect(await events(contact)).toEqual([])
  expect(await lines('activities', contact)).toEqual([])
})
