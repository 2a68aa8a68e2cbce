import '#features/opportunities/opportunity-card.css'
import { MessageCircle, Phone } from 'lucide-react'
import { memo, useState } from 'react'
import { whatsappAddress } from '#lib/whatsapp.ts'
import { type BoardCard, phoneOf, subjectOf } from '#features/opportunities/board/board.ts'
import { NextStep } from '#features/opportunities/next-step.tsx'
import { isRotting } from '#features/opportunities/opportunities.ts'
import type { Stage } from '#platform/pipelines/pipelines.ts'
import { dayOf, relativeDay } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import type { CardState } from '#ui/board/lane.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { opportunityPath } from '../opportunity-path.ts'
import { MoveMenu } from './move-menu.tsx'

type Props = CardState & {
  card: BoardCard
  stages: readonly Stage[]
  owner: string | undefined
  now: Date
  /** When the contact's next appointment starts. */
  appointmentAt: string | undefined
  isSelected: boolean
  onOpen: (id: string) => void
  onSelect: (id: string) => void
  onMove: (card: BoardCard, stage: Stage) => void
}

/** One opportunity on the board: contact, amount, next step, time in stage, contact actions. */
export const OpportunityCard = memo(function OpportunityCard(props: Props) {
  const { card, stages, owner, now, appointmentAt, isSelected, onOpen, onSelect, onMove, isActive, isLifted } = props
  const [isMenuOpen, setMenuOpen] = useState(false)
  const phone = phoneOf(card)
  const subject = subjectOf(card)
  const reach = { tabIndex: isActive ? 0 : -1, draggable: false }
  return (
    <div className="deal" data-selected={isSelected || undefined}>
      {isSelected && <span className="vh">נבחרה</span>}
      <div className="deal__top">
        <a
          className="deal__name"
          href={opportunityPath(card.id)}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onOpen(card.id)
          }}
          {...reach}
        >
          <bdi>{card.contact.full_name}</bdi>
        </a>
        {card.amount_agorot > 0 && <span className="deal__amount">{formatMoney(card.amount_agorot)}</span>}
      </div>
      {subject && <bdi className="deal__subject">{subject}</bdi>}
      <NextStep card={card} now={now} appointmentAt={appointmentAt} />
      <div className="deal__foot">
        {card.source && <Badge>{card.source}</Badge>}
        <TimeInStage card={card} stages={stages} now={now} />
        <span className="deal__end">
          {phone && (
            <span className="deal__reach">
              <a
                className="deal__call"
                href={`tel:${phone}`}
                aria-label={`שיחה אל ${card.contact.full_name}`}
                {...reach}
              >
                <Icon of={Phone} />
              </a>
              <a
                className="deal__call"
                href={whatsappAddress(phone)}
                target="_blank"
                rel="noreferrer"
                aria-label={`וואטסאפ אל ${card.contact.full_name}`}
                {...reach}
              >
                <Icon of={MessageCircle} />
              </a>
            </span>
          )}
          {owner && (
            <span title={owner}>
              <Avatar name={owner} size="sm" />
              <span className="vh">באחריות {owner}</span>
            </span>
          )}
          {!isLifted && (
            <MoveMenu
              card={card}
              stages={stages}
              isOpen={isMenuOpen}
              isReachable={isActive}
              onOpenChange={setMenuOpen}
              onMove={(stage) => onMove(card, stage)}
              isSelected={isSelected}
              onSelect={() => onSelect(card.id)}
            />
          )}
        </span>
      </div>
    </div>
  )
})

/** Time in stage, marked once it exceeds the stage's limit. */
function TimeInStage({ card, stages, now }: Pick<Props, 'card' | 'stages' | 'now'>) {
  const since = dayOf(card.stage_entered_at)
  const stage = stages.find(({ id }) => id === card.stage_id)
  const isForgotten = stage !== undefined && card.status === 'open' && isRotting(card, stage, now)
  return (
    <span
      className={isForgotten ? 'deal__since deal__since--long' : 'deal__since'}
      title={isForgotten ? `${stage.rot_days} ימים ויותר בשלב הזה` : undefined}
    >
      <span className="vh">{isForgotten ? 'זמן רב בשלב הזה: ' : 'בשלב הזה: '}</span>
      {relativeDay(since, dayOf(now))}
    </span>
  )
}
