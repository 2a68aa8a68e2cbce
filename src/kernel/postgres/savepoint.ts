import type { Db } from './as-role.ts'

/** Does something that may fail without undoing the rest of the transaction. Answers whether it was done. */
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
