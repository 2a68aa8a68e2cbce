// A mailing list with subscribers, and campaigns that are sent to it by the real queue.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ComposeCampaign } from '#features/campaigns/render-campaign.server.ts'
import { sendCampaign, type SendCampaignOptions } from '#features/campaigns/send-campaign.server.ts'
import { readRecipient } from '#features/message-templates/message-templates.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { createPreferencesLink } from '#features/newsletter/subscribers.server.ts'
import { runJobs } from '#kernel/jobs/runner.ts'
import type { Deliver, SendMailOptions } from '#kernel/mail/delivery.ts'
import { sendMail } from '#kernel/mail/send-mail.ts'
import { sendMails } from '#kernel/mail/send-mails.ts'
import { renderCampaign } from '#web/mail.tsx'
import { makeActors } from './actors.ts'
import { addExcludedContacts, addSubscribers, allowSending } from './campaign-recipients.ts'
import type { testDatabase } from './database.ts'

export const recipientCount = 60
export const siteUrl = 'http://site.test'
/** Tests exceed the weekly frequency cap of a recipient. */
export const uncapped = 'update message_settings set daily_cap = 10, weekly_cap = 30'

export type Sent = { to: string; subject: string; text: string; headers: Record<string, string> }
type Draft = { lists?: string[]; lifecycles?: string[]; subject?: string; blocks?: string }

const template = {
  subject: 'שלום {{firstName|חברים}}',
  blocks: JSON.stringify([{ kind: 'text', text: 'שלום {{firstName}},\n\n[להמשך](/blog)' }]),
}

/** Adds the subscribers, and one contact per exclusion reason. */
export async function campaignSending(db: Awaited<ReturnType<typeof testDatabase>>) {
  const { ids, as } = await makeActors(db)
  await allowSending(db, ids.owner)
  const list = await addSubscribers(db, recipientCount)
  await addExcludedContacts(db)
  await db.sql(uncapped)

  const business = {
    ...(await db.sql(`select * from business_profiles`))[0],
    is_published: true,
  } as unknown as Parameters<typeof renderCampaign>[2]['business']
  const compose: ComposeCampaign = async (message, recipient) => ({
    ...renderCampaign(message, recipient, { business, siteUrl }),
    replyTo: business.email,
  })

  let serial = 0
  async function draft({ lists = [list], lifecycles = [], ...more }: Draft = {}) {
    const mailContent = { ...template, ...more }
    const [row] = await db.as<{ id: string; version: number }>(
      as.owner,
      `insert into campaigns (name, subject, blocks, list_ids, lifecycles) values ($1, $2, $3, $4, $5) returning id, version`,
      [`דיוור ${serial++}`, mailContent.subject, mailContent.blocks, lists, lifecycles],
    )
    return row!
  }
  const schedule = ({ id, version }: { id: string; version: number }, at = new Date()) =>
    db.as(as.owner, 'select * from schedule_campaign($1, $2, $3)', [id, at, version])
  const steer = (id: string, step: string) =>
    db.as<{ status: string }>(as.owner, 'select * from steer_campaign($1, $2)', [id, step])

  /** Runs the queue until `until` holds, and returns the delivered mail. */
  async function runUntil(
    until: (sent: Sent[]) => Promise<boolean> | boolean,
    parts: Partial<SendCampaignOptions> & { deliver?: Deliver } = {},
  ) {
    const sent: Sent[] = []
    const { deliver = async (mail) => void sent.push(mail as unknown as Sent), ...sending } = parts
    const delivery: SendMailOptions = {
      deliver,
      onDelivered: async (tx, delivered) => {
        const outcomes = delivered.map(({ mail, delivery }) => ({ mail: mail.id, ...delivery }))
        await tx.query('select public.record_mail_outcomes($1)', [JSON.stringify(outcomes)])
      },
    }
    const runner = await runJobs({
      config: db.connect('worker'),
      tasks: {
        send_campaign: sendCampaign({
          pool: db.authenticator,
          sendBatch,
          compose,
          readRecipient,
          makeLink: createPreferencesLink,
          siteUrl,
          pauseMs: 50,
          ...sending,
        }),
        send_mail: sendMail(delivery),
        send_mails: sendMails(delivery),
      },
      pollMs: 50,
    })
    try {
      for (let i = 0; i < 1200; i++) {
        if (await until(sent)) return sent
        await sleep(25)
      }
      throw new Error('condition not met within thirty seconds')
    } finally {
      await runner.stop()
    }
  }
  const statusOf = async (id: string) =>
    (await db.sql<{ status: string }>('select status from campaigns where id = $1', [id]))[0]!.status
  const isSent = (id: string) => async () => (await statusOf(id)) === 'sent'
  const outcomes = (id: string) => db.as(as.content, 'select * from campaign_outcomes($1)', [id])

  return { ids, as, list, compose, draft, schedule, steer, runUntil, statusOf, isSent, outcomes }
}
