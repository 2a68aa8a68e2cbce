// Renders the message about a finished stage.
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, NotRendered } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'

type Parts = { renderMail: RenderMail; siteUrl: string }

/** Names the finished stage and the next one. After the last stage there is no next one, and no such message. */
export const composeStageCompleted =
  ({ renderMail, siteUrl }: Parts) =>
  async (db: Db, { contextId, to, firstName }: DueMessage): Promise<ComposedMail | NotRendered> => {
    const [facts] = await db.query<{ stageName: string; nextStageName: string | null }>(
      'select stage_name as "stageName", next_name as "nextStageName" from stage_message_facts($1)',
      [contextId],
    )
    if (!facts?.nextStageName) return { skip: 'entity_changed' }
    const { stageName, nextStageName } = facts
    return renderMail({
      kind: 'stage_completed',
      to,
      values: { firstName: firstName ?? '', stageName, nextStageName },
      link: `${siteUrl}/client-portal`,
    })
  }
