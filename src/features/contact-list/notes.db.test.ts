import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

const [person] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)
await db.sql(
  `insert into activities (type, contact_id, payload) values
     ('note', $1, '{"text": "דיברנו על קרן ההשתלמות וה\\"פנסיה\\" של שניהם"}'), ('note', $1, '{"text": "אין מה להוסיף"}')`,
  [person!.id],
)
const find = (query: string, claims = as.owner) =>
  db.as<{ contact_id: string; words: string }>(claims, 'select * from search_notes($1)', [query])

test.each(['קרן השתלמות', 'פנסיה שניהם', 'דִּיבַּרְנוּ'])('searching notes for "%s" finds the note', async (query) => {
  expect(await find(query)).toMatchObject([{ contact_id: person!.id }])
})

test.each(['משכנתא', '%', ''])('searching notes for "%s" finds none', async (query) => {
  expect(await find(query)).toEqual([])
})

test('a coach finds notes of their own contacts only; users without a role and the content role find none', async () => {
  for (const claims of [as.coach, as.stranger, as.content, as.client]) expect(await find('פנסיה', claims)).toEqual([])
  expect(await db.as(as.content, `select * from found_note_ids('פנסיה', 5)`)).toEqual([])
  await db.sql('update contacts set owner_id = $1', [ids.coach])
  expect(await find('פנסיה', as.coach)).toHaveLength(1)
})

test('notes of contacts in the bin do not displace others', async () => {
  const [binned] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, deleted_at) values ('בסל', now()) returning id`,
  )
  await db.sql(
    `insert into activities (type, contact_id, payload) select 'note', $1, '{"text": "דיברנו על הפנסיה"}' from generate_series(1, 5)`,
    [binned!.id],
  )
  expect(await find('פנסיה')).toMatchObject([{ contact_id: person!.id }])
})

test('a deleted note is not found', async () => {
  await db.sql(`update activities set deleted_at = now() where payload ->> 'text' like 'דיברנו%'`)
  expect(await find('פנסיה')).toEqual([])
})
