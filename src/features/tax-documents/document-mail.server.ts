// Renders the mail about a document issued after its payment.
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { formatMoney } from '#lib/money.ts'
import { kindLabels, type TaxDocument } from './tax-documents.ts'

type MailedDocument = Pick<TaxDocument, 'kind' | 'number' | 'url' | 'amount_agorot'> & { in_order_mail: boolean }

export const composeTaxDocument =
  ({ renderMail }: { renderMail: RenderMail }) =>
  async (db: Db, { contextId, to, firstName }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [found] = await db.query<MailedDocument>(
      `select d.kind, d.number, d.url, d.amount_agorot, d.corrects_id is null and exists (
         select from scheduled_messages s left join messages m on m.scheduled_id = s.id join message_rules r on r.id = s.rule_id
         where s.context_type = 'order_payment' and s.context_id = d.order_id and r.key = 'order.paid'
           and (m.created_at > d.completed_at or s.status in ('scheduled', 'held_quiet'))
       ) as in_order_mail
       from tax_documents d where d.id = $1 and d.completed_at is not null`,
      [contextId],
    )
    if (!found?.url || found.in_order_mail) return { skip: 'entity_changed' }
    const { kind, number, url, amount_agorot: amount } = found
    return renderMail({
      kind: 'tax_document',
      to,
      values: {
        firstName: firstName ?? '',
        documentKind: kindLabels[kind],
        documentNumber: number ?? '',
        amount: formatMoney(amount),
      },
      link: url,
    })
  }
