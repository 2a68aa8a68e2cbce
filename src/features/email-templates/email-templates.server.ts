// Who sends a mail needs the words in force, whoever is asking for it: they are read with the rights of the service.
import type pg from 'pg'
import { inTransaction } from '#kernel/postgres/as-role.ts'
import { defaultEmails } from './default-templates.ts'
import type { EmailKind, EmailWords } from './email-templates.ts'

/** The words of every mail: the business's own where it wrote some. `pool` is of the login authenticator. */
export async function readEmails(pool: pg.Pool): Promise<Record<EmailKind, EmailWords>> {
  const written = await inTransaction(pool, { role: 'service_role' }, (db) =>
    db.query<EmailWords & { kind: EmailKind }>(
      'select kind, subject, preheader, heading, body, button, closing from email_texts',
    ),
  )
  return { ...defaultEmails, ...Object.fromEntries(written.map(({ kind, ...words }) => [kind, words])) }
}
