// Rows of submissions: found by the hash of the visitor's key, with encrypted answers.
import { hashKey } from '#lib/hash-key.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Answers } from '#platform/forms/answers/answer.ts'
import type { Entries } from '#platform/forms/answers/entries.ts'
import type { AnsweredField } from '#platform/forms/definition/field-schema.ts'
import type { SealedColumn } from '#platform/sealing/reseal.server.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'

/** Sensitive answers, and all answers of a partial submission. */
export const sealedAnswers: SealedColumn = {
  table: 'public.form_sealed_answers',
  column: 'sealed',
  key: ['submission_id'],
  owner: 'submission_id',
  purpose: 'answers of forms',
}

/** Sensitive answers that were replaced by a change. */
export const sealedFormerAnswers: SealedColumn = {
  ...sealedAnswers,
  table: 'public.form_former_answers',
  key: ['submission_id', 'number'],
}

/** Changes that are not submitted yet. */
export const sealedChangeDrafts: SealedColumn = { ...sealedAnswers, table: 'public.form_change_drafts' }

export type StoredSubmission = {
  id: string
  status: 'partial' | 'complete' | 'spam'
  form_version: number
  revision: number
  page_key: string | null
  answers: Answers
  completed_at: Date | null
  /** Number of changes after submission, and the time of the last one. */
  change_count: number
  changed_at: Date | null
  contact_id: string | null
  opportunity_id: string | null
  link_id: string | null
  sealed: Buffer | null
  /** Whether the submission was found by the key of a mailed reminder. */
  is_resumed: boolean
}

/** Serializes requests for one submission: repeated requests wait for the first one. */
export async function lockFilling(db: Db, key: string) {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('filling ' || ${ownHash('$1')}, 0))`, [hashKey(key)])
}

/** Resolves the key of a reminder to the submission's original key. */
const ownHash = (hash: string) =>
  `coalesce((select own.key_hash from form_resume_keys k join form_submissions own on own.id = k.submission_id where k.key_hash = ${hash}), ${hash})`

export async function findSubmission(db: Db, formId: string, key: string): Promise<StoredSubmission | undefined> {
  const [found] = await db.query<StoredSubmission>(
    `select s.id, s.status, s.form_version, s.revision, s.page_key, s.answers, s.completed_at, s.change_count, s.changed_at, s.contact_id,
       s.opportunity_id, s.link_id, a.sealed, s.key_hash <> $2 as is_resumed
     from form_submissions s left join form_sealed_answers a on a.submission_id = s.id
     where s.form_id = $1 and s.key_hash = ${ownHash('$2')}`,
    [formId, hashKey(key)],
  )
  return found
}

/** Entries of a partial submission. Empty if the encryption key is lost. */
export const entriesOf = (seal: Seal, { id, sealed }: Pick<StoredSubmission, 'id' | 'sealed'>): Entries =>
  ((sealed && seal.open(id, sealed)) as Entries | undefined) ?? {}

/** Answers of a complete submission, including sensitive ones. */
export const answersOf = (seal: Seal, { id, answers, sealed }: StoredSubmission): Answers => ({
  ...answers,
  ...((sealed && seal.open(id, sealed)) as Answers | undefined),
})

/**
 * Encrypts the entries of a partial submission, or the sensitive answers of a complete one. Deletes the row if there
 * are none.
 */
export async function sealAnswers(db: Db, seal: Seal, id: string, content: Entries | Answers) {
  if (Object.keys(content).length === 0) {
    await db.query('delete from form_sealed_answers where submission_id = $1', [id])
    return
  }
  await db.query(
    `insert into form_sealed_answers (submission_id, sealed) values ($1, $2)
     on conflict (submission_id) do update set sealed = excluded.sealed`,
    [id, seal.close(id, content)],
  )
}

/** Whether the answer of a field is encrypted in a complete submission. */
export const isSealed = ({ sensitive, kind }: AnsweredField) =>
  sensitive === true || kind === 'bank_account' || kind === 'id_number'
