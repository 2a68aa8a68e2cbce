// The job that sends a campaign: freezes whom it goes to, then writes batch after batch into the outbox. Every batch is one transaction,
// so a process that dies in the middle leaves behind whole batches, and the next one begins where they end.
import type pg from 'pg'
import { messageKey, type MessageSettings, quietUntil } from '#features/messages/messages.ts'
import { enqueue } from '#kernel/jobs/jobs.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import { type Db, inTransaction } from '#kernel/postgres/as-role.ts'
import type { Campaign } from './campaigns.ts'
import { type Addressee, type LetterParts, postLetter } from './letters.server.ts'

export type SendingParts = LetterParts & {
  /** Of the login authenticator. */
  pool: pg.Pool
  /** Letters written in one transaction. */
  batch?: number
  /** Letters that may wait in the outbox at most: so many may still go out after a pause. */
  ahead?: number
  /** How long to wait before looking again at what the post has not taken yet. */
  pauseMs?: number
  now?: () => Date
}

export const sendCampaignTask = 'send_campaign'

type Due = Campaign & { isEarly: boolean }

/** The task `send_campaign`. It comes again by itself until nobody is left. */
export const sendCampaign =
  ({ pool, batch = 50, ahead = 100, pauseMs = 3000, now = () => new Date(), ...parts }: SendingParts): Task =>
  async (payload) => {
    const { campaign: id } = payload as { campaign: string }
    await inTransaction(pool, { role: 'service_role' }, async (db) => {
      // One batch at a time: what a person gets in a day is counted over all campaigns, and only what is committed counts.
      await db.query(`select pg_advisory_xact_lock(hashtextextended('send_campaign', 0))`)
      const again = (afterMs: number) =>
        enqueue(
          db,
          sendCampaignTask,
          { campaign: id },
          { key: `campaign:${id}`, runAt: new Date(Date.now() + afterMs) },
        )
      // Whoever holds the row sends; whoever pauses waits for the batch that is being written.
      const [campaign] = await db.query<Due>(
        `select *, send_at > now() as "isEarly" from campaigns where id = $1 for update`,
        [id],
      )
      if (!campaign || !['scheduled', 'sending'].includes(campaign.status)) return
      if (campaign.isEarly) return again(new Date(campaign.send_at!).getTime() - Date.now())
      if (campaign.status === 'scheduled') await begin(db, campaign)

      const settings = await db.one<MessageSettings>('select * from message_settings')
      const end = quietUntil(now(), settings)
      await hold(db, id, end)
      if (end) return again(end.getTime() - now().getTime())

      const onTheWay = await countOnTheWay(db, id)
      const addressees = await nextAddressees(db, id, Math.min(batch, ahead - onTheWay))
      for (const { why, waitsBecause, waitsUntil, ...to } of addressees) {
        if (why !== null) await skip(db, to, why)
        else if (waitsBecause) await postpone(db, to, waitsBecause, quietUntil(waitsUntil!, settings) ?? waitsUntil!)
        else await write(db, campaign, to, parts)
      }
      const { waitMs } = await db.one<{ waitMs: number | null }>(
        `select extract(epoch from min(send_at) - now())::float8 * 1000 as "waitMs"
         from scheduled_messages where context_type = 'campaign' and context_id = $1 and status = 'scheduled'`,
        [id],
      )
      if (waitMs !== null) return again(Math.max(waitMs, addressees.length > 0 ? 0 : pauseMs))
      if ((await countOnTheWay(db, id)) > 0) return again(pauseMs)
      await db.query(`update campaigns set status = 'sent', finished_at = now() where id = $1`, [id])
    })
  }

/** Freezes the audience: from now on nobody comes in, and nobody comes twice. */
async function begin(db: Db, { id, list_ids, lifecycles }: Campaign) {
  await db.query(
    `insert into campaign_recipients (campaign_id, contact_id, email, excluded)
     select $1, contact_id, email, excluded from audience_of($2, $3)`,
    [id, list_ids, lifecycles],
  )
  await db.query(
    `insert into scheduled_messages (idempotency_key, contact_id, purpose, template, context_type, context_id)
     select replace($2, '*', contact_id::text), contact_id, 'marketing', 'campaign', 'campaign', campaign_id
     from campaign_recipients where campaign_id = $1 and excluded is null`,
    [id, messageKey('marketing', 'campaign', id, '0', '*')],
  )
  await db.query(`update campaigns set status = 'sending', started_at = now() where id = $1`, [id])
}

/** While it is quiet nothing goes out, and everybody can see why. */
async function hold(db: Db, id: string, end: Date | undefined) {
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

/** Written and not taken by the post yet. */
async function countOnTheWay(db: Db, id: string) {
  const { n } = await db.one<{ n: number }>(
    `select count(*)::int as n from scheduled_messages where context_type = 'campaign' and context_id = $1 and status = 'sending'`,
    [id],
  )
  return n
}

/** `why` ends it for somebody; `waitsBecause` and `waitsUntil` only put it off. */
type Next = Addressee & { why: string | null; waitsBecause: Cap | null; waitsUntil: Date | null }
type Cap = 'daily_cap' | 'weekly_cap'

/**
 * Whom to write to next, each with what speaks against it now: much may have changed since the audience was frozen.
 * Whoever has had enough is put off, but not for more than a week from its beginning: news grow old, and behind them comes the next letter.
 */
async function nextAddressees(db: Db, id: string, most: number): Promise<Next[]> {
  if (most <= 0) return []
  // A record that is being merged is waited for, and judged as what it has become.
  await db.query(
    `select from contacts where id in (
       select contact_id from scheduled_messages
       where context_type = 'campaign' and context_id = $1 and status = 'scheduled' and send_at <= now() order by id limit $2)
     order by id for key share`,
    [id, most],
  )
  return db.query<Next>(
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

async function write(db: Db, campaign: Campaign, to: Addressee, parts: LetterParts) {
  await db.query(`update scheduled_messages set status = 'sending', waits_because = null where id = $1`, [
    to.scheduledId,
  ])
  await postLetter(db, campaign, to, parts)
}

const skip = (db: Db, { scheduledId }: Addressee, why: string) =>
  db.query(`update scheduled_messages set status = 'skipped', skip_reason = $2 where id = $1`, [scheduledId, why])

const postpone = (db: Db, { scheduledId }: Addressee, because: Cap, until: Date) =>
  db.query('update scheduled_messages set send_at = $3, waits_because = $2 where id = $1', [
    scheduledId,
    because,
    until,
  ])
