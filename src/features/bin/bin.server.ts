import type { Db } from '#kernel/postgres/transaction.ts'

/** Purges records deleted more than thirty days ago, in batches of one transaction each, so that locks are short. */
export async function emptyBin(asService: <T>(work: (db: Db) => Promise<T>) => Promise<T>): Promise<void> {
  let deletedCount: number
  do {
    deletedCount = (await asService((db) => db.one<{ gone: number }>('select empty_bin() as gone'))).gone
  } while (deletedCount > 0)
}
