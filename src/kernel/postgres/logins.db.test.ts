import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { logins } from './connection.ts'
import { passwordLock, type Passwords, setPasswords } from './logins.ts'
import { scramVerifier } from './scram.ts'

const db = await testDatabase()

test('a login works with its password sent as a SCRAM verifier, and the plain text never reaches the server', async () => {
  await db.sql(`create role scram_trial login password '${scramVerifier('the-right-one')}'`)
  try {
    const opens = async (password: string) => {
      const client = new pg.Client({ ...db.connect('postgres'), user: 'scram_trial', password })
      await client.connect()
      await client.end()
    }
    await opens('the-right-one')
    await expect(opens('another-one')).rejects.toMatchObject({ code: '28P01' })
  } finally {
    await db.sql('drop role scram_trial')
  }
})

test('two processes that start concurrently set the passwords one after the other', async () => {
  // Logins are shared with other tests of this server, so their passwords must not change.
  const { password } = db.login
  const passwords = Object.fromEntries(logins.map((login) => [login, password])) as Passwords
  const other = new pg.Client(db.connect('postgres'))
  await other.connect()
  try {
    await other.query(`begin; ${passwordLock}; alter role worker password '${scramVerifier(password)}'`)
    const setting = setPasswords(db.connect('postgres'), passwords)
    await eventually(async () =>
      expect(
        await db.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      ).toHaveLength(1),
    )
    await Promise.all([setting, other.query('commit')])
  } finally {
    await other.end()
  }
})
