import type pg from 'pg'

/** Deletes challenges and unverified factors that are older than a day. Returns the number of deleted rows. */
export async function pruneFactors(pool: pg.Pool): Promise<number> {
  const challenges = await pool.query(`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`)
  const factors = await pool.query(
    `delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'`,
  )
  return (challenges.rowCount ?? 0) + (factors.rowCount ?? 0)
}
