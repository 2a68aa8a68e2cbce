// Loads a version of a published form, and whether it accepts submissions now.
import type { Db } from '#kernel/postgres/transaction.ts'
import { Refusal } from '#kernel/errors.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { type FormState, refusals } from './form-texts.ts'

export type LoadedForm = {
  id: string
  public_id: string
  title: string
  state: FormState
  opens_at: Date | null
  closed_text: string
  allowed_origins: string[]
  most_submissions: number | null
  once_per_person: boolean
  allows_changes: boolean
  opens_opportunity: boolean
  notifies_staff: boolean
  current_version: number
  is_demo: boolean
  /** Null for a form without a password. */
  password_hash: string | null
  number: number
  /** The definition was validated when it was published. */
  definition: FormDefinition
}

/** Finds a form version; by default the current one. Undefined for an unknown form or version, and for a draft. */
export async function findForm(db: Db, publicId: string, version?: number): Promise<LoadedForm | undefined> {
  const [form] = await db.query<LoadedForm>(
    `select f.id, f.public_id, f.title, f.opens_at, f.closed_text, f.allowed_origins, f.most_submissions, f.once_per_person, f.allows_changes, f.opens_opportunity,
       f.notifies_staff, f.current_version, f.is_demo, p.password_hash, v.number, v.definition,
       case
         when f.status <> 'published' or f.closes_at <= now() then 'closed'
         when f.opens_at > now() then 'not_yet_open'
         when f.most_submissions <= (select count(*) from form_submissions s where s.form_id = f.id and s.status = 'complete') then 'full'
         else 'open' end as state
     from forms f join form_versions v on v.form_id = f.id and v.number = coalesce($2, f.current_version)
     left join form_passwords p on p.form_id = f.id
     where f.public_id = $1 and f.deleted_at is null and f.status in ('published', 'paused', 'closed')`,
    [publicId, version ?? null],
  )
  return form
}

export async function loadForm(db: Db, publicId: string, version?: number): Promise<LoadedForm> {
  const form = await findForm(db, publicId, version)
  if (!form) throw new Refusal('form_not_found', 404, refusals.form_not_found)
  return form
}

export function refuseUnlessOpen({ state }: LoadedForm) {
  if (state === 'not_yet_open') throw new Refusal('form_not_yet_open', 409, refusals.form_not_yet_open)
  if (state === 'closed') throw new Refusal('form_closed', 409, refusals.form_closed)
  if (state === 'full') throw new Refusal('form_full', 409, refusals.form_full)
}
