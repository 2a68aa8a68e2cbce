// Watch channels: Google pushes change notifications to this installation. Each channel has its own secret.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { CalendarApi } from '#integrations/google/calendar-api.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import type { Transaction } from './access.server.ts'
import { refusals } from './calendar.ts'

export type SyncedCalendar = {
  user_id: string
  calendar_id: string
  sync_token: string | null
  failures: number
  channel_id: string | null
  channel_resource: string | null
  channel_expires_at: Date | null
}

/** A channel that expires within this time is replaced. */
const renewBeforeMs = 86_400_000

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

type Parts = { api: CalendarApi; token: string; transaction: Transaction; watchAddress: string | undefined }

/** Opens a channel, or renews one that is about to expire. Returns whether changes are pushed. */
export async function ensureChannel(parts: Parts, calendar: SyncedCalendar): Promise<boolean> {
  const { api, token, transaction, watchAddress } = parts
  if (!watchAddress) return false
  const { user_id: hostId, calendar_id: calendarId, channel_expires_at: until } = calendar
  if (until && until.getTime() - renewBeforeMs > Date.now()) return true
  const secret = randomBytes(32).toString('base64url')
  const opened = await api
    .watch(token, calendarId, { id: randomUUID(), secret, address: watchAddress })
    // Without a channel the calendar is polled, and the next sync tries again.
    .catch(() => undefined)
  if (!opened) return false
  await transaction((db) =>
    db.query(
      `update calendar_secrets.synced_calendars
       set channel_id = $3, channel_resource = $4, channel_secret_hash = $5, channel_expires_at = $6
       where user_id = $1 and calendar_id = $2`,
      [hostId, calendarId, opened.id, opened.resourceId, hashOf(secret), new Date(opened.expiration)],
    ),
  )
  const { channel_id: id, channel_resource: resourceId } = calendar
  // A channel that was not stopped expires, and its notifications are refused.
  if (id && resourceId) await api.stopChannel(token, { id, resourceId }).catch(() => {})
  return true
}

/** Google's push notification. The notification identifies only the channel, so the whole calendar is synced. */
export const googleCalendarChanges = (wake: (db: Parameters<Parameters<Transaction>[0]>[0]) => Promise<unknown>) =>
  defineEndpoint({
    name: 'google-calendar-changes',
    caller: 'anyone',
    as: 'service', // Google has no account here; the channel secret authenticates the request
    verify: false,
    methods: ['POST'],
    bodyLimit: 10_000,
    perClient: { burst: 600, refillMs: 60_000 },
    refusals: { unknown_channel: refusals.unknown_channel },
    async fetch({ headers }, { transaction }) {
      const [id, secret] = [headers.get('x-goog-channel-id') ?? '', headers.get('x-goog-channel-token') ?? '']
      const isKnown = await transaction(async (db) => {
        const due = await db.query(
          `update calendar_secrets.synced_calendars set due_at = clock_timestamp()
           where channel_id::text = $1 and channel_secret_hash = $2 returning 1`,
          [id, hashOf(secret)],
        )
        if (due.length > 0) await wake(db)
        return due.length > 0
      })
      if (!isKnown) throw new Refusal('unknown_channel', 404, refusals.unknown_channel)
      return new Response(null, { status: 204 })
    },
  })
