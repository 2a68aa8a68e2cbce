import { randomBytes } from 'node:crypto'
import type { Db } from '#kernel/postgres/transaction.ts'

/** A key of 144 bits. Only its hash is stored. */
export const newToken = () => randomBytes(18).toString('base64url')

export async function openLink(db: Db, registrationId: string): Promise<string> {
  const token = newToken()
  await db.query('insert into webinar_links (token_hash, registration_id) values (link_hash($1), $2)', [
    token,
    registrationId,
  ])
  return token
}
