// Rows of attempts: found by the hash of the cookie's key, with their sealed answers.
import { randomBytes } from 'node:crypto'
import { hashKey } from '#lib/hash-key.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { SealedColumn } from '#platform/sealing/reseal.server.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import type { QuizAnswers, QuizDefinition } from './definition/quiz-definition.ts'
import { refusals } from './quiz-texts.ts'
import { quizSlug } from './quiz.ts'

export const sealedQuizAnswers: SealedColumn = {
  table: 'public.quiz_sealed_answers',
  column: 'sealed',
  key: ['attempt_id'],
  owner: 'attempt_id',
  purpose: 'answers of quizzes',
}

type OpenQuizRow = { id: string; title: string; version: number; definition: QuizDefinition; isOpen: boolean }

/** The current version of the quiz; undefined before its first one. */
export async function findQuiz(db: Db): Promise<OpenQuizRow | undefined> {
  const [quiz] = await db.query<OpenQuizRow>(
    `select q.id, q.title, v.number as version, v.definition, q.status = 'published' as "isOpen"
     from quizzes q join quiz_versions v on v.quiz_id = q.id and v.number = q.current_version where q.slug = $1`,
    [quizSlug],
  )
  return quiz
}

export type Attempt = {
  id: string
  version: number
  status: string
  reached: number
  contactId: string | null
  isFinished: boolean
  definition: QuizDefinition
  sealed: Buffer | null
}

/** 192 random bits. */
export const newKey = () => randomBytes(24).toString('base64url')

/** Locked, so that repetitions of a request wait for the first one. */
export async function findAttempt(db: Db, key: string | undefined): Promise<Attempt | undefined> {
  if (key === undefined) return undefined
  const [attempt] = await db.query<Attempt>(
    `select a.id, a.quiz_version as version, a.status, a.reached, a.contact_id as "contactId", a.result is not null as "isFinished",
       v.definition, s.sealed
     from quiz_attempts a join quiz_versions v on v.quiz_id = a.quiz_id and v.number = a.quiz_version
     left join quiz_sealed_answers s on s.attempt_id = a.id
     where a.key_hash = $1 for update of a`,
    [hashKey(key)],
  )
  return attempt
}

export async function readAttempt(db: Db, key: string | undefined): Promise<Attempt> {
  const attempt = await findAttempt(db, key)
  if (!attempt) throw new Refusal('attempt_unknown', 404, refusals.attempt_unknown)
  return attempt
}

/** None if the key that sealed them is lost. */
export const answersOf = (seal: Seal, { id, sealed }: Pick<Attempt, 'id' | 'sealed'>): QuizAnswers =>
  ((sealed && seal.open(id, sealed)) as QuizAnswers | undefined) ?? {}

export async function sealAnswers(db: Db, seal: Seal, id: string, answers: QuizAnswers) {
  await db.query(
    `insert into quiz_sealed_answers (attempt_id, sealed) values ($1, $2)
     on conflict (attempt_id) do update set sealed = excluded.sealed`,
    [id, seal.close(id, answers)],
  )
}

/** The number of answered or skipped questions before the first one that is neither. */
export const reachedBy = ({ questions }: QuizDefinition, answers: QuizAnswers) => {
  const open = questions.findIndex(({ key }) => answers[key] === undefined)
  return open < 0 ? questions.length : open
}

/** A new key for the page of a result. */
export async function linkResult(db: Db, attemptId: string): Promise<string> {
  const token = newKey()
  await db.query('insert into quiz_result_links (token_hash, attempt_id) values ($1, $2)', [hashKey(token), attemptId])
  return token
}
