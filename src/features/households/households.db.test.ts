import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id
const noa = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [ids.coach])
const phone = (value: string, isMain: boolean) =>
  id(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'phone', $2, $2, $3) returning id`,
    [noa, value, isMain],
  )
const first = await phone('+972500000011', true)
const second = await phone('+972500000012', false)
const main = async () =>
  (await db.sql<{ id: string }>('select id from contact_points where contact_id = $1 and is_primary', [noa])).map(
    (point) => point.id,
  )

test.each([['owner'], ['admin'], ['coach'], ['sales']] as const)(
  'the role %s can change the primary phone number',
  async (actor) => {
    for (const point of [second, first]) {
      await db.as(as[actor], 'select make_primary_point($1)', [point])
      expect(await main()).toEqual([point])
    }
  },
)

test.each([['content'], ['client'], ['stranger']] as const)(
  'the role %s cannot change the primary phone number',
  async (actor) => {
    await expect(db.as(as[actor], 'select make_primary_point($1)', [second])).rejects.toMatchObject({
      message: 'point_gone',
    })
    expect(await main()).toEqual([first])
  },
)

test('an unknown mail preference of a household member is refused', async () => {
  await expect(
    db.as(as.owner, `update contacts set home_mail = '{everything}' where id = $1`, [noa]),
  ).rejects.toMatchObject({ constraint: 'unknown_home_mail' })
})
