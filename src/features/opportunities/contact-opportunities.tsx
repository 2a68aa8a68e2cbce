import './opportunity-card.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { formatMoney } from '#lib/money.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'
import { type ContactOpportunity, useContactOpportunities } from './contact-opportunities.data.ts'
import { NextStep } from './next-step.tsx'

/** A contact's opportunities with stage and next step. */
export function ContactOpportunities({ contactId, now, action }: { contactId: string; now: Date; action: ReactNode }) {
  const { data, error, isPending } = useContactOpportunities(contactId)
  return (
    <Block title="הזדמנויות" action={action}>
      {isPending && <Loading />}
      {!data && error && <p role="alert">{refusalText(error)}</p>}
      {data?.length === 0 && <BlockText>אין עדיין הזדמנויות</BlockText>}
      {data && data.length > 0 && (
        <ul className="sales">
          {data.map((opportunity) => (
            <OpportunityItem key={opportunity.id} opportunity={opportunity} now={now} />
          ))}
        </ul>
      )}
    </Block>
  )
}

function OpportunityItem({ opportunity, now }: { opportunity: ContactOpportunity; now: Date }) {
  const stage = opportunity.pipeline.stages.find(({ id }) => id === opportunity.stage_id)
  return (
    <li className="deal">
      <div className="deal__top">
        <Link className="deal__name" to={`/crm/opportunities/${opportunity.id}`}>
          <bdi>{opportunity.name}</bdi>
        </Link>
        {opportunity.amount_agorot > 0 && (
          <span className="deal__amount">{formatMoney(opportunity.amount_agorot)}</span>
        )}
      </div>
      {stage && (
        <span className="sales__stage">
          <StageDot color={stage.color} />
          {stage.name}
        </span>
      )}
      <NextStep card={opportunity} now={now} />
    </li>
  )
}
