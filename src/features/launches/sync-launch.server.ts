// The job that follows a change of a launch: its participants and its waiting list are brought up to date in batches, one transaction each.
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'

const Payload = z.object({ launch: z.uuid() })
/** Rows of a batch are locked until it commits, and the pages of their participants write to them: a quarter of a second at most. */
const batchSize = 50

type AsService = <T>(work: (db: Db) => Promise<T>) => Promise<T>

export const syncLaunch = (asService: AsService) => async (payload: unknown) => {
  const { launch } = Payload.parse(payload)
  for (const batch of ['sync_launch_batch', 'sync_launch_waiting_batch'] as const)
    await syncAll(asService, batch, launch)
}

async function syncAll(asService: AsService, name: 'sync_launch_batch' | 'sync_launch_waiting_batch', launch: string) {
  let after: string | null = null
  do {
    after = await asService(async (db): Promise<string | null> => {
      const [batch] = await db.query<{ last: string | null }>(`select ${name}($1, $2, $3) as last`, [
        launch,
        after,
        batchSize,
      ])
      return batch?.last ?? null
    })
  } while (after !== null)
}
