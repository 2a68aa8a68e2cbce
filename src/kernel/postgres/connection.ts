import pg from 'pg'
import { DirectClient } from './direct-client.ts'

/** The database logins. Each API of the kernel has its own, with minimal rights. */
export const logins = [
  'postgres', // migrations only
  'authenticator', // rest, functions: owns nothing, switches to the caller's role
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_realtime_admin', // reads the change feed
  'worker',
] as const
export type Login = (typeof logins)[number]

/** The connection config of a login, for the embedded or an external database. */
export type Connect = (login: Login) => pg.ClientConfig

/**
 * A pool whose connections pipeline their statements.
 * An 'error' event without a listener would end the process, so every connection has one.
 */
export function openPool(config: pg.ClientConfig, size: number): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max: size,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    Client: DirectClient,
  } as pg.PoolConfig)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
