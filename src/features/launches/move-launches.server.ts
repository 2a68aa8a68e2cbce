// The job that runs every minute: the clock moves participants, then launches, then the events of what opened are emitted.
import { batchSize, inPacedBatches } from './paced-batches.ts'
import type { AsService } from './sync-launch.server.ts'

export const moveLaunches = (asService: AsService) => async () => {
  const isFull = (statement: string) => () =>
    asService(async (db) => (await db.one<{ n: number }>(statement, [batchSize])).n === batchSize)
  await inPacedBatches(isFull('select settle_launch_participants($1) as n'))
  await asService((db) => db.query('select move_launches()'))
  await inPacedBatches(isFull('select private.announce_launch_contents($1) as n'))
  await inPacedBatches(isFull('select private.announce_launch_carts($1) as n'))
}
