// Rows of attempts: found by the hash of the cookie's key, with encrypted answers.
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

/** A random key of 192 bits. */
export const newKey = () => randomBytes(24).toString('base64url')

/** Resolves a key to the hash of the attempt's original key: a mailed link to continue has a separate key. */
const ownKey = (hash: string) =>
  `coalesce((select own.key_hash from quiz_mailed_keys k join quiz_attempts own on own.id = k.attempt_id
     where k.key_hash = ${hash} and k.opens = 'questions'), ${hash})`

/** Locks the row, so that repeated requests wait for the first one. */
export async function findAttempt(db: Db, key: string | undefined): Promise<Attempt | undefined> {
  if (key === undefined) return undefined
  const [attempt] = await db.query<Attempt>(
    `select a.id, a.quiz_version as version, a.status, a.reached, a.contact_id as "contactId", a.result is not null as "isFinished",
       v.definition, s.sealed
     from quiz_attempts a join quiz_versions v on v.quiz_id = a.quiz_id and v.number = a.quiz_version
     left join quiz_sealed_answers s on s.attempt_id = a.id
     where a.key_hash = ${ownKey('$1')} for update of a`,
    [hashKey(key)],
  )
  return attempt
}

export async function readAttempt(db: Db, key: string | undefined): Promise<Attempt> {
  const attempt = await findAttempt(db, key)
  if (!attempt) throw new Refusal('attempt_unknown', 404, refusals.attempt_unknown)
  return attempt
}

/** Decrypts the answers; empty if the encryption key is missing. */
export const answersOf = (seal: Seal, { id, sealed }: Pick<Attempt, 'id' | 'sealed'>): QuizAnswers =>
  ((sealed && seal.open(id, sealed)) as QuizAnswers | undefined) ?? {}

export async function sealAnswers(db: Db, seal: Seal, id: string, answers: QuizAnswers) {
  await db.query(
    `insert into quiz_sealed_answers (attempt_id, sealed) values ($1, $2)
     on conflict (attempt_id) do update set sealed = excluded.sealed`,
    [id, seal.close(id, answers)],
  )
}

/** Number of leading questions that are answered or skipped. */
export const countLeadingAnswers = ({ questions }: QuizDefinition, answers: QuizAnswers) => {
  const open = questions.findIndex(({ key }) => answers[key] === undefined)
  return open < 0 ? questions.length : open
}

/** Whether the attempt `a` created this invitation and it is still valid: the displayed or the mailed link. */
export const isInvitation = (hash: string) =>
  `a.invite_expires_at > now() and a.invite_hash = coalesce((
     select own.invite_hash from quiz_mailed_keys k join quiz_attempts own on own.id = k.attempt_id
     where k.key_hash = ${hash} and k.opens = 'invitation'), ${hash})`

/** Stores a new key for a mailed link. */
export async function makeMailedKey(db: Db, attemptId: string, opens: 'questions' | 'invitation'): Promise<string> {
  const key = newKey()
  await db.query('insert into quiz_mailed_keys (key_hash, attempt_id, opens) values ($1, $2, $3)', [
    hashKey(key),
    attemptId,
    opens,
  ])
  return key
}

/**
 * `key`: of the browser that answered. Only that browser marks the result as viewed, because mail scanners open links
 * too.
 */
export const markViewed = async (db: Db, id: string, key: string | undefined) =>
  key &&
  db.query(
    `update quiz_attempts set status = 'viewed', viewed_at = now() where id = $1 and key_hash = ${ownKey('$2')} and status = 'completed'`,
    [id, hashKey(key)],
  )

/** Stores a new key for the result page. `mailedTo`: the only address that receives the key. */
export async function linkResult(db: Db, attemptId: string, mailedTo?: string): Promise<string> {
  const token = newKey()
  await db.query(
    `insert into quiz_result_links (token_hash, attempt_id, proves_address)
     select $1, a.id, coalesce(a.email = $3, false) from quiz_attempts a where a.id = $2`,
    [hashKey(token), attemptId, mailedTo],
  )
  return token
}
