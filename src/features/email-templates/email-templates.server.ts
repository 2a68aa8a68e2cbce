// Mail texts are read as service_role, because the caller who triggers a mail may not read them.
import type pg from 'pg'
import { inTransaction } from '#kernel/postgres/as-role.ts'
import { defaultEmails } from './default-templates.ts'
import type { EmailKind, EmailWords } from './email-templates.ts'

/** The text of every mail: custom where it exists, else the default. `pool` logs in as authenticator. */
export async function readEmails(pool: pg.Pool): Promise<Record<EmailKind, EmailWords>> {
  const written = await inTransaction(pool, { role: 'service_role' }, (db) =>
    db.query<EmailWords & { kind: EmailKind }>(
      'select kind, subject, preheader, heading, body, button, closing from email_texts',
    ),
  )
  return { ...defaultEmails, ...Object.fromEntries(written.map(({ kind, ...words }) => [kind, words])) }
}
