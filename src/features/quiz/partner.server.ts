// The partner's attempt of a couple. Partners see only each other's levels, after both agreed to share.
import type { Db } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { invitationDays, type ResultView, unansweredAfterDays } from './quiz.ts'
import { levelOf, type QuizResult } from './scoring/quiz-result.ts'

const dayMs = 86_400_000

type Pair = { result: QuizResult; minesShared: boolean; theirsShared: boolean }

export async function readPartner(
  db: Db,
  attempt: { id: string; result: QuizResult; invitedUntil: Date | null },
): Promise<Pick<ResultView, 'partner' | 'shared' | 'invitedOn'>> {
  const [pair] = await db.query<Pair>(
    `select p.result, m.shares_levels_at is not null as "minesShared", p.shares_levels_at is not null as "theirsShared"
     from quiz_attempts m join quiz_attempts p on p.id = m.partner_id or p.partner_id = m.id
     where m.id = $1 and p.result is not null order by p.completed_at limit 1`,
    [attempt.id],
  )
  if (!pair) return { ...invitationState(attempt.invitedUntil), shared: [] }
  if (!pair.minesShared) return { partner: 'mine_missing', shared: [], invitedOn: null }
  if (!pair.theirsShared) return { partner: 'theirs_missing', shared: [], invitedOn: null }
  const theirs = new Map(pair.result.dimensions.map(({ key, percent }) => [key, percent]))
  const shared = attempt.result.dimensions.flatMap(({ key, label, percent }) => {
    const other = theirs.get(key)
    return percent === null || typeof other !== 'number'
      ? []
      : [{ key, label, mine: levelOf(percent), theirs: levelOf(other) }]
  })
  return { partner: 'compared', shared, invitedOn: null }
}

/** Whether the partner has a result. */
export const isAnswered = (partner: ResultView['partner']) =>
  partner === 'mine_missing' || partner === 'theirs_missing' || partner === 'compared'

/** State of an unanswered invitation: fresh, unanswered for days, or expired. */
function invitationState(until: Date | null): Pick<ResultView, 'partner' | 'invitedOn'> {
  if (!until) return { partner: 'none', invitedOn: null }
  const daysLeft = (until.getTime() - Date.now()) / dayMs
  const invitedOn = dayOf(new Date(until.getTime() - invitationDays * dayMs))
  if (daysLeft <= 0) return { partner: 'lapsed', invitedOn }
  return { partner: daysLeft <= invitationDays - unansweredAfterDays ? 'unanswered' : 'invited', invitedOn }
}
