import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { inTransaction } from './transaction.ts'
import { withinSavepoint } from './savepoint.ts'

const db = await testDatabase()

test('a failure inside a savepoint rolls back only the savepoint', async () => {
  await db.sql('create table noted (word text not null)')
  const done = await inTransaction(db.owner, undefined, async (within) => {
    await within.query(`insert into noted values ('before')`)
    const failed = await withinSavepoint(within, async () => {
      await within.query(`insert into noted values ('lost')`)
      await within.query('insert into noted values (null)')
    })
    const held = await withinSavepoint(within, () => within.query(`insert into noted values ('retained')`))
    return [failed, held]
  })
  expect(done).toEqual([false, true])
  expect(await db.sql('select word from noted order by word')).toEqual([{ word: 'before' }, { word: 'retained' }])
})
