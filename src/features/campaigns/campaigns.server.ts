// Preview and test message of a campaign.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { mergeFieldsFor } from '#features/message-templates/message-templates.ts'
import { sampleValues } from '#platform/merge-fields/merge-fields.ts'
import { queueMail } from '#kernel/mail/outbox.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { type Campaign, CampaignId, refusals, RenderedCampaign, TestSent } from './campaigns.ts'
import { type CampaignContent, type MessageDependencies, preferencesUrl } from './render-campaign.server.ts'

type Custom = Parameters<typeof mergeFieldsFor>[1][number]

const mayWrite = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'content') as may`)).may

/**
 * Renders the message as a recipient gets it. Its preference links do not work, because the preview has no recipient.
 */
export const previewCampaign = ({ compose, siteUrl }: Pick<MessageDependencies, 'compose' | 'siteUrl'>) =>
  defineFunction({
    name: 'preview-campaign',
    caller: mayWrite,
    refusals,
    input: CampaignId,
    output: RenderedCampaign,
    async run({ input: { campaignId }, db }) {
      const { subject, html, text } = await composeFor(db, campaignId, { compose, siteUrl })
      return { subject, html, text, bytes: Buffer.byteLength(html) }
    },
  })

/** Sends the message only to the caller's address, so the message is not advertising in the sense of the law. */
export const sendCampaignTest = ({ compose, siteUrl }: Pick<MessageDependencies, 'compose' | 'siteUrl'>) =>
  defineFunction({
    name: 'send-campaign-test',
    caller: mayWrite,
    as: 'service', // the outbox belongs to the server; the address is read from the caller's account
    refusals,
    perClient: { burst: 30, refillMs: 3_600_000 },
    input: CampaignId,
    output: TestSent,
    async run({ input: { campaignId }, db }) {
      const { email } = await db.one<{ email: string | null }>('select own_address() as email')
      if (!email) throw new Refusal('no_address_of_yours', 422, refusals.no_address_of_yours)
      const message = await composeFor(db, campaignId, { compose, siteUrl })
      const { html, text } = message
      await queueMail(db, {
        to: email,
        subject: `ניסיון: ${message.subject}`,
        html,
        text,
        purpose: 'campaign_test',
      })
      return { to: email }
    },
  })

async function composeFor(db: Db, id: string, { compose, siteUrl }: Pick<MessageDependencies, 'compose' | 'siteUrl'>) {
  const [campaign] = await db.query<CampaignContent & Pick<Campaign, 'counts_clicks'>>(
    'select subject, preheader, blocks, counts_clicks from campaigns where id = $1',
    [id],
  )
  if (!campaign) throw new Refusal('campaign_not_found', 404, refusals.campaign_not_found)
  const custom = await db.query<Custom>(
    `select entity, key, label, type from custom_field_defs where entity in ('contact', 'household') and deleted_at is null`,
  )
  return compose(campaign, {
    values: sampleValues(mergeFieldsFor(null, custom)),
    form: 'plural',
    isDraft: true,
    countsClicks: campaign.counts_clicks,
    consentedAt: new Date(),
    preferences: preferencesUrl(siteUrl, ''),
  })
}
