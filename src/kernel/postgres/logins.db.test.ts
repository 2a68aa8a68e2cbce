import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
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
