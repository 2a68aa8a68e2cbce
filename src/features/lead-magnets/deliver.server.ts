// Queues the mail with the link of a request, within limits per mailbox: the address may belong to another person.
import type { Db } from '#kernel/postgres/transaction.ts'
import { maxMailsPerDay, maxMailsToAddress } from './lead-magnets.ts'

/** Inserts a delivery, from which triggers schedule its mail; or returns the refusal of a limit. */
export async function deliver(
  db: Db,
  { requestId, email }: { requestId: string; email: string },
): Promise<'queued' | 'mail_just_sent' | 'too_many_mails'> {
  // Advisory lock: concurrent requests must count each other's mails.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`lead magnet mails ${email}`])
  // Includes the mails of deleted requests. A correction deletes a request, but must not reset the limit.
  const sent = await db.one<{ ofRequest: number; toAddress: number; isFresh: boolean }>(
    `select count(*)::int as "ofRequest", coalesce(max(created_at) filter (where email = $2 and stopped_at is null) > now() - interval '1 minute', false) as "isFresh",
       (select count(*)::int from (
         select id from lead_magnet_deliveries where email = $2 and created_at > now() - interval '1 day'
         union
         select s.context_id from messages m join scheduled_messages s on s.id = m.scheduled_id
         where m.to_value = $2 and m.created_at > now() - interval '1 day' and m.error is null
           and s.context_type = 'lead_magnet_delivery') mails) as "toAddress"
     from lead_magnet_deliveries where request_id = $1 and created_at > now() - interval '1 day'`,
    [requestId, email],
  )
  if (sent.isFresh) return 'mail_just_sent'
  if (sent.ofRequest >= maxMailsPerDay || sent.toAddress >= maxMailsToAddress) return 'too_many_mails'
  // clock_timestamp(): of two deliveries in one transaction the second must be later.
  await db.query(
    'insert into lead_magnet_deliveries (request_id, email, created_at) values ($1, $2, clock_timestamp())',
    [requestId, email],
  )
  return 'queued'
}
