// Re-encrypts values of earlier keys with the current key.
import type pg from 'pg'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import type { SealFor } from './sealing.server.ts'

/** A column of sealed values. Each module that has one declares it, and `server/sealed-columns.ts` lists it. */
export type SealedColumn = {
  /** Schema-qualified. */
  table: string
  column: string
  /** The primary key. */
  key: readonly [string, ...string[]]
  /** Column with the owner of the value. */
  owner: string
  purpose: string
}

type Row = { owner: string; sealed: Buffer; [key: `key${number}`]: string }

const batchSize = 500

/**
 * Returns the number of re-encrypted values. Values of unknown keys are skipped. Each batch is a separate transaction, so an interrupted
 * run continues at the next start. `pool` logs in as the owner of the tables.
 */
export async function resealAll(pool: pg.Pool, sealFor: SealFor, columns: readonly SealedColumn[]): Promise<number> {
  let total = 0
  for (const column of columns) {
    let after: string[] | undefined
    do {
      // oxlint-disable-next-line no-loop-func -- runs before the next turn
      const batch = await inTransaction(pool, undefined, (db) => resealBatch(db, sealFor, { ...column, after }))
      total += batch.resealed
      after = batch.last
    } while (after)
  }
  return total
}

type Batch = SealedColumn & { after: string[] | undefined }

async function resealBatch(db: Db, sealFor: SealFor, { table, column, key, owner, purpose, after }: Batch) {
  const seal = sealFor(purpose)
  const keyColumns = key.map((name, i) => `${name}::text as key${i}`).join(', ')
  const rows = await db.query<Row>(
    `select ${keyColumns}, ${owner}::text as owner, ${column} as sealed from ${table}
     where substring(${column} from 2 for 4) <> $1 ${after ? `and (${key.join(', ')}) > (${numbered(key, 2)})` : ''}
     order by ${key.join(', ')} limit ${batchSize} for update`,
    [seal.keyId, ...(after ?? [])],
  )
  let resealed = 0
  for (const row of rows) {
    const content = seal.open(row.owner, row.sealed)
    if (content === undefined) continue
    await db.query(`update ${table} set ${column} = $1 where (${key.join(', ')}) = (${numbered(key, 2)})`, [
      seal.close(row.owner, content),
      ...keyOf(row, key),
    ])
    resealed++
  }
  const last = rows.length === batchSize ? keyOf(rows.at(-1)!, key) : undefined
  return { resealed, last }
}

const numbered = (key: readonly string[], first: number) => key.map((_, i) => `$${first + i}`).join(', ')
const keyOf = (row: Row, key: readonly string[]) => key.map((_, i) => row[`key${i}`]!)
