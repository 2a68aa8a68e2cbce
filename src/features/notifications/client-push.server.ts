// Job: sends the client's browsers a push notification about a message of the plan. The push omits the message text,
// because locked phones display push notifications.
import type { Task } from '#kernel/jobs/runner.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { type PushContent, queuePush } from './push-notice.server.ts'

export const clientPushTask = 'push_to_client'

type Pushed = Pick<PushContent, 'body' | 'path'> & { isUrgent?: true }

const message: Pushed = { body: 'הודעה חדשה באזור האישי', path: '/client-portal/messages' }
const meeting: Pushed = { body: 'תזכורת לפגישה', path: '/client-portal/meetings' }
const meetingChange: Pushed = { body: 'עדכון על פגישה', path: '/client-portal/meetings' }
const document: Pushed = { body: 'עדכון על מסמך באזור האישי', path: '/client-portal/documents' }
const stage: Pushed = { body: 'עדכון בדרך שלכם באזור האישי', path: '/client-portal/process' }
const payment: Pushed = { body: 'עדכון על תשלום באזור האישי', path: '/client-portal/payments' }

/** Notifications by template key of the rule. Other messages are sent by mail only. */
const pushed: Readonly<Record<string, Pushed>> = {
  portal_message: message,
  appointment_reminder_day: meeting,
  appointment_reminder_hour: { ...meeting, isUrgent: true },
  appointment_moved: meetingChange,
  appointment_cancelled: meetingChange,
  document_returned: document,
  stage_opened: stage,
  // Also announces the next stage.
  stage_completed: stage,
  plan_ahead: payment,
  plan_failed: payment,
}

type Parts = {
  asService: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Whether messages are currently held by quiet hours. */
  isQuiet: (db: Db) => Promise<boolean>
}

/** Sends no push in quiet hours, unlike an urgent mail. A retried job replaces its former notification. */
export const pushToClient =
  ({ asService, isQuiet }: Parts): Task =>
  async (payload) => {
    const { message: id } = payload as { message: string }
    await asService(async (db) => {
      const [sent] = await db.query<{ kind: string; business: string; user: string }>(
        `select r.template_key as kind, c.client_user_id::text as "user",
           coalesce((select b.business_name from get_public_business_profile() b), '') as business
         from messages m join scheduled_messages s on s.id = m.scheduled_id join message_rules r on r.id = s.rule_id
         join contacts c on c.id = m.contact_id and c.deleted_at is null
         join user_roles u on u.user_id = c.client_user_id and u.role = 'client' and u.is_active
         where m.id = $1 and m.purpose <> 'marketing'`,
        [id],
      )
      if (!sent) return
      const shown = pushed[sent.kind]
      if (!shown || (await isQuiet(db))) return
      const browsers = await db.query<{ id: string }>(
        `select id from push_subscriptions where user_id = $1 and surface = 'portal'`,
        [sent.user],
      )
      await queuePush(
        db,
        browsers.map((browser) => browser.id),
        {
          title: sent.business || 'האזור האישי',
          body: shown.body,
          path: shown.path,
          tag: id,
          isUrgent: shown.isUrgent ?? false,
        },
      )
    })
  }
