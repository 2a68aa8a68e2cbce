// Access to a form with a password: by the access token for the correct password, or by a personal link.
import { createHash } from 'node:crypto'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { timingSafeEqualStrings } from '#kernel/timing-safe-equal.ts'
import { refusals } from '../form-texts.ts'
import { findLink } from '../links/read-form-link.server.ts'
import type { LoadedForm } from '../load-form.server.ts'
import { findSubmission } from '../submission-store.server.ts'

type Protected = Pick<LoadedForm, 'id' | 'password_hash'>
type Brought = { key: string; link?: string | undefined; access?: string | undefined }

/** Derived from the salted hash: valid for this form only, until its password changes. */
export const accessKeyOf = (formId: string, passwordHash: string) =>
  createHash('sha256').update(`access to form ${formId} ${passwordHash}`).digest('base64url')

/** Whether the form has no password, or the request has a valid access token. */
export const isUnlocked = ({ id, password_hash: hash }: Protected, access: string | undefined) =>
  hash === null || (access !== undefined && timingSafeEqualStrings(accessKeyOf(id, hash), access))

/** A personal link requires no password: it is a separate secret for one contact, and revocable. */
export async function refuseLocked(db: Db, form: Protected, { key, link, access }: Brought) {
  if (isUnlocked(form, access)) return
  const found = await findSubmission(db, form.id, key)
  if (found?.link_id) return
  if (link !== undefined && (await findLink(db, form.id, { token: link })).state === 'open') return
  throw new Refusal('form_password_needed', 403, refusals.form_password_needed)
}
