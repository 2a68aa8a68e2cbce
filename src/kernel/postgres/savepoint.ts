import type { Db } from './transaction.ts'

/** Runs work in a savepoint, whose failure does not abort the transaction. Returns whether it succeeded. */
export async function withinSavepoint(db: Db, work: () => Promise<unknown>): Promise<boolean> {
  await db.query('savepoint attempt')
  try {
    await work()
    await db.query('release savepoint attempt')
    return true
  } catch {
    await db.query('rollback to savepoint attempt')
    return false
  }
}
