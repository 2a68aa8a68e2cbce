import type pg from 'pg'

/**
 * Deletes jobs 90 days after their last attempt failed: graphile-worker never removes them. The pool is of the login worker. Returns their
 * number.
 */
export async function pruneJobs(pool: pg.Pool): Promise<number> {
  // A failed attempt sets run_at to the time of the next one, also if it was the last.
  const { rowCount } = await pool.query(
    `delete from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_at is null and run_at < now() - interval '90 days'`,
  )
  return rowCount ?? 0
}
