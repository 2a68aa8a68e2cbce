// Pools of a database for tests and benches, and statements as its owner or as a caller.
import type pg from 'pg'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { asRole, type Claims } from '#kernel/postgres/transaction.ts'

export type TestDatabase = ReturnType<typeof openDatabase>

/** `as` runs one statement as a caller under row-level security; `sql` runs as the owner, for setup and inspection. */
export function openDatabase({ host, password, database }: { host: string; password: string; database: string }) {
  const connect: Connect = (login) => ({ host, user: login, password, database })
  const owner = openPool(connect('postgres'), 2)
  const authenticator = openPool(connect('authenticator'), 4)
  return {
    login: { host, password, database },
    connect,
    owner,
    authenticator,
    async sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
      return (await owner.query<Row>(text, values)).rows
    },
    async as<Row>(claims: Claims, text: string, values?: unknown[]) {
      const [result] = await asRole(authenticator, claims, [{ text, ...(values && { values }) }])
      return result!.rows as Row[]
    },
    close: () => Promise.all([owner.end(), authenticator.end()]),
  }
}
