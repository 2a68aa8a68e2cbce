// The job that runs every minute: the clock moves participants in batches, one transaction each, then launches.
import type { AsService } from './sync-launch.server.ts'

/** As of a changed launch: the rows of a batch are locked until it commits. */
const batchSize = 50

export const moveLaunches = (asService: AsService) => async () => {
  let settled: number
  do {
    settled = await asService(async (db) => {
      const { n } = await db.one<{ n: number }>('select settle_launch_participants($1) as n', [batchSize])
      return n
    })
  } while (settled === batchSize)
  await asService((db) => db.query('select move_launches()'))
}
