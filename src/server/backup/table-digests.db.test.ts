import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { digestAtRestorePoint } from './table-digests.ts'

const db = await testDatabase()

test('if PostgreSQL has only one connection left, checksums fail and leave it free', async () => {
  const [role, password] = [`digests_${randomBytes(4).toString('hex')}`, 'for-tests-only']
  const sessions = () => db.sql('select from pg_stat_activity where usename = $1', [role])
  await db.sql(`create role ${role} login password '${password}' connection limit 1`)
  await db.sql(`grant connect on database ${db.login.database} to ${role}`)
  try {
    const config = { ...db.connect('postgres'), user: role, password }
    await expect(digestAtRestorePoint(config)).rejects.toThrow('too many connections for role')
    await expect.poll(sessions).toEqual([])
  } finally {
    await db.sql(`revoke connect on database ${db.login.database} from ${role}`)
    await db.sql(`drop role ${role}`)
  }
})
