import { expect, test } from 'vitest'
import { makeHost } from '../../../test/booking-host.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as, typeId, hour } = await makeHost(db)
const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('הצעה') returning id`)
const starts = [hour(11), hour(9), hour(10)]
const log = (by: keyof typeof as, of: readonly string[] = starts) =>
  db.as(as[by], 'select log_proposed_slots($1, $2, $3)', [contact!.id, typeId, of])
const lines = () =>
  db.sql<{ payload: { starts: string[] } }>(
    `select actor_id, title_cache, payload from activities where contact_id = $1 and type = 'appointment.proposed' order by happened_at`,
    [contact!.id],
  )

test('proposed slots are one activity, in order, however often the message is copied', async () => {
  await Promise.all([log('sales'), log('sales')])
  await log('sales', starts.toReversed())
  expect(await lines()).toMatchObject([{ actor_id: ids.sales, title_cache: 'שיחת היכרות' }])
  const [line] = await lines()
  expect(line!.payload.starts.map((start) => new Date(start).toISOString())).toEqual(starts.toSorted())
  await log('sales', [hour(12)])
  expect(await lines()).toHaveLength(2)
})

test('a coach without access to the contact, a visitor, and a proposal without slots log nothing', async () => {
  const before = await lines()
  await expect(log('coach')).rejects.toThrow('contact_gone')
  await expect(log('visitor')).rejects.toThrow('permission denied')
  await expect(log('sales', [])).rejects.toThrow('slot_not_offered')
  expect(await lines()).toEqual(before)
})
