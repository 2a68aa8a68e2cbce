import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()

test('a statement runs as the role of the caller, and policies see who it is', async () => {
  const sub = crypto.randomUUID()
  const [row] = await db.as<{ role: string; uid: string }>(
    { role: 'authenticated', sub },
    'select current_user as role, auth.uid() as uid',
  )
  expect(row).toEqual({ role: 'authenticated', uid: sub })
})

test('after an error the connection is clean and nobody keeps the role', async () => {
  await expect(db.as({ role: 'anon' }, 'create table intruder ()')).rejects.toMatchObject({ code: '42501' })
  const { rows } = await db.authenticator.query('select current_user as role')
  expect(rows).toEqual([{ role: 'authenticator' }])
})
