// Sensitive answers, which are sealed in the database: owners may read those of submitted forms and quizzes, so the archive contains them
// decrypted.
import type { Db } from '#kernel/postgres/transaction.ts'
import { byteOrderMark, csvLine } from '#lib/spreadsheets/csv.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { headOf } from './column-heads.ts'
import { readPages } from './read-tables.server.ts'

export type AnswerSeals = Record<'forms' | 'quizzes', Pick<Seal, 'open'>>
type Source = { title: string; key: string; query: string; seal: keyof AnswerSeals }

/** Reads as the service role: no role can read sealed values directly. */
export const sealedSources: readonly Source[] = [
  {
    title: 'טפסים - תשובות רגישות',
    key: 'submission_id',
    seal: 'forms',
    query: `select a.submission_id::text as owner, a.sealed from form_sealed_answers a
      join form_submissions s on s.id = a.submission_id where s.status = 'complete' order by a.submission_id`,
  },
  {
    title: 'טפסים - תשובות רגישות קודמות',
    key: 'submission_id',
    seal: 'forms',
    query: `select submission_id::text as owner, sealed from form_former_answers where sealed is not null order by submission_id, number`,
  },
  {
    title: 'שאלונים - תשובות',
    key: 'attempt_id',
    seal: 'quizzes',
    query: 'select attempt_id::text as owner, sealed from quiz_sealed_answers order by attempt_id',
  },
]

async function* openedAnswers(db: Db, { query, seal }: Source, seals: AnswerSeals) {
  for await (const rows of readPages<{ owner: string; sealed: Buffer }>(db, query))
    yield rows.map(({ owner, sealed }) => ({
      owner,
      // Null if sealed with a lost key.
      answers: (seals[seal].open(owner, sealed) ?? null) as Record<string, unknown> | null,
    }))
}

export async function* answersAsJson(db: Db, source: Source, seals: AnswerSeals, onRows: (count: number) => void) {
  let start = '[\n'
  for await (const rows of openedAnswers(db, source, seals)) {
    onRows(rows.length)
    yield start + rows.map(({ owner, answers }) => JSON.stringify({ [source.key]: owner, answers })).join(',\n')
    start = ',\n'
  }
  yield start === '[\n' ? '[]\n' : '\n]\n'
}

/** Yields one line per answer. */
export async function* answersAsCsv(db: Db, source: Source, seals: AnswerSeals) {
  yield byteOrderMark + csvLine([headOf(source.key)!, headOf('question')!, headOf('answer')!])
  for await (const rows of openedAnswers(db, source, seals))
    yield rows
      .flatMap(({ owner, answers }) =>
        Object.entries(answers ?? {}).map(([question, answer]) => csvLine([owner, question, textOf(answer)])),
      )
      .join('')
}

const textOf = (answer: unknown) => (typeof answer === 'string' ? answer : JSON.stringify(answer))
