import type pg from 'pg'

/**
 * Checks that the database responds within the limit. Concurrent callers share one query, because the health endpoint
 * is public.
 */
export function databaseCheck(pool: pg.Pool, limitMs: number): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  async function ask() {
    const { promise: timeout, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, limitMs, false)
    const query = pool.query('select').then(
      () => true,
      () => false,
    )
    return Promise.race([query, timeout]).finally(() => clearTimeout(timer))
  }
  return () => (asking ??= ask().finally(() => (asking = undefined)))
}
