// Processes the participants of a launch in batches, one transaction each, with pauses between them.
import { setTimeout as sleep } from 'node:timers/promises'

/** Rows of a batch are locked until it commits, and the pages of their participants write to them. */
export const batchSize = 50

/**
 * Repeats the batch until it returns false. Each pause is as long as the batch took. A release to thousands of
 * participants thus leaves half of the database's time to their pages.
 */
export async function inPacedBatches(batch: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const began = performance.now()
    if (!(await batch())) return
    await sleep(performance.now() - began)
  }
}
