// Webinar registrants with consent to WhatsApp reminders; the one-hour reminder is due.
import { beforeEach } from 'vitest'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import type { ChannelName } from '#features/messages/due-message.ts'
import { composeWebinarMails } from '#features/webinars/webinar-mails.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../test/actors.ts'
import type { testSite } from '../../test/site-app.ts'
import { webinarVisitors } from '../../test/webinars.ts'
import { composeTemplateMessage } from './template-messages.ts'

const siteUrl = 'http://site.test'
const unexpected = () => Promise.reject(new Error('No advertisement is expected here.'))
const withWhatsApp: ReadonlySet<ChannelName> = new Set(['whatsapp'])

type Outgoing = { id: string; to: string; channel: string; payload: { approved?: { parameters: string[] } } | null }

/** Clears the outbox and the scheduled messages before each test of the file. */
export async function webinarReminders(siteApp: Awaited<ReturnType<typeof testSite>>) {
  const { db, site } = siteApp
  const { as } = await makeActors(db)
  const { addWebinar, addSession, post } = webinarVisitors(siteApp)
  const webinar = await addWebinar('by-whatsapp')
  // The one-hour reminder is due; the ten-minute one is not.
  const session = await addSession(webinar, '59 minutes')
  const [text] = await db.sql<{ id: string }>(`select id from current_consent_texts where kind = 'marketing'`)
  let serial = 0

  beforeEach(async () => {
    await db.sql('delete from mail.outbox')
    await db.sql('delete from scheduled_messages')
  })

  return {
    as,
    session,
    /** Sends one batch, outside quiet hours. */
    send: async (channels = withWhatsApp, now = new Date('2027-11-24T12:00:00+02:00')) => {
      const compose = composeMessage({
        compose: composeWebinarMails({ renderMail: site.renderMail, siteUrl }),
        composeTemplate: composeTemplateMessage({
          composeService: unexpected,
          composeCampaign: unexpected,
          makeLink: unexpected,
          siteUrl,
        }),
        channels,
      })
      await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
        sendBatch(tx, { most: 100, now, compose, channels }),
      )
    },
    /** A published WhatsApp template. */
    template: async (text: string, { approved = true, type = 'webinar_registration' as string | null } = {}) => {
      const content = {
        text,
        ...(approved && {
          approved: {
            name: 'webinar_hour',
            language: 'he',
            parameters: ['{{שם_פרטי}}', ...(type ? ['{{קישור.הדרכה}}'] : [])],
          },
        }),
      }
      const [row] = await db.as<{ id: string; version: number }>(
        as.owner,
        `insert into message_templates (name, channel, context_type, draft) values ($1, 'whatsapp', $2, $3) returning id, version`,
        [`תבנית ${serial++}`, type, JSON.stringify(content)],
      )
      await db.as(as.owner, 'select from publish_message_template($1, $2)', [row!.id, row!.version])
      return row!.id
    },
    /** Sets the template of a message rule. */
    use: (id: string | null, key = 'webinar.reminder_hour') =>
      db.as(as.owner, 'update message_rules set whatsapp_template_id = $1 where key = $2', [id, key]),
    /** Registers, with consent to WhatsApp if a number is given. The confirmation is already sent. */
    register: async (phone?: string) => {
      const email = `guest${serial++}@example.com`
      const answer = await post('/webinar/by-whatsapp', { name: 'נועה לוי', email })
      const token = new URL(answer.headers.location!, siteUrl).searchParams.get('r')!
      if (phone)
        await post('/webinar/by-whatsapp/thank-you/whatsapp', {
          token,
          phone,
          marketingConsent: 'on',
          consentTextId: text!.id,
        })
      await db.sql(
        `delete from scheduled_messages s using message_rules r where r.id = s.rule_id and r.key <> 'webinar.reminder_hour'`,
      )
      return email
    },
    withdraw: (phone: string) =>
      db.sql(
        `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, text_snapshot_hash, source_type, at)
         select contact_id, value_norm, channel, purpose, 'withdraw', text_version_id, text_snapshot_hash, 'preferences', now() + interval '1 second'
         from consents where value_norm = $1 and channel = 'whatsapp'`,
        [phone],
      ),
    outbox: () =>
      db.sql<Outgoing>(`select to_address as "to", channel, payload, id from mail.outbox order by created_at, id`),
    nextPhone: () => `+97250${String(3_000_000 + serial++)}`,
  }
}
