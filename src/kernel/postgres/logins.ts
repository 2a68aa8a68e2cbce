import pg from 'pg'
import { type Login, logins } from './connection.ts'
import { scramVerifier } from './scram.ts'

export type Passwords = Record<Login, string>

/**
 * Transaction-level lock: PostgreSQL refuses concurrent changes of one role, which nodes that start together would
 * make.
 */
export const passwordLock = 'select pg_advisory_xact_lock(7264)'

/** Sets the passwords of the logins, except the superuser's, which is in use. */
export async function setPasswords(config: pg.ClientConfig, passwords: Passwords) {
  const client = new pg.Client(config)
  await client.connect()
  try {
    const ours = logins.filter((login) => login !== 'postgres')
    const statements = ours.map((login) => `alter role ${login} password '${scramVerifier(passwords[login])}'`)
    await client.query([passwordLock, ...statements].join(';'))
  } finally {
    await client.end()
  }
}
