import type pg from 'pg'

/** Forgets challenges and factors without a first code from before yesterday. Answers how many rows went. */
export async function pruneFactors(pool: pg.Pool): Promise<number> {
  const challenges = await pool.query(`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`)
  const factors = await pool.query(
    `delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'`,
  )
  return (challenges.rowCount ?? 0) + (factors.rowCount ?? 0)
}
