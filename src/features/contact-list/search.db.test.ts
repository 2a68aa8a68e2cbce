import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

async function person(first: string, last: string, phone?: string, email?: string) {
  const [row] = await db.sql<{ id: string }>(
    'insert into contacts (first_name, last_name) values ($1, $2) returning id',
    [first, last],
  )
  for (const [kind, value] of [
    ['phone', phone],
    ['email', email],
  ])
    if (value)
      await db.sql(
        `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, $2, $3::text, $3::text)`,
        [row!.id, kind, value],
      )
  return row!.id
}
await person('נָעֳמִי', 'גולדשטיין', '+972501234567', 'noomi_g@example.com')
await person('יוסי', 'כהן־צדק', '+972529876543')
await person('צה״ל', 'עמותה')
await person('Anna', 'Lévy', '+14155550100')

async function find(query: string, claims = as.owner) {
  const rows = await db.as<{ full_name: string }>(claims, 'select full_name from search_contacts($1)', [query])
  return rows.map(({ full_name }) => full_name)
}

const cases: [typed: string, name: string][] = [
  ['נעמי', 'נָעֳמִי גולדשטיין'],
  ['נָעֳמִי', 'נָעֳמִי גולדשטיין'],
  ['גולדשטיין נעמי', 'נָעֳמִי גולדשטיין'],
  ['גולדש', 'נָעֳמִי גולדשטיין'],
  ['גולדשטין', 'נָעֳמִי גולדשטיין'],
  ['גולדשטיינ', 'נָעֳמִי גולדשטיין'],
  ['גולדשטיים', 'נָעֳמִי גולדשטיין'],
  ['לגולדשטיין', 'נָעֳמִי גולדשטיין'],
  ['ולנעמי', 'נָעֳמִי גולדשטיין'],
  ['כהן צדק', 'יוסי כהן־צדק'],
  ['כהן-צדק', 'יוסי כהן־צדק'],
  ['צהל', 'צה״ל עמותה'],
  ['צה"ל', 'צה״ל עמותה'],
  ['levy', 'Anna Lévy'],
  ['050-123-4567', 'נָעֳמִי גולדשטיין'],
  ['0501234567', 'נָעֳמִי גולדשטיין'],
  ['+972 (0)50 123 4567', 'נָעֳמִי גולדשטיין'],
  ['00972501234567', 'נָעֳמִי גולדשטיין'],
  ['972-50-1234567', 'נָעֳמִי גולדשטיין'],
  ['4567', 'נָעֳמִי גולדשטיין'],
  ['+1 415 555 0100', 'Anna Lévy'],
  ['noomi_g@', 'נָעֳמִי גולדשטיין'],
  ['NOOMI_G@EXAMPLE.COM', 'נָעֳמִי גולדשטיין'],
]
test.each(cases)('searching contacts for "%s" finds %s', async (typed, name) => {
  expect(await find(typed)).toEqual([name])
})

test.each(['שולמית', '0509999999', '   ', '%', '_', `' or true --`, '\\'])(
  'searching contacts for "%s" finds none',
  async (typed) => {
    expect(await find(typed)).toEqual([])
  },
)

test('search returns only contacts visible to the caller, also by id', async () => {
  expect(await find('נעמי', as.coach)).toEqual([])
  expect(await find('נעמי', as.stranger)).toEqual([])
  expect(await db.as(as.coach, `select * from found_contact_ids('נעמי', 10)`)).toEqual([])
  await db.sql(`update contacts set owner_id = $1 where last_name = 'גולדשטיין'`, [ids.coach])
  expect(await find('נעמי', as.coach)).toEqual(['נָעֳמִי גולדשטיין'])
})

test('a name is removed from the search index with the last contact that has it', async () => {
  const id = await person('זלמן', 'אורבוך')
  const indexedWords = () => db.sql(`select word from name_words where word in ('זלמנ', 'אורבוכ')`)
  expect(await indexedWords()).toHaveLength(2)
  await db.sql(`update contacts set first_name = 'חיים' where id = $1`, [id])
  expect(await indexedWords()).toEqual([{ word: 'אורבוכ' }])
  await db.sql('delete from contacts where id = $1', [id])
  expect(await indexedWords()).toEqual([])
})

test('no client role can read the name index', async () => {
  await expect(db.as(as.owner, 'select * from name_words')).rejects.toThrow('permission denied')
})
