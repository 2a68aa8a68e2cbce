import type pg from 'pg'

const atOnce = 1000

/**
 * Deletes outbox rows: 30 days after they were sent, 90 days after creation if they never were.
 * The pool is of the login worker. Returns the number of deleted rows.
 */
export async function pruneMail(pool: pg.Pool): Promise<number> {
  for (let deletedCount = 0; ;) {
    const { rowCount } = await pool.query(
      `delete from mail.outbox where id in (
         select id from mail.outbox
         where sent_at < now() - interval '30 days' or (sent_at is null and created_at < now() - interval '90 days')
         limit $1)`,
      [atOnce],
    )
    deletedCount += rowCount ?? 0
    if ((rowCount ?? 0) < atOnce) return deletedCount
  }
}
