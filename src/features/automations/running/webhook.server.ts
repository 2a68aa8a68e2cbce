// What the webhook step sends. The outbox has ids and the address: the contact is read as the call leaves.
import { queueMails } from '#kernel/mail/outbox.ts'
import type { Db } from '#kernel/postgres/transaction.ts'

export const webhookChannel = 'webhook'
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
      channel: webhookChannel,
      payload: call,
    },
  ])
  return { webhook: webhook! }
}

/** Undefined once the contact was deleted, merged or erased. A demo sends nothing. */
export async function readWebhookContent(db: Db, { runId, stepId }: WebhookCall): Promise<object | undefined> {
  const [found] = await db.query<{ content: object }>(
    `select jsonb_build_object(
       'automation', jsonb_build_object('id', a.id, 'name', a.name), 'step', $2::text, 'event', r.trigger_type,
       'subject', case when r.subject_id is not null then jsonb_build_object('type', r.subject_type, 'id', r.subject_id) end,
       'contact', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name,
         'email', (select p.value_raw from contact_points p where p.contact_id = c.id and p.kind = 'email' and p.is_primary),
         'phone', (select p.value_norm from contact_points p where p.contact_id = c.id and p.kind = 'phone' and p.is_primary))) as content
     from automation_runs r join automations a on a.id = r.automation_id
     join contacts c on c.id = r.contact_id and c.deleted_at is null and c.merged_into_id is null
     where r.id = $1 and not r.is_demo and not r.is_dry_run and not c.is_demo`,
    [runId, stepId],
  )
  return found?.content
}
