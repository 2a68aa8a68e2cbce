// ready-features: the claimable features that are set up in this installation.
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import type { SetUpFeature } from './claims.ts'

export type ReadinessChecks = Readonly<Record<SetUpFeature, (db: Db) => Promise<boolean>>>

/** The checks are injected, because features are a higher layer. */
export const readyFeatures = (checks: ReadinessChecks) =>
  defineFunction({
    name: 'ready-features',
    caller: 'anyone',
    as: 'service', // visitors cannot read the settings
    input: z.object({}),
    output: z.array(z.string()),
    async run({ db }) {
      const ready: string[] = []
      for (const [feature, isReady] of Object.entries(checks)) if (await isReady(db)) ready.push(feature)
      return ready
    },
  })
