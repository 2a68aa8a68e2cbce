// Renders the reminder of an invitation, with its own link; only the token hash is stored.
import { randomBytes } from 'node:crypto'
import { hashKey } from '#lib/hash-key.ts'
import { type RenderMail, validFor } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { invitationPath } from './client-invitations.ts'

type Parts = { renderMail: RenderMail; siteUrl: string }
type Added = { contact_id: string; first_name: string; seconds_left: number }

export const composeInvitationReminder =
  ({ renderMail, siteUrl }: Parts) =>
  async (db: Db, { contextId, to }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const token = randomBytes(16).toString('base64url')
    const [added] = await db.query<Added>('select * from add_invitation_link($1, $2)', [contextId, hashKey(token)])
    if (!added) return { skip: 'entity_changed' }
    return renderMail({
      kind: 'client_invite_reminder',
      to,
      values: { firstName: added.first_name, validFor: validFor(added.seconds_left) },
      link: `${siteUrl}${invitationPath(added.contact_id, token)}`,
    })
  }
