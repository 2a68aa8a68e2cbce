// Renders the reminders of clients' tasks. The link completes a single task; with several tasks it opens the portal.
import type { EmailKind, RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatLongDate } from '#lib/time/dates.ts'

type MakeTaskLink = (
  db: Db,
  link: { kind: 'task'; entityId: string; contactId: string; address: string },
) => Promise<string | undefined>
type Parts = { renderMail: RenderMail; makeActionLink: MakeTaskLink; siteUrl: string }
type Kind = Extract<EmailKind, 'task_soon' | 'task_due' | 'task_late'>
type Facts = { name: string; due_on: string; others: number }
type Compose = (db: Db, message: DueMessage) => Promise<ComposedMail | SkippedMessage>

export function composeTaskMails({ renderMail, makeActionLink, siteUrl }: Parts): Record<Kind, Compose> {
  const compose =
    (kind: Kind): Compose =>
    async (db, { contextId, contactId, to, firstName }) => {
      const [facts] = contactId
        ? await db.query<Facts>('select name, due_on::text, others from task_message_facts($1, $2)', [
            contextId,
            contactId,
          ])
        : []
      if (!facts || !contactId) return { skip: 'entity_changed' }
      const tick =
        facts.others === 0
          ? await makeActionLink(db, { kind: 'task', entityId: contextId, contactId, address: to })
          : undefined
      return renderMail({
        kind,
        to,
        values: { firstName: firstName ?? '', taskName: named(facts), dueDate: formatLongDate(facts.due_on) },
        link: tick ?? `${siteUrl}/client-portal`,
      })
    }
  return { task_soon: compose('task_soon'), task_due: compose('task_due'), task_late: compose('task_late') }
}

const named = ({ name, others }: Facts) =>
  others > 0
    ? `${name}, ${count(others, { one: 'ועוד משימה אחת', two: 'ועוד שתי משימות', other: 'ועוד # משימות' })}`
    : name
