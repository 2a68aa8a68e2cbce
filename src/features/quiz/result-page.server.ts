// open-quiz-result, view-quiz-result, send-quiz-result, and the levels that a couple shares. All are authorized by a
// result token.
import { hashKey } from '#lib/hash-key.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { linkResult, markViewed, newKey } from './attempts.server.ts'
import { visitorOptions, type QuizDependencies } from './dependencies.server.ts'
import { followDetails, refuseUnsent } from './follow-details.server.ts'
import { isAnswered, readPartner } from './partner.server.ts'
import { refusals } from './quiz-texts.ts'
import {
  comparedAfterDays,
  invitationDays,
  KeyedResult,
  PartnerInvited,
  ResultLinked,
  ResultReady,
  InvitePartner,
  ResultToken,
  ResultView,
  SendResult,
} from './quiz.ts'
import type { QuizResult } from './scoring/quiz-result.ts'

type Linked = {
  id: string
  result: QuizResult
  completedAt: Date
  email: string | null
  /** Whether the link was mailed to this address. */
  provesAddress: boolean
  /** Null without an invitation. */
  invitedUntil: Date | null
}

/** Returns the attempt of a result and locks it. */
async function readResult(db: Db, token: string): Promise<Linked> {
  const [link] = await db.query<Linked & { isOver: boolean }>(
    `select a.id, a.result, a.completed_at as "completedAt", a.email, l.proves_address as "provesAddress",
       a.invite_expires_at as "invitedUntil", l.revoked_at is not null or l.expires_at < now() as "isOver"
     from quiz_result_links l join quiz_attempts a on a.id = l.attempt_id where l.token_hash = $1 for update of a`,
    [hashKey(token)],
  )
  if (!link) throw new Refusal('result_unknown', 404, refusals.result_unknown)
  if (link.isOver) throw new Refusal('result_expired', 410, refusals.result_expired)
  return link
}

export const openQuizResult = defineFunction({
  ...visitorOptions,
  name: 'open-quiz-result',
  refusals,
  input: ResultToken,
  output: ResultView,
  async run({ input: { token }, db }) {
    const attempt = await readResult(db, token)
    const stage = attempt.result.stage
    const [before] = await db.query<{ completedAt: Date; result: QuizResult }>(
      `select b.completed_at as "completedAt", b.result from quiz_attempts a join quiz_attempts b on b.id = a.previous_id
       where a.id = $1 and b.completed_at <= a.completed_at - make_interval(days => $2)`,
      [attempt.id, comparedAfterDays],
    )
    const [worksheet] = await db.query<{ slug: string; title: string }>(
      'select slug, title from shown_lead_magnets() where slug = $1',
      [stage?.leadMagnet ?? ''],
    )
    return {
      result: attempt.result,
      completedOn: dayOf(attempt.completedAt),
      email: await maskedAddress(db, attempt.email),
      provesAddress: attempt.provesAddress,
      before: before
        ? {
            completedOn: dayOf(before.completedAt),
            stage: before.result.stage?.name ?? null,
            percents: Object.fromEntries(
              before.result.dimensions.flatMap(({ key: name, percent }) => (percent === null ? [] : [[name, percent]])),
            ),
          }
        : null,
      ...(await readPartner(db, attempt)),
      worksheet: worksheet ?? null,
    }
  },
})

/** Marks the result as viewed. Called when the page becomes visible. */
export const viewQuizResult = defineFunction({
  ...visitorOptions,
  name: 'view-quiz-result',
  refusals,
  perClient: { burst: 60, refillMs: 3_600_000 },
  input: KeyedResult,
  output: ResultReady,
  async run({ input: { token, key }, db }) {
    const { id } = await readResult(db, token)
    await markViewed(db, id, key)
    return { token }
  },
})

const maskedAddress = async (db: Db, email: string | null) =>
  email && (await db.one<{ masked: string }>('select masked_address($1) as masked', [email])).masked

/** Mails the result to a new address, or again to the same one. */
export const sendQuizResult = (needs: QuizDependencies) =>
  defineFunction({
    ...visitorOptions,
    name: 'send-quiz-result',
    refusals,
    perClient: { burst: 20, refillMs: 3_600_000 },
    input: SendResult,
    output: ResultReady,
    async run({ input, db, request }) {
      const { id } = await readResult(db, input.token)
      await markViewed(db, id, input.key)
      refuseUnsent(await followDetails(db, needs, { attemptId: id, details: input, request }))
      return { token: input.token }
    },
  })

/**
 * A link for sharing, for example on WhatsApp. Unlike a mailed link it does not verify an address, and it needs no
 * phone number.
 */
export const linkQuizResult = defineFunction({
  ...visitorOptions,
  name: 'link-quiz-result',
  refusals,
  perClient: { burst: 20, refillMs: 3_600_000 },
  input: KeyedResult,
  output: ResultLinked,
  async run({ input: { token, key }, db }) {
    const { id } = await readResult(db, token)
    await markViewed(db, id, key)
    return { token, link: await linkResult(db, id) }
  },
})

const forgetMailedInvitation = (db: Db, id: string) =>
  db.query(`delete from quiz_mailed_keys where attempt_id = $1 and opens = 'invitation'`, [id])

/**
 * Creates an invitation for the partner. Inviting implies the agreement to share levels; a new invitation replaces the
 * previous one.
 */
export const invitePartner = defineFunction({
  ...visitorOptions,
  name: 'invite-quiz-partner',
  refusals,
  perClient: { burst: 20, refillMs: 3_600_000 },
  input: InvitePartner,
  output: PartnerInvited,
  async run({ input: { token, key, remindsPartner }, db }) {
    const { id, provesAddress } = await readResult(db, token)
    await markViewed(db, id, key)
    const invitation = newKey()
    await forgetMailedInvitation(db, id)
    await db.query(
      `update quiz_attempts set invite_hash = $2, invite_expires_at = now() + make_interval(days => $3),
         shares_levels_at = coalesce(shares_levels_at, now()), reminds_partner = $4 where id = $1`,
      [id, hashKey(invitation), invitationDays, remindsPartner && provesAddress],
    )
    return { token, invitation }
  },
})

export const shareQuizLevels = defineFunction({
  ...visitorOptions,
  name: 'share-quiz-levels',
  refusals,
  perClient: { burst: 20, refillMs: 3_600_000 },
  input: KeyedResult,
  output: ResultReady,
  async run({ input: { token, key }, db }) {
    const attempt = await readResult(db, token)
    const { partner } = await readPartner(db, attempt)
    if (!isAnswered(partner)) throw new Refusal('no_partner', 409, refusals.no_partner)
    await markViewed(db, attempt.id, key)
    await db.query('update quiz_attempts set shares_levels_at = coalesce(shares_levels_at, now()) where id = $1', [
      attempt.id,
    ])
    return { token }
  },
})

/** Withdraws the agreement, which hides the levels of both partners from each other. */
export const stopSharingQuizLevels = defineFunction({
  ...visitorOptions,
  name: 'stop-sharing-quiz-levels',
  refusals,
  perClient: { burst: 20, refillMs: 3_600_000 },
  input: KeyedResult,
  output: ResultReady,
  async run({ input: { token, key }, db }) {
    const { id } = await readResult(db, token)
    await markViewed(db, id, key)
    await forgetMailedInvitation(db, id)
    await db.query(
      `update quiz_attempts set shares_levels_at = null, invite_hash = null, invite_expires_at = null, reminds_partner = false where id = $1`,
      [id],
    )
    return { token }
  },
})
