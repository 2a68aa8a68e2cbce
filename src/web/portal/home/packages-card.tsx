import { Link } from 'react-router'
import type { FunctionRow } from '#client/database.types.ts'
import { useMyPackages } from '#features/portal/portal.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'

/** What is left of the meetings that were bought. */
export function PackagesCard() {
  const { data = [] } = useMyPackages()
  if (data.length === 0) return null
  return (
    <PortalCard id="home-packages" title="חבילת הפגישות" aside={<Link to={`${portalPath}/meetings`}>לפגישות</Link>}>
      <ul className="portal-tasks">
        {data.map((one) => (
          <li key={one.id}>
            <b>{leftText(one)}</b>
            <small>
              <bdi>{one.title}</bdi>
              {[usedText(one), one.expires_on && `בתוקף עד ${formatDate(one.expires_on)}`]
                .filter(Boolean)
                .map((part) => `, ${part}`)}
            </small>
          </li>
        ))}
      </ul>
    </PortalCard>
  )
}

type Package = FunctionRow<'my_packages'>

function leftText({ remaining, total }: Package) {
  if (remaining === 0) return `כל ${total} הפגישות נקבעו`
  return remaining === 1 ? `נשארה פגישה אחת מתוך ${total}` : `נשארו ${remaining} פגישות מתוך ${total}`
}

const countText = (count: number, one: string, many: string) => (count === 1 ? one : `${many} ${count}`)

const usedText = ({ held, booked }: Package) =>
  [held > 0 && countText(held, 'אחת התקיימה', 'התקיימו'), booked > 0 && countText(booked, 'אחת נקבעה', 'נקבעו')]
    .filter(Boolean)
    .join(', ')
