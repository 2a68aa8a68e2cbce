// read-form-answers: one submission, with the sensitive answers that the caller may read.
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
      const { may } = await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)
      const sealed = new Map(
        (await db.query<Sealed>('select number, sealed from open_form_answers($1)', [id])).map((one) => [
          one.number,
          seal.open(id, one.sealed) as Answers | undefined,
        ]),
      )
      const own = sealed.has(0) ? sealed.get(0) : may ? {} : undefined
      return {
        answers: { ...row.answers, ...own },
        // Also applies if the key is lost: an answer that cannot be decrypted is marked hidden, not missing.
        hidden: own
          ? []
          : answeredFields(row.definition)
              .filter(isSealed)
              .map(({ key }) => key),
        former: await readFormer(db, id, sealed),
      }
    },
  })

type Sealed = { number: number; sealed: Buffer }

/** Answers replaced by changes, limited to those the caller may read. */
async function readFormer(db: Db, id: string, sealed: ReadonlyMap<number, Answers | undefined>) {
  const rows = await db.query<{ number: number; answers: Answers; replaced_at: Date }>(
    'select number, answers, replaced_at from form_former_answers where submission_id = $1 order by number desc',
    [id],
  )
  return rows.map(({ number, answers, replaced_at: at }) => ({
    answers: { ...answers, ...sealed.get(number) },
    replacedAt: at.toISOString(),
  }))
}

/** Decryptable sensitive answers by submission, for an export by owners and admins. */
export async function openSealed(db: Db, seal: Seal, ids: readonly string[]): Promise<Map<string, Answers>> {
  const rows = await db.query<{ submission_id: string; sealed: Buffer }>(
    'select submission_id, sealed from sealed_form_answers($1)',
    [ids],
  )
  return new Map(
    rows.flatMap(({ submission_id: id, sealed }) => {
      const answers = seal.open(id, sealed) as Answers | undefined
      return answers ? [[id, answers]] : []
    }),
  )
}
