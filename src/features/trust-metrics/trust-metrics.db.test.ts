import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { as, ids } = await makeActors(db)
const figure = (value: string, more = '') =>
  `insert into trust_figures (value, label, source, measured_on ${more && ', ' + more.split('=')[0]})
   values ('${value}', 'משפחות', 'ספירה', '2026-01-01' ${more && ', ' + more.split('=')[1]}) returning *`

test('visitors can read published metrics, and site editors can write them', async () => {
  expect(await whoMay(db, as, figure('1'))).toBe('owner admin content')
  await db.sql(figure('212'))
  await db.sql(figure('7', 'is_shown=false'))
  const everyone = 'visitor stranger owner admin coach sales content client'
  expect(await whoMay(db, as, `select from trust_figures where value = '212'`)).toBe(everyone)
  expect(await whoMay(db, as, `select from trust_figures where value = '7'`)).toBe('owner admin content')
  expect(await whoMay(db, as, `update trust_figures set value = '213' returning *`)).toBe('owner admin content')
  expect(await whoMay(db, as, `delete from trust_figures returning *`)).toBe('owner admin content')
})

test('a metric without a number, a source or a past date is refused', async () => {
  await expect(db.sql(figure('הרבה'))).rejects.toMatchObject({ constraint: 'figure_value_length' })
  await expect(db.sql(figure('9').replace('ספירה', ''))).rejects.toMatchObject({ constraint: 'figure_source_length' })
  await expect(db.sql(figure('9').replace('2026-01-01', '2999-01-01'))).rejects.toMatchObject({
    constraint: 'figure_of_the_future',
  })
})

test('a demo metric is shown only on the demo site', async () => {
  await db.sql(figure('55', 'is_demo=true'))
  const seen = `select from trust_figures where value = '55'`
  expect(await whoMay(db, as, seen)).toBe('owner admin content')
  await db.sql('insert into business_profiles (user_id, is_demo) values ($1, true)', [ids.owner])
  expect(await whoMay(db, as, seen)).toContain('visitor')
})
