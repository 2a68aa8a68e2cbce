import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()

test('a new opportunity stands in the first stage of the default pipeline', async () => {
  const [contact] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, last_name) values ('נועה', 'לדוגמה') returning id`,
  )
  const [card] = await db.sql(`insert into opportunities (name, contact_id) values ('ליווי משפחתי', $1) returning *`, [
    contact!.id,
  ])
  expect(card).toMatchObject({ stage: 'new', status: 'open', rank: '500000000000', version: 1 })
})
