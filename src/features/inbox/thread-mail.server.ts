// Renders the notification of unread messages. Their text is shown only behind its link, which accepts one reply.
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'

type MakeReplyLink = (
  db: Db,
  link: { kind: 'message'; entityId: string; contactId: string; address: string },
) => Promise<string | undefined>
type Parts = { renderMail: RenderMail; makeActionLink: MakeReplyLink }

export const composeThreadMail =
  ({ renderMail, makeActionLink }: Parts) =>
  async (db: Db, { contextId, contactId, to, firstName }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const { message } = await db.one<{ message: string | null }>('select first_unread_message($1, $2) as message', [
      contextId,
      contactId,
    ])
    const link =
      message && contactId
        ? await makeActionLink(db, { kind: 'message', entityId: message, contactId, address: to })
        : undefined
    if (!link) return { skip: 'entity_changed' }
    return renderMail({ kind: 'portal_message', to, values: { firstName: firstName ?? '' }, link })
  }
