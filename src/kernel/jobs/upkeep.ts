// Once a day: what nobody will ask for again goes.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Task } from './runner.ts'

/** `prune` answers how many went. It gets the connections of the login worker; whoever needs other rights brings their own. */
export type Chore = { what: string; prune: (worker: pg.Pool) => Promise<number> }

/** The task that does one chore after the other. One that fails keeps no other from being done, and the task comes again. */
export const upkeep =
  (chores: readonly Chore[], log: Pick<FastifyBaseLogger, 'info' | 'error'>): Task =>
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
