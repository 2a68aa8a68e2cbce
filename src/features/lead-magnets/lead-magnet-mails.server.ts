// Renders the mails of a delivery. Each has its own link; only the hash of its token is stored.
import { type RenderMail, validFor } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { splitName } from '#lib/split-name.ts'
import { filePath } from './lead-magnets.ts'
import { newToken } from './visits.server.ts'

type Parts = { renderMail: RenderMail; siteUrl: string }
type Compose = (db: Db, message: DueMessage) => Promise<ComposedMail | SkippedMessage>

const linkDays = 7

/** Renderers by template key. */
export function composeLeadMagnetMails({
  renderMail,
  siteUrl,
}: Parts): Record<'lead_magnet_delivery' | 'lead_magnet_reminder', Compose> {
  const compose =
    (kind: 'lead_magnet_delivery' | 'lead_magnet_reminder'): Compose =>
    async (db, { contextId, to }) => {
      const token = newToken()
      const hash = kind === 'lead_magnet_delivery' ? 'token_hash' : 'reminder_hash'
      const [sent] = await db.query<{ name: string; title: string; slug: string; hasFile: boolean }>(
        `update lead_magnet_deliveries d set ${hash} = link_hash($2), expires_at = now() + make_interval(days => $3)
         from lead_magnet_requests r join lead_magnets m on m.id = r.magnet_id
         where d.id = $1 and d.stopped_at is null and r.id = d.request_id and num_nonnulls(m.asset_key, m.guide, m.automation_id) > 0
         returning r.name, m.title, m.slug, num_nonnulls(m.asset_key, m.guide) > 0 as "hasFile"`,
        [contextId, token, linkDays],
      )
      if (!sent) return { skip: 'entity_changed' }
      return renderMail({
        kind: sent.hasFile ? kind : 'series_start',
        to,
        values: {
          firstName: splitName(sent.name).first_name,
          leadMagnetTitle: sent.title,
          validFor: validFor(linkDays * 86_400),
        },
        link: `${siteUrl}${filePath(sent.slug, token)}`,
      })
    }
  return {
    lead_magnet_delivery: compose('lead_magnet_delivery'),
    lead_magnet_reminder: compose('lead_magnet_reminder'),
  }
}
