// read-form-answers: one submission with its sensitive answers, as far as the caller may read them.
import { defineFunction } from '#kernel/functions/functions.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Answers } from '#platform/forms/answers/answer.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { refusals } from './form-texts.ts'
import { AnswersRead, ReadAnswers } from './forms.ts'
import { isSealed } from './submission-store.server.ts'

export const seesAnswers = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'coach', 'sales') as may`)).may

type Row = { id: string; answers: Answers; definition: FormDefinition }

export const readFormAnswers = (seal: Seal) =>
  defineFunction({
    name: 'read-form-answers',
    caller: seesAnswers,
    refusals,
    input: ReadAnswers,
    output: AnswersRead,
    async run({ input: { id }, db }) {
      const [row] = await db.query<Row>(
        `select s.id, s.answers, v.definition from form_submissions s
         join form_versions v on v.form_id = s.form_id and v.number = s.form_version
         where s.id = $1 and s.status = 'complete'`,
        [id],
      )
      if (!row) throw new Refusal('submission_not_found', 404, refusals.submission_not_found)
      const opened = await openSealed(db, seal, [id])
      const sealed = opened.get(id)
      return {
        answers: { ...row.answers, ...sealed },
        // Also when the key is lost: an answer that cannot be opened is not shown as missing.
        hidden: sealed
          ? []
          : answeredFields(row.definition)
              .filter(isSealed)
              .map(({ key }) => key),
        former: await readFormer(db, seal, id),
      }
    },
  })

/** What changes have replaced, with what the caller may read of it. */
async function readFormer(db: Db, seal: Seal, id: string) {
  const rows = await db.query<{ answers: Answers; replaced_at: Date; sealed: Buffer | null }>(
    `select f.answers, f.replaced_at, s.sealed from form_former_answers f left join sealed_former_answers($1) s on s.number = f.number
     where f.submission_id = $1 order by f.number desc`,
    [id],
  )
  return rows.map(({ answers, replaced_at: at, sealed }) => ({
    answers: { ...answers, ...(sealed && (seal.open(id, sealed) as Answers | undefined)) },
    replacedAt: at.toISOString(),
  }))
}

/** The sealed answers that the caller may read, by submission. A submission without any has an entry, if the caller may read them. */
export async function openSealed(db: Db, seal: Seal, ids: readonly string[]): Promise<Map<string, Answers>> {
  const [{ all }] = (await db.query<{ all: boolean }>(`select has_role('owner', 'admin') as all`)) as [{ all: boolean }]
  const rows = await db.query<{ submission_id: string; sealed: Buffer }>(
    'select submission_id, sealed from sealed_form_answers($1)',
    [ids],
  )
  const opened = new Map<string, Answers>(all ? ids.map((id) => [id, {}]) : [])
  for (const { submission_id: id, sealed } of rows) {
    const answers = seal.open(id, sealed) as Answers | undefined
    if (answers) opened.set(id, answers)
    else opened.delete(id)
  }
  return opened
}
