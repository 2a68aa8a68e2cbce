// Renders the reminder of an unfinished form. Its link has a separate key, stored as a hash.
import { randomBytes } from 'node:crypto'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { continuePath } from '../form-paths.ts'

type Parts = { renderMail: RenderMail; siteUrl: string }

/**
 * `siteUrl`: without a trailing slash. Skips the reminder if the form was closed, the link revoked or the appointment
 * cancelled.
 */
export const composeFormResume =
  ({ renderMail, siteUrl }: Parts) =>
  async (db: Db, { contextId, to, firstName }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [found] = await db.query<{ public_id: string; title: string }>(
      `select f.public_id, v.definition ->> 'title' as title from form_submissions s
       join forms f on f.id = s.form_id join form_versions v on v.form_id = s.form_id and v.number = s.form_version
       where s.id = $1 and s.status = 'partial' and s.remind_to = $2 and f.deleted_at is null and f.status = 'published'
         and f.reminds_unfinished and (f.closes_at is null or f.closes_at > now())
         and not exists (select from form_links l where l.id = s.link_id
           and form_link_state(l.is_single_use, l.used_at, l.revoked_at, l.expires_at, l.appointment_id) in ('revoked', 'cancelled'))`,
      [contextId, to],
    )
    if (!found) return { skip: 'entity_changed' }
    const key = randomBytes(24).toString('base64url')
    await db.query('insert into form_resume_keys (key_hash, submission_id) values (link_hash($1), $2)', [
      key,
      contextId,
    ])
    return renderMail({
      kind: 'form_resume',
      to,
      values: { firstName: firstName ?? '', formTitle: found.title },
      link: siteUrl + continuePath(found.public_id, key),
    })
  }
