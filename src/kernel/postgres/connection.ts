import pg from 'pg'
import { DirectClient } from './direct-client.ts'

/** The database logins of one installation. Each surface of the kernel has its own, with no more rights than its work needs. */
export const logins = [
  'postgres', // migrations only
  'authenticator', // rest, functions: owns nothing, becomes the caller
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_realtime_admin', // reads the change feed
  'worker',
] as const
export type Login = (typeof logins)[number]

/** Where the database is, per login. Embedded or given by DATABASE_URL: the rest of the kernel cannot tell. */
export type Connect = (login: Login) => pg.ClientConfig

/**
 * A pool whose connections pipeline their statements.
 * A connection that dies while checked out would end the process unless somebody listens, so each gets a listener of its own.
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
