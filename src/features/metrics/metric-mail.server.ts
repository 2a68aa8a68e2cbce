// Renders the reminder of a missing metric value. Its link accepts the value of that period without a sign-in.
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { type MetricFrequency, periodName } from './metrics.ts'

type MakeReportLink = (
  db: Db,
  link: { kind: 'metric'; entityId: string; contactId: string; address: string },
) => Promise<string | undefined>
type Parts = { renderMail: RenderMail; makeActionLink: MakeReportLink }

export const composeMetricMail =
  ({ renderMail, makeActionLink }: Parts) =>
  async (db: Db, { contextId, contactId, to, firstName }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [facts] = await db.query<{ name: string; every: MetricFrequency; starts_on: string }>(
      'select name, every, starts_on::text from metric_message_facts($1)',
      [contextId],
    )
    const link =
      facts && contactId && contextId
        ? await makeActionLink(db, { kind: 'metric', entityId: contextId, contactId, address: to })
        : undefined
    if (!facts || !link) return { skip: 'entity_changed' }
    return renderMail({
      kind: 'metric_due',
      to,
      values: {
        firstName: firstName ?? '',
        metricName: facts.name,
        metricPeriod: periodName(facts.every, facts.starts_on),
      },
      link,
    })
  }
