// make-form-link: creates the personal link of a form for one contact.
import { randomBytes } from 'node:crypto'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { formPath, linkParameter } from '../form-paths.ts'
import { refusals } from '../form-texts.ts'
import { MadeLink } from '#platform/personal-links/made-link.ts'
import { MakeFormLink } from './form-links.ts'

const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])

/** Without a trailing slash. */
export const makeFormLink = ({ siteUrl }: { siteUrl: string }) =>
  defineFunction({
    name: 'make-form-link',
    caller: async (db: Db) =>
      (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'coach', 'sales') as may`)).may,
    as: 'service', // only the server writes links; access to the contact is checked below
    refusals,
    perClient: { burst: 120, refillMs: 3_600_000 },
    input: MakeFormLink,
    output: MadeLink,
    async run({ input: { formId, contactId, days, isSingleUse }, db, caller }) {
      const [contact] = await db.query(
        `select from contacts c where c.id = $1 and c.deleted_at is null and c.merged_into_id is null
           and (has_role('owner', 'admin', 'sales') or c.id in (select my_contact_ids()))`,
        [contactId],
      )
      if (!contact) throw refusal('contact_unknown', 404)
      const [form] = await db.query<{ public_id: string; title: string }>(
        `select public_id, title from forms where id = $1 and deleted_at is null and status = 'published'`,
        [formId],
      )
      if (!form) throw refusal('form_not_published', 409)
      const token = randomBytes(24).toString('base64url')
      const { expires_at: expiresAt } = await db.one<{ expires_at: Date | null }>(
        `insert into form_links (form_id, contact_id, token_hash, is_single_use, expires_at, created_by)
         values ($1, $2, link_hash($3), $4, now() + make_interval(days => nullif($5, 0)), $6) returning expires_at`,
        [formId, contactId, token, isSingleUse, days, caller.userId ?? null],
      )
      await db.query(
        `insert into activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache)
         values ('form.link_made', $1, $2, $3, 'form', $4, $5)`,
        [caller.userId ? 'user' : 'system', caller.userId ?? null, contactId, formId, form.title],
      )
      return {
        url: `${siteUrl}${formPath(form.public_id)}?${linkParameter}=${token}`,
        title: form.title,
        expiresAt: expiresAt?.toISOString() ?? null,
      }
    },
  })
