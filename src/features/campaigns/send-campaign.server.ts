// Job that sends a campaign: freezes the audience, then writes batches into the outbox. One transaction per batch:
// after a crash, whole batches are committed and the next run continues after them.
import type pg from 'pg'
import { type ComposedMail, type DueMessage, messageKey, type Scope } from '#features/messages/messages.ts'
import { enqueue } from '#kernel/jobs/jobs.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import type { Campaign } from './campaigns.ts'
import { type MessageDependencies, composeCampaignMessage } from './render-campaign.server.ts'

/** Sends the due messages of a scope, and returns the end of quiet hours. Implemented by the message sender. */
type SendBatch = (
  db: Db,
  batch: {
    scope: Scope
    most: number
    now: Date
    compose: (db: Db, message: DueMessage) => Promise<ComposedMail>
  },
) => Promise<{ until: Date | undefined; handled: number }>

export type SendCampaignOptions = MessageDependencies & {
  /** Connects as authenticator. */
  pool: pg.Pool
  sendBatch: SendBatch
  /** Messages per transaction. */
  batch?: number
  /** Maximum number of messages in the outbox: this many may still be delivered after a pause. */
  ahead?: number
  /** Polling interval while the outbox is full. */
  pauseMs?: number
  now?: () => Date
}

export const sendCampaignTask = 'send_campaign'

/** Polling interval during quiet hours while the outbox is not empty. */
const heldPauseMs = 60_000

type Due = Campaign & { isEarly: boolean }

/** The task `send_campaign`. It reschedules itself until every recipient is processed. */
export const sendCampaign =
  ({
    pool,
    sendBatch,
    batch = 50,
    ahead = 100,
    pauseMs = 3000,
    now = () => new Date(),
    ...parts
  }: SendCampaignOptions): Task =>
  async (payload) => {
    const { campaign: id } = payload as { campaign: string }
    await inTransaction(pool, { role: 'service_role' }, async (db) => {
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

      const { until, handled } = await sendBatch(db, {
        scope: { type: 'campaign', id },
        most: Math.min(batch, ahead - (await countUndelivered(db, id))),
        now: now(),
        compose: (tx, message) => composeCampaignMessage(tx, campaign, message, parts),
      })
      const undelivered = await countUndelivered(db, id)
      // During quiet hours the campaign shows when they end, unless every message is already sent.
      const heldUntil = until && (undelivered > 0 || (await hasUnwritten(db, id))) ? until : undefined
      await db.query('update campaigns set held_until = $2 where id = $1 and held_until is distinct from $2', [
        id,
        heldUntil ?? null,
      ])
      if (heldUntil) {
        const restMs = heldUntil.getTime() - now().getTime()
        // Mails in delivery when the quiet hours began may be the last ones.
        return again(undelivered > 0 ? Math.min(restMs, heldPauseMs) : restMs)
      }

      const { waitMs } = await db.one<{ waitMs: number | null }>(
        `select extract(epoch from min(send_at) - now())::float8 * 1000 as "waitMs"
         from scheduled_messages where context_type = 'campaign' and context_id = $1 and status = 'scheduled'`,
        [id],
      )
      if (waitMs !== null) return again(Math.max(waitMs, handled > 0 ? 0 : pauseMs))
      if (undelivered > 0) return again(pauseMs)
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
    `insert into scheduled_messages (idempotency_key, contact_id, purpose, context_type, context_id, to_value)
     select replace($2, '*', contact_id::text), contact_id, 'marketing', 'campaign', campaign_id, email
     from campaign_recipients where campaign_id = $1 and excluded is null`,
    [id, messageKey('marketing', 'campaign', id, '0', '*')],
  )
  await db.query(`update campaigns set status = 'sending', started_at = now() where id = $1`, [id])
  // Without new statistics the planner would underestimate these rows until the next autovacuum. The campaign's screen
  // would then take seconds.
  await db.query('select analyze_campaigns()')
}

/** Messages in the outbox that are not delivered yet. */
async function countUndelivered(db: Db, id: string) {
  const { n } = await db.one<{ n: number }>(
    `select count(*)::int as n from scheduled_messages where context_type = 'campaign' and context_id = $1 and status = 'sending'`,
    [id],
  )
  return n
}

/** Whether messages of the campaign are not in the outbox yet. */
async function hasUnwritten(db: Db, id: string) {
  const { has } = await db.one<{ has: boolean }>(
    `select exists (
       select from scheduled_messages where context_type = 'campaign' and context_id = $1 and status in ('scheduled', 'held_quiet')) as has`,
    [id],
  )
  return has
}
