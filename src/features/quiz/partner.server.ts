// The other attempt of a couple. It shows levels only, and only after both agreed.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { ResultView } from './quiz.ts'
import { levelOf, type QuizResult } from './scoring/quiz-result.ts'

type Pair = { result: QuizResult; minesShared: boolean; theirsShared: boolean }

export async function readPartner(
  db: Db,
  attempt: { id: string; result: QuizResult; hasInvited: boolean },
): Promise<Pick<ResultView, 'partner' | 'shared'>> {
  const [pair] = await db.query<Pair>(
    `select p.result, m.shares_levels_at is not null as "minesShared", p.shares_levels_at is not null as "theirsShared"
     from quiz_attempts m join quiz_attempts p on p.id = m.partner_id or p.partner_id = m.id
     where m.id = $1 and p.result is not null order by p.completed_at limit 1`,
    [attempt.id],
  )
  if (!pair) return { partner: attempt.hasInvited ? 'invited' : 'none', shared: [] }
  if (!pair.minesShared) return { partner: 'mine_missing', shared: [] }
  if (!pair.theirsShared) return { partner: 'theirs_missing', shared: [] }
  const theirs = new Map(pair.result.dimensions.map(({ key, percent }) => [key, percent]))
  const shared = attempt.result.dimensions.flatMap(({ key, label, percent }) => {
    const other = theirs.get(key)
    return percent === null || typeof other !== 'number'
      ? []
      : [{ key, label, mine: levelOf(percent), theirs: levelOf(other) }]
  })
  return { partner: 'compared', shared }
}
