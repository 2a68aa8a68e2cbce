// Job: pushes a notification to the user's browsers, as one outbox message per browser, with the outbox's retries.
import { isRestDay } from '#lib/time/holidays.ts'
import { knownZone } from '#lib/time/visitor-zones.ts'
import { dayIn, minutesIn } from '#lib/time/zoned-time.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import { queueMails } from '#kernel/mail/outbox.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { relatedEntityPath } from './notification-path.ts'

export const pushChannel = 'push'
export const pushPurpose = 'push_notice'

/** Payload for the channel adapter and the service worker. Push services accept at most 4 KB. */
export type PushContent = { title: string; body: string; path: string; tag: string; isUrgent: boolean }

type Notice = {
  user_id: string
  title: string
  message: string
  severity: string
  related_entity_type: string | null
  related_entity_id: string | null
  zone: string | null
}

const maxLengths = { title: 200, body: 400 }
const hours = { from: 7 * 60, until: 22 * 60 }

/**
 * Push notifications make a sound, so at night, on Saturdays and on holidays only critical ones are pushed. The bell
 * and the digest contain the others.
 */
export function mayPush(now: Date, zone: string | null, severity: string) {
  if (severity === 'critical') return true
  const where = knownZone(zone ?? undefined)
  const minutes = minutesIn(where, now.getTime())
  return minutes >= hours.from && minutes < hours.until && !isRestDay(dayIn(where, now.getTime()))
}

/** `now` is for tests. */
export const pushNotice =
  (asService: <T>(work: (db: Db) => Promise<T>) => Promise<T>, now = () => new Date()): Task =>
  async (payload) => {
    const { notice: id } = payload as { notice: string }
    await asService(async (db) => {
      // Claims the notification: a repeated job finds no row.
      const [notice] = await db.query<Notice>(
        `update channel_notices c set for_push = false where id = $1 and for_push
         returning user_id, title, message, severity, related_entity_type, related_entity_id,
           (select d.zone from staff_digests d where d.user_id = c.user_id) as zone`,
        [id],
      )
      if (!notice) return
      await db.query('delete from channel_notices where id = $1 and not for_digest', [id])
      if (!mayPush(now(), notice.zone, notice.severity)) return
      const content: PushContent = {
        title: notice.title.slice(0, maxLengths.title),
        body: notice.message.slice(0, maxLengths.body),
        path: relatedEntityPath(notice) ?? '/crm',
        tag: id,
        isUrgent: ['high', 'critical'].includes(notice.severity),
      }
      const browsers = await db.query<{ id: string }>(
        `select id from push_subscriptions where user_id = $1 and surface = 'crm'`,
        [notice.user_id],
      )
      await queuePush(
        db,
        browsers.map(({ id }) => id),
        content,
      )
    })
  }

/** Inserts one outbox message per browser. */
export const queuePush = (db: Db, browsers: readonly string[], content: PushContent) =>
  queueMails(
    db,
    browsers.map((to) => ({
      to,
      subject: '',
      html: '',
      text: content.title,
      purpose: pushPurpose,
      channel: pushChannel,
      payload: content,
    })),
  )
