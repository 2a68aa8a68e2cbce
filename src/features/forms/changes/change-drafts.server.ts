// Drafts of a change to a completed submission: authorization and saving.
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Entries } from '#platform/forms/answers/entries.ts'
import { entriesOfAnswers } from '#platform/forms/answers/entries-of-answers.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { refusals } from '../form-texts.ts'
import { linkOf } from '../links/read-form-link.server.ts'
import { type LoadedForm, refuseUnlessOpen } from '../load-form.server.ts'
import { answersOf, type StoredSubmission } from '../submission-store.server.ts'

const refusal = (code: 'changes_not_allowed' | 'answers_changed' | 'draft_elsewhere') =>
  new Refusal(code, 409, refusals[code])

/**
 * The key of a mailed reminder continues only partial submissions. A completed submission requires the browser's
 * submission key.
 */
export const allowsChanges = ({ allows_changes: allows }: LoadedForm, found: StoredSubmission | undefined) =>
  allows && found?.is_resumed !== true

/** A full form allows changes, because they do not count against its submission limit. */
export const isChangeable = (form: LoadedForm, found: StoredSubmission) =>
  allowsChanges(form, found) && found.status === 'complete' && (form.state === 'open' || form.state === 'full')

/** Also refused if the personal link of the submission was revoked. */
export async function refuseUnchangeable(db: Db, form: LoadedForm, found: StoredSubmission | undefined) {
  if (!found || found.status !== 'complete' || !allowsChanges(form, found)) throw refusal('changes_not_allowed')
  if (form.state !== 'full') refuseUnlessOpen(form)
  await linkOf(db, form.id, found, undefined)
  return found
}

export const answersChanged = () => refusal('answers_changed')

export type ChangeDraft = { entries: Entries; page: string | null; revision: number }

/** The draft of a change; before the first save it has the submitted answers. */
export async function readChangeDraft(
  db: Db,
  seal: Seal,
  { definition }: LoadedForm,
  found: StoredSubmission,
): Promise<ChangeDraft> {
  const [draft] = await db.query<{ sealed: Buffer; page_key: string | null; revision: number }>(
    'select sealed, page_key, revision from form_change_drafts where submission_id = $1',
    [found.id],
  )
  const typed = draft && (seal.open(found.id, draft.sealed) as Entries | undefined)
  return draft && typed
    ? { entries: typed, page: draft.page_key, revision: draft.revision }
    : { entries: entriesOfAnswers(definition, answersOf(seal, found)), page: null, revision: draft?.revision ?? 0 }
}

type Save = { change: number; revision: number; force?: boolean; entries: Entries; page: string | null }

/** Returns the new revision. Refuses with a conflict if another window has saved or submitted since. */
export async function writeChangeDraft(db: Db, seal: Seal, found: StoredSubmission, save: Save): Promise<number> {
  if (found.change_count !== save.change) throw answersChanged()
  const [saved] = await db.query<{ revision: number }>(
    `insert into form_change_drafts as d (submission_id, sealed, page_key, revision) values ($1, $2, $3, $4 + 1)
     on conflict (submission_id) do update set sealed = excluded.sealed, page_key = excluded.page_key, revision = d.revision + 1, saved_at = now()
       where $5 or d.revision = $4
     returning revision`,
    [found.id, seal.close(found.id, save.entries), save.page, save.revision, save.force ?? false],
  )
  if (!saved) throw refusal('draft_elsewhere')
  return saved.revision
}
