import { randomBytes } from 'node:crypto'
import type { Db } from '#kernel/postgres/transaction.ts'

/** A 144-bit token. Only its hash is stored. */
export const newToken = () => randomBytes(18).toString('base64url')

type LinkOptions = { isOfBrowser?: boolean }

export async function openLink(
  db: Db,
  registrationId: string,
  { isOfBrowser = false }: LinkOptions = {},
): Promise<string> {
  const token = newToken()
  await db.query(
    'insert into webinar_links (token_hash, registration_id, is_of_browser) values (link_hash($1), $2, $3)',
    [token, registrationId, isOfBrowser],
  )
  return token
}
