import type pg from 'pg'

/**
 * Deletes jobs 90 days after their last attempt failed: graphile-worker never removes them. The pool is of the login worker. Returns their
 * number.
 */
export async function pruneJobs(pool: pg.Pool): Promise<number> {
  // run_at approximates the last failure: each failed attempt, the last one included, sets it to the next attempt.
  const { rowCount } = await pool.query(
    `delete from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_at is null and run_at < now() - interval '90 days'`,
  )
  return rowCount ?? 0
}
