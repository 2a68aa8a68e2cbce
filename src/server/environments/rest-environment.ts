// Settings of rest/v1: exposed schemas, query limits, and hooks around each request.
import { z } from 'zod'
import type { RestOptions } from '#kernel/rest/rest.ts'
import { flag, list, integerWithin } from '../env-parsers.ts'

const names = (fallback: string) => list.transform((entries) => (entries.length > 0 ? entries : fallback.split(',')))

export const restEnvironment = {
  PGRST_DB_SCHEMAS: names('public'),
  PGRST_DB_EXTRA_SEARCH_PATH: names('public,extensions'),
  PGRST_DB_MAX_ROWS: integerWithin(1, 1_000_000, 1000),
  PGRST_DB_AGGREGATES_ENABLED: flag.default(false),
  PGRST_DB_PLAN_ENABLED: flag.default(false),
  PGRST_DB_TX_END: z
    .enum(
      ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'],
      'has to be commit, commit-allow-override, rollback or rollback-allow-override',
    )
    .default('commit'),
  PGRST_DB_PRE_REQUEST: z
    .string()
    .regex(/^[^.]+(\.[^.]+)?$/, 'has to name a function, like private.check_request')
    .optional(),
  PGRST_OPENAPI_MODE: z
    .enum(
      ['follow-privileges', 'ignore-privileges', 'disabled'],
      'has to be follow-privileges, ignore-privileges or disabled',
    )
    .default('follow-privileges'),
}

export const restSettingsOf = (env: z.infer<z.ZodObject<typeof restEnvironment>>) =>
  ({
    schemas: env.PGRST_DB_SCHEMAS,
    extraSearchPath: env.PGRST_DB_EXTRA_SEARCH_PATH,
    maxRows: env.PGRST_DB_MAX_ROWS,
    allowAggregates: env.PGRST_DB_AGGREGATES_ENABLED,
    allowPlans: env.PGRST_DB_PLAN_ENABLED,
    txEnd: env.PGRST_DB_TX_END,
    openApi: env.PGRST_OPENAPI_MODE,
    ...(env.PGRST_DB_PRE_REQUEST !== undefined && { preRequest: env.PGRST_DB_PRE_REQUEST }),
  }) satisfies Partial<RestOptions>
