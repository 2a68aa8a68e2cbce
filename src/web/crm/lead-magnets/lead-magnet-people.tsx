import './lead-magnet.css'
import { useState } from 'react'
import { Link } from 'react-router'
import { useLeadMagnetFigures, useLeadMagnetPeople } from '#features/lead-magnets/lead-magnets.data.ts'
import type { LeadMagnet } from '#features/lead-magnets/lead-magnets.ts'
import { formatDate } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { figureSteps, figureText } from './figure-steps.ts'

type Props = { magnet: LeadMagnet; seesPeople: boolean }

/** The funnel from view to revenue. Each count is a button that lists the counted contacts. */
export function LeadMagnetPeople({ magnet, seesPeople }: Props) {
  const { data } = useLeadMagnetFigures()
  const figures = data?.get(magnet.id)
  const [shown, setShown] = useState<(typeof figureSteps)[number]['key']>('requested')
  if (!figures) return null
  return (
    <Block title="מצפייה להכנסה">
      <ul className="lead-magnet__steps">
        {figureSteps.map((step) => {
          const { key, label, reached } = step
          const text = figureText(figures, step)
          return (
            text !== undefined && (
              <li key={key}>
                {reached && seesPeople ? (
                  <button type="button" aria-pressed={shown === key} onClick={() => setShown(key)}>
                    <b>{text}</b> {label}
                  </button>
                ) : (
                  <span>
                    <b>{text}</b> {label}
                  </span>
                )}
              </li>
            )
          )
        })}
      </ul>
      {seesPeople && <People magnet={magnet} shown={shown} />}
    </Block>
  )
}

function People({ magnet, shown }: { magnet: LeadMagnet; shown: (typeof figureSteps)[number]['key'] }) {
  const { data } = useLeadMagnetPeople(magnet.id)
  const reached = figureSteps.find(({ key }) => key === shown)?.reached
  if (!data || !reached) return null
  const people = data.filter(reached)
  if (people.length === 0) return <BlockText>אף אחד עוד לא הגיע לכאן.</BlockText>
  return (
    <ul className="takers">
      {people.map((person) => (
        <li key={person.request_id}>
          <div>
            <Link to={`/crm/contacts/${person.contact_id}`}>
              <bdi>{person.full_name}</bdi>
            </Link>
            <small>
              {formatDate(person.requested_at)}
              {person.opened_at && ` · נפתח ב־${formatDate(person.opened_at)}`}
              {person.revenue_agorot !== 0 && ` · ${formatMoney(person.revenue_agorot)}`}
            </small>
          </div>
          {person.opportunity_id && <Link to={`/crm/opportunities/${person.opportunity_id}`}>להזדמנות</Link>}
        </li>
      ))}
    </ul>
  )
}
