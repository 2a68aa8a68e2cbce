// Saved messages of private topics, replayed to clients that join later.
import type pg from 'pg'
import type { Broadcast } from './frames.ts'

const maxTtlSeconds = 72 * 60 * 60
const maxReplayed = 25

/** The retention a client requests: true, or {ttl} in seconds. Null when the request is invalid. */
export function parsePersist(persist: unknown): { ttlSeconds: number } | undefined | null {
  if (persist === undefined || persist === null || persist === false) return undefined
  if (persist === true) return { ttlSeconds: maxTtlSeconds }
  if (typeof persist !== 'object') return null
  const { ttl = maxTtlSeconds } = persist as { ttl?: unknown }
  return Number.isInteger(ttl) && Number(ttl) >= 1 && Number(ttl) <= maxTtlSeconds ? { ttlSeconds: Number(ttl) } : null
}

/** Saves a message of a private topic. Resolves with its id, or undefined when PostgreSQL cannot store its JSON. */
export async function saveMessage(pool: pg.Pool, topic: string, broadcast: Broadcast, ttlSeconds: number) {
  const { event } = broadcast
  const [json, bytes] = 'json' in broadcast ? [broadcast.json, null] : [null, broadcast.bytes]
  try {
    const { rows } = await pool.query<{ id: string }>('select realtime.store_message($1, $2, $3, $4, $5) as id', [
      topic,
      event,
      json,
      bytes,
      ttlSeconds,
    ])
    return rows[0]!.id
  } catch (error) {
    // 22…: a zero byte, a lone surrogate, or a number out of range.
    if ((error as { code?: string }).code?.startsWith('22')) return undefined
    throw error
  }
}

/** The messages of a private topic since then, oldest first. */
export async function readHistory(pool: pg.Pool, topic: string, { since, limit }: { since: number; limit: number }) {
  const { rows } = await pool.query<{
    id: string
    event: string
    payload: string | null
    binary_payload: Buffer | null
  }>('select * from realtime.stored_messages($1, $2, $3)', [
    topic,
    new Date(since),
    Math.min(Math.max(limit, 1), maxReplayed),
  ])
  return rows.map(({ id, event, payload, binary_payload: bytes }): Broadcast & { meta: { id: string } } => {
    const meta = { id, replayed: true as const }
    return bytes ? { event, bytes, meta } : { event, json: payload ?? '{}', meta }
  })
}

/** Deletes messages older than 72 hours or past their own expiry. Resolves with the number deleted. */
export async function pruneMessages(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pruned: number }>('select realtime.prune_messages() as pruned')
  return rows[0]!.pruned
}
