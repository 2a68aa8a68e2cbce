// Settings of realtime/v1: the change source and the limits per client.
import { z } from 'zod'
import type { Limits } from '#kernel/realtime/limits.ts'
import { integerWithin } from '../env-parsers.ts'

export const realtimeEnvironment = {
  REALTIME_CHANGES: z.enum(['auto', 'log', 'triggers'], 'has to be auto, log or triggers').default('auto'),
  TENANT_MAX_CONCURRENT_USERS: integerWithin(1, 1_000_000, 10_000),
  TENANT_MAX_CHANNELS_PER_CLIENT: integerWithin(1, 10_000, 100),
  TENANT_MAX_JOINS_PER_SECOND: integerWithin(1, 1_000_000, 100),
  TENANT_MAX_EVENTS_PER_SECOND: integerWithin(1, 1_000_000, 100),
  TENANT_MAX_BYTES_PER_SECOND: integerWithin(1000, 1_000_000_000, 100_000),
}

/** Upstream counts these per project; here the last four are per socket. */
export const realtimeLimitsOf = (env: Record<Exclude<keyof typeof realtimeEnvironment, 'REALTIME_CHANGES'>, number>) =>
  ({
    sockets: env.TENANT_MAX_CONCURRENT_USERS,
    channelsPerSocket: env.TENANT_MAX_CHANNELS_PER_CLIENT,
    joinsPerSecond: env.TENANT_MAX_JOINS_PER_SECOND,
    messagesPerSecond: env.TENANT_MAX_EVENTS_PER_SECOND,
    bytesPerSecond: env.TENANT_MAX_BYTES_PER_SECOND,
  }) satisfies Partial<Limits>
