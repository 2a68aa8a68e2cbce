// State of outgoing mail, and a test message to the caller.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { queueMail } from '#kernel/mail/outbox.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { MailStatus, senderRefusals, TestMailQueued, WaitingChannel } from './mail-status.ts'

/** The sender address; undefined while no mail server is configured. */
export type MailSender = { from: string; name: string | undefined } | undefined

const isStaff = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'coach', 'sales', 'content') as may`)).may
const isAdmin = async (db: Db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may

const Nothing = z.object({})

/** Read by screens before they offer to send, so that no screen reports queued mail as sent. */
export const readMailStatus = (sender: MailSender, channels: readonly string[]) =>
  defineFunction({
    name: 'mail-status',
    caller: isStaff,
    refusals: {},
    input: Nothing,
    output: MailStatus,
    run: async () => ({
      isConfigured: sender !== undefined,
      from: sender?.from ?? null,
      name: sender?.name ?? null,
      channels: [...channels],
    }),
  })

/** The latest failures and the queued messages of the outbox, for admins. */
export const readMailFailures = defineFunction({
  name: 'mail-failures',
  caller: isAdmin,
  as: 'service', // rows of the outbox contain one-time links; only address, time and error are returned
  refusals: {},
  input: Nothing,
  output: z.object({
    waiting: z.int(),
    oldestAt: z.string().nullable(),
    failures: z.array(z.object({ to: z.string(), at: z.string(), error: z.string() })),
    /** Queued messages of the other channels. */
    channels: z.array(WaitingChannel),
  }),
  async run({ db }) {
    const rows = await db.query<Omit<WaitingChannel, 'oldestAt'> & { oldestAt: Date }>(
      `select channel, waiting, oldest_at as "oldestAt", oldest_to as "to", oldest_error as error from mail.waiting_mails()`,
    )
    const channels = rows.map(({ oldestAt, ...row }) => ({ ...row, oldestAt: oldestAt.toISOString() }))
    const mails = channels.find(({ channel }) => channel === 'email')
    const failures = await db.query<{ to: string; at: Date; error: string }>(
      `select to_address as "to", created_at as at, last_error as error from mail.outbox
       where channel = 'email' and last_error is not null order by created_at desc limit 5`,
    )
    return {
      waiting: mails?.waiting ?? 0,
      oldestAt: mails?.oldestAt ?? null,
      failures: failures.map((each) => ({ ...each, at: each.at.toISOString() })),
      channels: channels.filter((row) => row !== mails),
    }
  },
})

/** Without a mail server the test message is refused, because a queued message would not test the delivery. */
export const sendTestMail = (sender: MailSender) =>
  defineFunction({
    name: 'send-test-mail',
    caller: isAdmin,
    as: 'service', // the outbox belongs to the server; the address is read from the caller's own account
    refusals: senderRefusals,
    perClient: { burst: 10, refillMs: 3_600_000 },
    input: Nothing,
    output: TestMailQueued,
    async run({ db }) {
      if (!sender) throw new Refusal('mail_not_configured', 409, senderRefusals.mail_not_configured)
      const { email } = await db.one<{ email: string | null }>('select own_address() as email')
      if (!email) throw new Refusal('no_address_of_yours', 422, senderRefusals.no_address_of_yours)
      const text = 'אם ההודעה הזאת הגיעה, הדואר היוצא של העסק עובד.'
      const html = `<!doctype html><html lang="he" dir="rtl"><body dir="rtl"><p dir="rtl">${text}</p></body></html>`
      await queueMail(db, { to: email, subject: 'הודעת ניסיון', html, text, purpose: 'sender_test' })
      return { to: email }
    },
  })
