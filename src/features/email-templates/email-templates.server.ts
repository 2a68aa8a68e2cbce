// Mail texts are read as service_role, because the caller who triggers a mail may not be allowed to read them.
import type pg from 'pg'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { defaultTemplates } from './default-templates.ts'
import type { EmailKind, EmailContent } from './email-templates.ts'

/** The text of every mail: custom if it exists, otherwise the default. `pool` logs in as authenticator. */
export async function readEmailTemplates(pool: pg.Pool): Promise<Record<EmailKind, EmailContent>> {
  const stored = await inTransaction(pool, { role: 'service_role' }, (db) =>
    db.query<EmailContent & { kind: EmailKind }>(
      'select kind, subject, preheader, heading, body, blocks, button, closing from email_texts',
    ),
  )
  return { ...defaultTemplates, ...Object.fromEntries(stored.map(({ kind, ...content }) => [kind, content])) }
}
