import { Link } from 'react-router'
import type { Member } from '#features/households/households.data.ts'
import { formatMoney } from '#lib/money.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'

/** Opportunities of all members, open ones first. */
export function HouseholdOpportunities({ members }: { members: readonly Member[] }) {
  const opportunities = members
    .flatMap(({ full_name: whose, opportunities }) => opportunities.map((one) => ({ ...one, whose })))
    .filter(({ deleted_at }) => deleted_at === null)
    .toSorted((a, b) => Number(b.status === 'open') - Number(a.status === 'open'))
  const open = opportunities
    .filter(({ status }) => status === 'open')
    .reduce((sum, { amount_agorot }) => sum + amount_agorot, 0)
  return (
    <Block title="הזדמנויות" action={open > 0 && <span className="quiet">{formatMoney(open)} פתוחים</span>}>
      {opportunities.length === 0 && <BlockText>אין עדיין הזדמנויות</BlockText>}
      <ul className="joint-sales">
        {opportunities.map(({ id, name, whose, stage, amount_agorot }) => (
          <li key={id}>
            <Link to={`/crm/opportunities/${id}`}>
              <bdi>{name}</bdi>
            </Link>
            {amount_agorot > 0 && <span>{formatMoney(amount_agorot)}</span>}
            <span className="quiet">
              {stage && (
                <>
                  <StageDot color={stage.color} />
                  {stage.name} ·{' '}
                </>
              )}
              <bdi>{whose}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </Block>
  )
}
