import type { Db } from '#kernel/postgres/transaction.ts'

/** Whether the caller has the role client. Staff do not count. */
export const isClient = async (db: Db) => (await db.one<{ may: boolean }>(`select has_role('client') as may`)).may
