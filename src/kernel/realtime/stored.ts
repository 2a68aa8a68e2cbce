// Messages of private topics that are kept for those who come later.
import type pg from 'pg'
import type { Broadcast } from './frames.ts'

const longestTtlSeconds = 72 * 60 * 60
const mostReplayed = 25

/** For how long to keep a message, as the client asks: true, or {ttl} in seconds. Null when it asks for something that is neither. */
export function readPersist(persist: unknown): { ttlSeconds: number } | undefined | null {
  if (persist === undefined || persist === null || persist === false) return undefined
  if (persist === true) return { ttlSeconds: longestTtlSeconds }
  if (typeof persist !== 'object') return null
  const { ttl = longestTtlSeconds } = persist as { ttl?: unknown }
  return Number.isInteger(ttl) && Number(ttl) >= 1 && Number(ttl) <= longestTtlSeconds
    ? { ttlSeconds: Number(ttl) }
    : null
}

/** Keeps a message that was sent on a private topic; answers its id, or undefined when its JSON is none that PostgreSQL can hold. */
export async function keep(pool: pg.Pool, topic: string, broadcast: Broadcast, ttlSeconds: number) {
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
    // 22…: a zero character, half a character, a number beyond all bounds.
    if ((error as { code?: string }).code?.startsWith('22')) return undefined
    throw error
  }
}

/** What was said on a private topic since then, the oldest first. */
export async function replay(pool: pg.Pool, topic: string, { since, limit }: { since: number; limit: number }) {
  const { rows } = await pool.query<{
    id: string
    event: string
    payload: string | null
    binary_payload: Buffer | null
  }>('select * from realtime.stored_messages($1, $2, $3)', [
    topic,
    new Date(since),
    Math.min(Math.max(limit, 1), mostReplayed),
  ])
  return rows.map(({ id, event, payload, binary_payload: bytes }): Broadcast & { meta: { id: string } } => {
    const meta = { id, replayed: true as const }
    return bytes ? { event, bytes, meta } : { event, json: payload ?? '{}', meta }
  })
}

/** Takes messages away that nobody can be told any more: after 72 hours, or when their own time is over. Answers how many. */
export async function pruneMessages(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pruned: number }>('select realtime.prune_messages() as pruned')
  return rows[0]!.pruned
}
