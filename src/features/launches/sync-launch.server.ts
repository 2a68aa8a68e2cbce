// The job that updates participants and the waiting list after a launch or one of its contents changed.
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { batchSize, inPacedBatches } from './paced-batches.ts'

/** `content`: the changed content; if it is missing, the launch changed. */
const Payload = z.object({ launch: z.uuid(), content: z.uuid().nullish() })

export type AsService = <T>(work: (db: Db) => Promise<T>) => Promise<T>

export const syncLaunch = (asService: AsService) => async (payload: unknown) => {
  const { launch, content = null } = Payload.parse(payload)
  await syncAll(asService, 'select sync_launch_batch($1, $2, $3, $4) as last', [launch, content])
  if (content === null) await syncAll(asService, 'select sync_launch_waiting_batch($1, $2, $3) as last', [launch])
}

/** Repeats the statement, with the launch, the last id and the batch size, until it returns no last id. */
async function syncAll(asService: AsService, statement: string, [launch, ...more]: [string, ...(string | null)[]]) {
  let after: string | null = null
  await inPacedBatches(async () => {
    after = await asService(async (db): Promise<string | null> => {
      const [batch] = await db.query<{ last: string | null }>(statement, [launch, after, batchSize, ...more])
      return batch?.last ?? null
    })
    return after !== null
  })
}
