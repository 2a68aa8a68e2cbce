// Job that sends a campaign: freezes the audience, then writes batches into the outbox.
// One transaction per batch: after a crash, whole batches are committed and the next run continues after them.
import type pg from 'pg'
import { messageKey, type MessageSettings, quietUntil } from '#features/messages/messages.ts'
import { enqueue } from '#kernel/jobs/jobs.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import type { Campaign } from './campaigns.ts'
import { type QueuedRecipient, type MessageDependencies, enqueueMessage } from './render-campaign.server.ts'

export type SendCampaignOptions = MessageDependencies & {
  /** Logs in as authenticator. */
  pool: pg.Pool
  /** Messages per transaction. */
  batch?: number
  /** Maximum messages in the outbox: this many may still be delivered after a pause. */
  ahead?: number
  /** Polling interval while the outbox is full. */
  pauseMs?: number
  now?: () => Date
}

export const sendCampaignTask = 'send_campaign'

type Due = Campaign & { isEarly: boolean }

/** The task `send_campaign`. It reschedules itself until every recipient is processed. */
export const sendCampaign =
  ({ pool, batch = 50, ahead = 100, pauseMs = 3000, now = () => new Date(), ...parts }: SendCampaignOptions): Task =>
  async (payload) => {
    const { campaign: id } = payload as { campaign: string }
    await inTransaction(pool, { role: 'service_role' }, async (db) => {
      // Serialised over all campaigns: frequency caps count committed messages only.
      await db.query(`select pg_advisory_xact_lock(hashtextextended('send_campaign', 0))`)
      const again = (afterMs: number) =>
        enqueue(
          db,
          sendCampaignTask,
          { campaign: id },
          { key: `campaign:${id}`, runAt: new Date(Date.now() + afterMs) },
        )
      // The row lock makes a pause wait for the batch in progress.
      const [campaign] = await db.query<Due>(
        `select *, send_at > now() as "isEarly" from campaigns where id = $1 for update`,
        [id],
      )
      if (!campaign || !['scheduled', 'sending'].includes(campaign.status)) return
      if (campaign.isEarly) return again(new Date(campaign.send_at!).getTime() - Date.now())
      if (campaign.status === 'scheduled') await freezeAudience(db, campaign)

      const settings = await db.one<MessageSettings>('select * from message_settings')
      const end = quietUntil(now(), settings)
      await applyQuietHours(db, id, end)
      if (end) return again(end.getTime() - now().getTime())

      const undelivered = await countUndelivered(db, id)
      const recipients = await nextRecipients(db, id, Math.min(batch, ahead - undelivered))
      for (const { why, waitsBecause, waitsUntil, ...to } of recipients) {
        if (why !== null) await skip(db, to, why)
        else if (waitsBecause) await postpone(db, to, waitsBecause, quietUntil(waitsUntil!, settings) ?? waitsUntil!)
        else await enqueueNext(db, campaign, to, parts)
      }
      const { waitMs } = await db.one<{ waitMs: number | null }>(
        `select extract(epoch from min(send_at) - now())::float8 * 1000 as "waitMs"
         from scheduled_messages where context_type = 'campaign' and context_id = $1 and status = 'scheduled'`,
        [id],
      )
      if (waitMs !== null) return again(Math.max(waitMs, recipients.length > 0 ? 0 : pauseMs))
      if ((await countUndelivered(db, id)) > 0) return again(pauseMs)
      await db.query(`update campaigns set status = 'sent', finished_at = now() where id = $1`, [id])
    })
  }

/** Freezes the audience: later subscribers are not added, and each contact is in it once. */
async function freezeAudience(db: Db, { id, list_ids, lifecycles, segments }: Campaign) {
  await db.query(
    `insert into campaign_recipients (campaign_id, contact_id, email, excluded)
     select $1, contact_id, email, excluded from audience_of($2, $3, $4)`,
    [id, list_ids, lifecycles, JSON.stringify(segments)],
  )
  await db.query(
    `insert into scheduled_messages (idempotency_key, contact_id, purpose, template, context_type, context_id)
     select replace($2, '*', contact_id::text), contact_id, 'marketing', 'campaign', 'campaign', campaign_id
     from campaign_recipients where campaign_id = $1 and excluded is null`,
    [id, messageKey('marketing', 'campaign', id, '0', '*')],
  )
  await db.query(`update campaigns set status = 'sending', started_at = now() where id = $1`, [id])
  // Until the next autovacuum the planner would take these rows for a few, and the campaign's screen would wait for seconds.
  await db.query('select analyze_campaigns()')
}

/** During quiet hours nothing is sent, and the campaign shows the end of the pause. */
async function applyQuietHours(db: Db, id: string, end: Date | undefined) {
  await db.query('update campaigns set held_until = $2 where id = $1 and held_until is distinct from $2', [
    id,
    end ?? null,
  ])
  await db.query(
    `update scheduled_messages set status = $2
     where context_type = 'campaign' and context_id = $1 and status = $3 and send_at <= now()`,
    [id, ...(end ? ['held_quiet', 'scheduled'] : ['scheduled', 'held_quiet'])],
  )
}

/** Messages in the outbox that are not delivered yet. */
async function countUndelivered(db: Db, id: string) {
  const { n } = await db.one<{ n: number }>(
    `select count(*)::int as n from scheduled_messages where context_type = 'campaign' and context_id = $1 and status = 'sending'`,
    [id],
  )
  return n
}

/** `why` skips the recipient for good; `waitsBecause` and `waitsUntil` only postpone. */
type RecipientState = QueuedRecipient & { why: string | null; waitsBecause: Cap | null; waitsUntil: Date | null }
type Cap = 'daily_cap' | 'weekly_cap'

/**
 * The next recipients, each with the current reason to skip or postpone: consent may have changed since the audience was frozen. A
 * recipient over a frequency cap is postponed, for at most a week after the campaign started.
 */
async function nextRecipients(db: Db, id: string, most: number): Promise<RecipientState[]> {
  if (most <= 0) return []
  // Locks the contacts, so that a concurrent merge commits before their consent is read.
  await db.query(
    `select from contacts where id in (
       select contact_id from scheduled_messages
       where context_type = 'campaign' and context_id = $1 and status = 'scheduled' and send_at <= now() order by id limit $2)
     order by id for key share`,
    [id, most],
  )
  return db.query<RecipientState>(
    `select s.id as "scheduledId", s.contact_id as "contactId", r.email, c.first_name as "firstName",
       coalesce(
         nullif(r.excluded, 'same_address'),
         (select 'same_address' where exists (
           select from messages m join scheduled_messages o on o.id = m.scheduled_id
           where o.context_type = 'campaign' and o.context_id = $1 and m.contact_id = s.contact_id)),
         advertising_block_reason(s.contact_id, r.email),
         case when enough.until > k.started_at + interval '7 days' then enough.why end) as why,
       enough.why as "waitsBecause", enough.until as "waitsUntil",
       (select max(g.at) from consents g where g.contact_id = s.contact_id and g.value_norm = r.email
          and g.channel = 'email' and g.purpose = 'marketing' and g.action = 'grant') as "consentedAt"
     from scheduled_messages s
     join campaigns k on k.id = s.context_id
     join campaign_recipients r on r.campaign_id = s.context_id and r.contact_id = s.contact_id
     join contacts c on c.id = s.contact_id
     cross join lateral frequency_cap(s.contact_id, r.email) enough
     where s.context_type = 'campaign' and s.context_id = $1 and s.status = 'scheduled' and s.send_at <= now()
     order by s.id limit $2 for update of s`,
    [id, most],
  )
}

async function enqueueNext(db: Db, campaign: Campaign, to: QueuedRecipient, parts: MessageDependencies) {
  await db.query(`update scheduled_messages set status = 'sending', waits_because = null where id = $1`, [
    to.scheduledId,
  ])
  await enqueueMessage(db, campaign, to, parts)
}

const skip = (db: Db, { scheduledId }: QueuedRecipient, why: string) =>
  db.query(`update scheduled_messages set status = 'skipped', skip_reason = $2 where id = $1`, [scheduledId, why])

const postpone = (db: Db, { scheduledId }: QueuedRecipient, because: Cap, until: Date) =>
  db.query('update scheduled_messages set send_at = $3, waits_because = $2 where id = $1', [
    scheduledId,
    because,
    until,
  ])
