// Links to an order. Only token hashes are stored.
import { randomBytes } from 'node:crypto'
import type { Db } from '#kernel/postgres/transaction.ts'

/** Without `expiresAt` the link is valid as long as the order exists. */
export async function addLink(db: Db, orderId: string, expiresAt?: Date): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await db.query('insert into order_links (token_hash, order_id, expires_at) values (link_hash($1), $2, $3)', [
    token,
    orderId,
    expiresAt ?? null,
  ])
  return token
}
