// Several schedules per host: each type uses its own or the default one.
import { expect, test } from 'vitest'
import { makeHost } from '../../../../test/booking-host.ts'
import { testDatabase } from '../../../../test/database.ts'

const db = await testDatabase()
const { ids, as, typeId, book, hour, change } = await makeHost(db)
const [usual] = await db.sql<{ id: string }>('select id from schedules where user_id = $1', [ids.coach])
const add = (name: string, claims = as.coach, host = ids.coach) =>
  db.as<{ id: string }>(claims, `select add_schedule($1, $2, 'Asia/Jerusalem', $3) as id`, [host, name, usual!.id])
const rulesOf = async (id: string) => (await db.sql('select from schedule_rules where schedule_id = $1', [id])).length

test('a new schedule copies the hours of another one, and only types that chose it use it', async () => {
  const [added] = await add('ערבים')
  expect(await rulesOf(added!.id)).toBe(7)
  await db.sql('delete from schedule_rules where schedule_id = $1', [added!.id])
  expect((await book(hour(9))).status).toBe(201)
  await change(`schedule_id = '${added!.id}'`)
  expect((await book(hour(11))).status).toBe(409)
  await change('schedule_id = null')
  // Ids are random: the oldest schedule is the default.
  await Promise.all(Array.from({ length: 6 }, (_, i) => add(`לוח ${i}`)))
  await db.sql('delete from schedule_rules where schedule_id <> $1', [usual!.id])
  expect((await book(hour(11))).status).toBe(201)
})

test('only a schedule that is neither the default nor used by a type can be deleted', async () => {
  const [added] = await add('זמני')
  const remove = (id: string) => db.as(as.coach, 'delete from schedules where id = $1', [id])
  await expect(remove(usual!.id)).rejects.toMatchObject({ message: 'usual_schedule' })
  await change(`schedule_id = '${added!.id}'`)
  await expect(remove(added!.id)).rejects.toMatchObject({ constraint: 'schedule_of_another_host' })
  await change('schedule_id = null')
  await remove(added!.id)
  expect(await db.sql('select from schedules where id = $1', [added!.id])).toEqual([])
  expect(await db.sql('select from appointment_types where id = $1', [typeId])).toHaveLength(1)
})

test('a coach can add schedules only for themselves', async () => {
  await db.as(as.owner, 'select start_hosting($1, $2)', [ids.owner, 'michal'])
  await expect(add('זר', as.coach, ids.owner)).rejects.toMatchObject({ code: '42501' })
  // The hours of another host are not copied.
  const [added] = await add('שלי', as.owner, ids.owner)
  expect(await rulesOf(added!.id)).toBe(0)
})

test('deleting a host deletes their schedules', async () => {
  await db.sql('delete from booking_hosts where user_id = $1', [ids.owner])
  expect(await db.sql('select from schedules where user_id = $1', [ids.owner])).toEqual([])
})
