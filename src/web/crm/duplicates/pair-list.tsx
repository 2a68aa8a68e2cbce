import { Link, useSearchParams } from 'react-router'
import type { ShownPair } from '#features/duplicates/duplicates.data.ts'
import { reasonLabels } from '#features/duplicates/duplicates.ts'
import { Badge } from '#ui/badge.tsx'
import { pairKey, type IdPair } from '#features/merges/screens/pair-param.ts'

type Props = { pairs: readonly ShownPair[]; total: number; chosen: IdPair }

/** Undecided pairs, highest score first. */
export function PairList({ pairs, total, chosen }: Props) {
  const [search] = useSearchParams()
  const addressOf = (key: string) => {
    const next = new URLSearchParams(search)
    next.set('pair', key)
    return `?${next}`
  }
  return (
    <nav className="dup__list" aria-label="זוגות לבדיקה">
      <ol>
        {pairs.map((pair) => {
          const key = pairKey([pair.first_id, pair.second_id])
          return (
            <li key={key}>
              <Link to={addressOf(key)} preventScrollReset {...(key === pairKey(chosen) && { 'aria-current': 'true' })}>
                <b>
                  <bdi>{pair.first.full_name}</bdi>
                </b>
                <b>
                  <bdi>{pair.second.full_name}</bdi>
                </b>
                <span className="dup__why">
                  {pair.looks_like === 'household' && <Badge kind="accent">אולי משק בית</Badge>}
                  {pair.reasons.map((reason) => (
                    <Badge key={reason}>{reasonLabels[reason]}</Badge>
                  ))}
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
      {total > pairs.length && <p>מוצגים {pairs.length} הזוגות הסבירים ביותר. השאר יופיעו כשאלה יוכרעו.</p>}
    </nav>
  )
}
