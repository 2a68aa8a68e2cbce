// Renders the messages of a process and its stages.
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'

type Parts = { renderMail: RenderMail; siteUrl: string }

/** Names the completed stage and the next one. The last stage has no such message. */
export const composeStageCompleted =
  ({ renderMail, siteUrl }: Parts) =>
  async (db: Db, { contextId, to, firstName }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
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

/** Names the stage that was opened for the client. */
export const composeStageOpened =
  ({ renderMail, siteUrl }: Parts) =>
  async (db: Db, { contextId, to, firstName }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [facts] = await db.query<{ stageName: string }>(
      'select stage_name as "stageName" from stage_message_facts($1)',
      [contextId],
    )
    if (!facts) return { skip: 'entity_changed' }
    return renderMail({
      kind: 'stage_opened',
      to,
      values: { firstName: firstName ?? '', stageName: facts.stageName },
      link: `${siteUrl}/client-portal`,
    })
  }

/** Names the returned document and the reason, and links to its stage. */
export const composeDocumentReturned =
  ({ renderMail, siteUrl }: Parts) =>
  async (db: Db, { contextId, to, firstName }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [facts] = await db.query<{ name: string; reason: string; stage: string }>(
      'select name, reason, stage_instance_id as stage from stage_document_message_facts($1)',
      [contextId],
    )
    if (!facts) return { skip: 'entity_changed' }
    return renderMail({
      kind: 'document_returned',
      to,
      values: { firstName: firstName ?? '', documentName: facts.name, reason: facts.reason },
      link: `${siteUrl}/client-portal/process/${facts.stage}`,
    })
  }

export const composeClientIdle =
  ({ renderMail, siteUrl }: Parts) =>
  (_db: Db, { to, firstName }: DueMessage): Promise<ComposedMail> =>
    renderMail({ kind: 'client_idle', to, values: { firstName: firstName ?? '' }, link: `${siteUrl}/client-portal` })

export const composeAnniversary =
  ({ renderMail }: Pick<Parts, 'renderMail'>) =>
  (_db: Db, { to, firstName }: DueMessage): Promise<ComposedMail> =>
    renderMail({ kind: 'process_anniversary', to, values: { firstName: firstName ?? '' } })
