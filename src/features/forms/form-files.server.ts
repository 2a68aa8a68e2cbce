// upload-form-file: stores a file of a submission after its content was checked.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { safeFileName } from '#platform/files/files.ts'
import type { Answers, FileAnswer } from '#platform/forms/answers/answer.ts'
import { answerProblem } from '#platform/forms/answers/answer-problems.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { refuseUnchangeable } from './changes/change-drafts.server.ts'
import type { FormDependencies } from './form-dependencies.server.ts'
import { refusals } from './form-texts.ts'
import { FileStored, UploadFile } from './forms.ts'
import { type LoadedForm, loadForm, refuseUnlessOpen } from './load-form.server.ts'
import { refuseLocked } from './password/form-access.server.ts'
import { refuseConflict, writeDraft } from './save-draft.server.ts'
import { maxFileBytes, sniffFile } from './sniff-file.ts'
import { findSubmission, isSealed, lockFilling } from './submission-store.server.ts'

const bucket = 'form-files'
const maxFiles = 20

export const uploadFormFile = (parts: FormDependencies) =>
  defineFunction({
    name: 'upload-form-file',
    caller: 'anyone',
    as: 'service', // the submission key authorizes the request
    refusals,
    // Allows for the multipart overhead.
    bodyLimit: maxFileBytes + 4096,
    timeoutMs: 60_000,
    perClient: { burst: 60, refillMs: 3_600_000 },
    input: UploadFile,
    output: FileStored,
    async run({ input, db, request }) {
      await lockFilling(db, input.key)
      const form = await loadForm(db, input.formId, input.version)
      await refuseLocked(db, form, input)
      const found = await findSubmission(db, form.id, input.key)
      if (input.change !== undefined) {
        const { id } = await refuseUnchangeable(db, form, found)
        return storeFile(db, parts, { form, submissionId: id, field: input.field, file: input.file })
      }
      refuseUnlessOpen(form)
      if (found?.status === 'complete') refuseConflict(found, found)
      // The file belongs to a submission; if none is saved yet, a partial submission is created here.
      if (!found)
        await writeDraft(db, parts.seal, { form, found, key: input.key, link: input.link, entries: {}, page: null, metadata: parts.metadataOf(request, undefined) }) // prettier-ignore
      const { id } = found ?? (await findSubmission(db, form.id, input.key))!
      return storeFile(db, parts, { form, submissionId: id, field: input.field, file: input.file })
    },
  })

type Upload = { form: LoadedForm; submissionId: string; field: string; file: Blob }

/** Refused with an error at the field. The bytes are written last, so that a refusal leaves no orphaned file. */
export async function storeFile(
  db: Db,
  { putFile, scansFiles }: FormDependencies,
  upload: Upload,
): Promise<FileStored> {
  const { form, submissionId, field, file } = upload
  const refuse = (
    code: 'file_type_unknown' | 'file_type_mismatch' | 'file_empty' | 'file_too_large' | 'too_many_files',
  ) => new Refusal(code, 422, refusals[code], { [field]: refusals[code] })
  if (!answeredFields(form.definition).some(({ key, kind }) => key === field && kind === 'file'))
    throw refuse('file_type_unknown')
  const name = safeFileName(file instanceof File ? file.name : '')
  if (file.size === 0) throw refuse('file_empty')
  if (file.size > maxFileBytes) throw refuse('file_too_large')
  const bytes = Buffer.from(await file.arrayBuffer())
  const { type, fits } = sniffFile(name, bytes)
  if (!type) throw refuse('file_type_unknown')
  if (!fits) throw refuse('file_type_mismatch')
  const { many } = await db.one<{ many: number }>(
    'select count(*)::int as many from form_files where submission_id = $1',
    [submissionId],
  )
  if (many >= maxFiles) throw refuse('too_many_files')
  const { id } = await db.one<{ id: string }>(
    `insert into form_files (submission_id, field_key, name, mime_type, size_bytes, scan_state)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [submissionId, field, name, type, bytes.length, scansFiles ? 'waiting' : 'unscanned'],
  )
  await putFile({ bucket, key: id, type }, bytes)
  return { id, name, bytes: bytes.length }
}

/**
 * Answers can reference only files of their submission. Files that neither current nor previous answers reference are
 * deleted. Files of sensitive fields of a complete submission are exempt, because its previous answers are encrypted.
 */
export async function checkFiles(
  db: Db,
  submissionId: string | undefined,
  definition: FormDefinition,
  answers: Answers,
) {
  const named = answeredFields(definition).flatMap(({ key, kind }) =>
    kind === 'file' && answers[key] !== undefined ? [{ key, id: (answers[key] as FileAnswer).id }] : [],
  )
  const stored = submissionId
    ? await db.query<{ id: string; field_key: string }>('select id, field_key from form_files where submission_id = $1', [submissionId]) // prettier-ignore
    : []
  const lost = named.filter(({ key, id }) => !stored.some((file) => file.id === id && file.field_key === key))
  const { message } = answerProblem('file_invalid').problem
  if (lost.length > 0)
    throw new Refusal('answers_invalid', 422, refusals.answers_invalid, Object.fromEntries(lost.map(({ key }) => [key, message]))) // prettier-ignore
  const unused = stored.filter((file) => !named.some(({ id }) => id === file.id))
  if (unused.length > 0)
    await db.query(
      `delete from form_files f where f.id = any ($1) and not exists (
         select from form_submissions s where s.id = f.submission_id and s.status = 'complete'
           and (f.field_key = any ($2) or s.answers -> f.field_key ->> 'id' = f.id::text)
         union all
         select from form_former_answers o where o.submission_id = f.submission_id and o.answers -> f.field_key ->> 'id' = f.id::text)`,
      [unused.map(({ id }) => id), answeredFields(definition).filter(isSealed).map(({ key }) => key)], // prettier-ignore
    )
}
