// Invitations by registrants: a link to share, which reveals only the inviter's first name.
import type { Db } from '#kernel/postgres/transaction.ts'
import { newToken } from './tokens.server.ts'

const maxInvites = 20

/** Returns the token; undefined if the registration has reached its limit of invitations. */
export async function addInvite(db: Db, registrationId: string): Promise<string | undefined> {
  const invite = newToken()
  const invites = await db.query(
    `insert into webinar_invites (token_hash, webinar_id, invited_by, registration_id)
     select link_hash($1), r.webinar_id, split_part(r.name, ' ', 1), r.id from webinar_registrations r
     where r.id = $2 and (select count(*) from webinar_invites i where i.registration_id = r.id) < $3 returning token_hash`,
    [invite, registrationId, maxInvites],
  )
  return invites.length > 0 ? invite : undefined
}
