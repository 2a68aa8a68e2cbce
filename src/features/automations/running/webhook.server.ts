// The request of the webhook step. The outbox stores ids and the URL: the contact is read when the request is sent.
import { bulkPriority } from '#kernel/jobs/jobs.ts'
import { queueMails } from '#kernel/mail/outbox.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { webhookChannel } from '../automations.ts'

export const webhookPurpose = 'webhook'

export type WebhookCall = { url: string; runId: string; stepId: string }

export async function queueWebhook(db: Db, call: WebhookCall): Promise<{ webhook: string }> {
  const [webhook] = await queueMails(db, [
    {
      to: new URL(call.url).hostname,
      subject: '',
      html: '',
      text: '',
      purpose: webhookPurpose,
      // A slow receiver must not delay messages of higher priority.
      priority: bulkPriority,
      queue: webhookChannel,
      channel: webhookChannel,
      payload: call,
    },
  ])
  return { webhook: webhook! }
}

/**
 * The request body, or the reason for sending no request: a deleted contact, a run that ended early, or an archived
 * automation. For a demo or dry run `content` is undefined: no request is sent, and no refusal is logged.
 */
export async function readWebhookContent(
  db: Db,
  { runId, stepId }: WebhookCall,
): Promise<{ refused: string } | { content: object | undefined }> {
  const [found] = await db.query<{ refused: string | null; isSilent: boolean; content: object }>(
    `select case when c.id is null then 'contact_gone' when a.status = 'archived' then 'automation_archived'
       else private.run_refusal(r.id) end as refused, r.is_demo or r.is_dry_run or coalesce(c.is_demo, false) as "isSilent",
     jsonb_build_object(
       'automation', jsonb_build_object('id', a.id, 'name', a.name), 'step', $2::text, 'event', r.trigger_type,
       'subject', case when r.subject_id is not null then jsonb_build_object('type', r.subject_type, 'id', r.subject_id) end,
       'contact', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name,
         'email', (select p.value_raw from contact_points p where p.contact_id = c.id and p.kind = 'email' and p.is_primary),
         'phone', (select p.value_norm from contact_points p where p.contact_id = c.id and p.kind = 'phone' and p.is_primary))) as content
     from automation_runs r join automations a on a.id = r.automation_id
     left join contacts c on c.id = r.contact_id and c.deleted_at is null and c.merged_into_id is null
     where r.id = $1`,
    [runId, stepId],
  )
  if (!found) return { refused: 'contact_gone' }
  if (found.isSilent) return { content: undefined }
  return found.refused === null ? { content: found.content } : { refused: found.refused }
}
