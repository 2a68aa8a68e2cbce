// Daily maintenance: deletes expired rows and files.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Task } from './runner.ts'

/** `prune` returns the number of deleted rows. It gets the worker's pool; chores with other rights bring their own. */
export type MaintenanceTask = { what: string; prune: (worker: pg.Pool) => Promise<number> }

/** Runs the chores in order. A failure does not stop the others, and the task is retried. */
export const upkeep =
  (chores: readonly MaintenanceTask[], log: Pick<FastifyBaseLogger, 'info' | 'error'>): Task =>
  async (_payload, { pool }) => {
    const failures: unknown[] = []
    for (const { what, prune } of chores) {
      try {
        const gone = await prune(pool)
        if (gone > 0) log.info({ what, gone }, 'upkeep')
      } catch (error) {
        log.error({ what, err: error }, 'upkeep failed')
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${chores.length} chores failed`)
  }
