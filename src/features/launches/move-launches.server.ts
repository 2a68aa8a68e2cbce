// The job that runs every minute: applies due changes to participants and launches, announces opened contents and
// offers free seats.
import type { Db } from '#kernel/postgres/transaction.ts'
import { batchSize, inPacedBatches } from './paced-batches.ts'
import type { AsService } from './sync-launch.server.ts'

/**
 * `isQuiet`: whether quiet hours delay service messages. Seats are not offered then, because they may be taken before
 * the mail is sent.
 */
export const moveLaunches = (asService: AsService, isQuiet: (db: Db) => Promise<boolean>) => async () => {
  const isFull = (statement: string) => () =>
    asService(async (db) => (await db.one<{ n: number }>(statement, [batchSize])).n === batchSize)
  await inPacedBatches(isFull('select settle_launch_participants($1) as n'))
  await asService((db) => db.query('select move_launches()'))
  await inPacedBatches(isFull('select private.announce_launch_contents($1) as n'))
  await inPacedBatches(isFull('select private.announce_launch_carts($1) as n'))
  await asService(async (db) => {
    if (!(await isQuiet(db))) await db.query('select private.offer_launch_seats()')
  })
}
