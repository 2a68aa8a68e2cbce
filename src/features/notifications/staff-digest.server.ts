// The daily digest: a staff member's unread notifications and tasks, in one morning mail.
import type { Mails } from '#features/email-templates/email-templates.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { composeDigest, type DigestNotice, type DigestTask, digestDay } from './compose-digest.ts'

type AsService = <T>(work: (db: Db) => Promise<T>) => Promise<T>
type Options = { mails: Mails<Db>; siteUrl: string; now?: Date }
type Recipient = { user_id: string; email: string; zone: string; last_day: string | null }

/** Older notifications are dropped, such as those from a leave or from a period with the digest disabled. */
const maxDays = 14

/** Sends the digests that are due. One transaction per user, so that a failure affects one mail only. */
export async function sendStaffDigests(asService: AsService, { mails, siteUrl, now = new Date() }: Options) {
  const { recipients, closed } = await asService(async (db) => {
    await db.query(`delete from channel_notices where created_at < now() - make_interval(days => $1)`, [maxDays])
    return {
      recipients: await db.query<Recipient>('select user_id, email, zone, last_day::text from digest_recipients()'),
      closed: await db.query<{ from: string; until: string }>(
        'select from_on::text as from, until_on::text as until from closed_days where until_on >= $1::date - 2',
        [now],
      ),
    }
  })
  for (const { user_id: user, email, zone, last_day: lastDay } of recipients) {
    const day = digestDay(now, zone, { lastDay, closed })
    if (!day) continue
    await asService(async (db) => {
      if (!(await claim(db, user, day))) return
      const notices = await takeNotices(db, user)
      const tasks = await readTasks(db, user, day)
      if (notices.length + tasks.length === 0) return
      const values = composeDigest(notices, tasks)
      await mails.send(db, { kind: 'staff_digest', to: email, values, link: `${siteUrl}/crm` })
    })
  }
}

/** Claims the user's digest of the day; false if another node has sent it. */
async function claim(db: Db, user: string, day: string) {
  const claimed = await db.query(
    `insert into staff_digests as d (user_id, last_day) values ($1, $2)
     on conflict (user_id) do update set last_day = excluded.last_day
     where d.is_on and (d.last_day is null or d.last_day < excluded.last_day) returning user_id`,
    [user, day],
  )
  return claimed.length > 0
}

/** Queued notifications, urgent ones first, without those read or deleted in the bell. */
async function takeNotices(db: Db, user: string) {
  const notices = await db.query<DigestNotice>(
    `select title, message from channel_notices c
     where user_id = $1 and for_digest
       and (not in_bell or exists (select from notifications n where n.id = c.id and not n.is_read))
     order by array_position('{critical,high,medium,low}', severity), created_at desc, id`,
    [user],
  )
  await db.query('delete from channel_notices where user_id = $1 and for_digest and not for_push', [user])
  await db.query('update channel_notices set for_digest = false where user_id = $1 and for_digest', [user])
  return notices
}

/** Open tasks due by today, if the user wants them in the digest. */
const readTasks = (db: Db, user: string, day: string) =>
  db.query<DigestTask>(
    `select name, due_date < $2 as "isOverdue" from tasks t
     where user_id = $1 and status in ('To Do', 'In Progress') and due_date <= $2 and not is_demo
       and not exists (
         select from notification_preferences p where p.user_id = t.user_id and not p.digest
           and p.type = case when t.due_date < $2 then 'task.overdue' else 'task.upcoming' end)
     order by due_date, id`,
    [user, day],
  )
