import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { as } = await makeActors(db)

test.each([
  ['see the providers', `select from gateway_settings where provider = 'cardcom'`, 'owner admin'],
  [
    'choose a provider',
    `update gateway_settings set is_chosen = true where provider = 'cardcom' returning *`,
    'owner admin',
  ],
  ['write a terminal', `update gateway_settings set terminal = '1' where provider = 'cardcom' returning *`, 'no role'],
  ['read the keys', `select from gateway_secrets.keys`, 'no role'],
  ['call keys_of', `select gateway_secrets.keys_of('cardcom')`, 'no role'],
])('only the expected roles can %s', async (_what, sql, actor) => {
  expect(await whoMay(db, as, sql)).toBe(actor)
})

test('at most one provider is chosen', async () => {
  const selected = async () =>
    (await db.sql<{ provider: string }>('select provider from gateway_settings where is_chosen')).map(
      ({ provider }) => provider,
    )
  await db.as(as.owner, `select choose_gateway('cardcom')`)
  await db.as(as.owner, `select choose_gateway('payplus')`)
  expect(await selected()).toEqual(['payplus'])
  await db.as(as.sales, `select choose_gateway('manual')`)
  expect(await selected()).toEqual(['payplus'])
  await db.as(as.owner, 'select choose_gateway(null)')
  expect(await selected()).toEqual([])
})
