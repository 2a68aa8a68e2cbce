import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const person = async (first: string, owner: string | null = null, home: string | null = null) =>
  (
    await db.sql<{ id: string }>(
      `insert into contacts (first_name, last_name, owner_id, household_id) values ($1, 'לדוגמה', $2, $3) returning id`,
      [first, owner, home],
    )
  )[0]!.id
const join = (actor: keyof typeof as, ...people: string[]) =>
  db.as<{ id: string; name: string }>(as[actor], 'select id, name from join_household($1)', [people])
const homeOf = async (contact: string) =>
  (await db.sql<{ household_id: string | null }>('select household_id from contacts where id = $1', [contact]))[0]!
    .household_id

test('two people without a home get one of their family’s name, and a third moves in', async () => {
  const [noa, dor, child] = [await person('נועה'), await person('דור'), await person('גל')]
  const [home] = await join('sales', noa, dor)
  expect(home).toMatchObject({ name: 'משפחת לדוגמה' })
  expect((await join('sales', child, noa))[0]).toMatchObject({ id: home!.id })
  expect([await homeOf(noa), await homeOf(dor), await homeOf(child)]).toEqual([home!.id, home!.id, home!.id])
})

test('two homes do not become one by accident, and one person is no household', async () => {
  const [a, b, c, d] = [await person('א'), await person('ב'), await person('ג'), await person('ד')]
  await join('owner', a, b)
  await join('owner', c, d)
  await expect(join('owner', a, c)).rejects.toMatchObject({ message: 'in_two_households' })
  await expect(join('owner', a, a)).rejects.toMatchObject({ message: 'household_needs_two' })
})

test('a coach joins people of their own and nobody else', async () => {
  const [hers, alsoHers, others] = [await person('א', ids.coach), await person('ב', ids.coach), await person('ג')]
  await expect(join('coach', hers, others)).rejects.toMatchObject({ message: 'household_needs_two' })
  await join('coach', hers, alsoHers)
  expect(await homeOf(hers)).toBe(await homeOf(alsoHers))
})

test('who gets which letters of a home is one of the known kinds', async () => {
  const noa = await person('נועה')
  await expect(
    db.as(as.owner, `update contacts set home_mail = '{everything}' where id = $1`, [noa]),
  ).rejects.toMatchObject({ constraint: 'unknown_home_mail' })
})
