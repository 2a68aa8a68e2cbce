import { Link, useNavigate } from 'react-router'
import type { FunctionRow } from '#client/database.types.ts'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBookFromPackage, useMyPackages } from '#features/portal/portal.data.ts'
import { refusals } from '#features/portal/portal.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedCard } from '../failed-card.tsx'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'

const title = 'חבילת הפגישות'

/** Remaining meetings of the client's packages. `isLinked`: with a link to the meetings. */
export function PackagesCard({ isLinked = true }: { isLinked?: boolean }) {
  const { data, error, refetch } = useMyPackages()
  if (!data && error)
    return <FailedCard id="home-packages" title={title} error={error} onRetry={() => void refetch()} />
  if (!data?.length) return null
  const next = data.find(({ remaining, booked }) => remaining > 0 && booked === 0)
  return (
    <PortalCard id="home-packages" title={title} aside={isLinked && <Link to={`${portalPath}/meetings`}>לפגישות</Link>}>
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
      {next && <BookNext packageId={next.id} />}
    </PortalCard>
  )
}

/** Links to the booking page; to the messages while the host takes no bookings. */
function BookNext({ packageId }: { packageId: string }) {
  const book = useBookFromPackage()
  const navigate = useNavigate()
  async function open() {
    try {
      location.assign(await book.mutateAsync(packageId))
    } catch (error) {
      toast.error(refusalText(error, refusals))
      if (refusalCode(error) === 'booking_closed') void navigate(`${portalPath}/messages`)
    }
  }
  return (
    <p>
      <Button look="link" busy={book.isPending} onClick={() => void open()}>
        לתיאום פגישה
      </Button>
    </p>
  )
}

type Package = FunctionRow<'my_packages'>

function leftText({ remaining, total, held, booked }: Package) {
  if (remaining > 0) {
    const remainingMeetings = { one: 'נשארה פגישה אחת', two: 'נשארו שתי פגישות', other: 'נשארו # פגישות' }
    return `${count(remaining, remainingMeetings)} מתוך ${total}`
  }
  if (held + booked < total) return 'החבילה הסתיימה'
  return count(total, { one: 'הפגישה נקבעה', two: 'שתי הפגישות נקבעו', other: 'כל # הפגישות נקבעו' })
}

const usedText = ({ held, booked }: Package) =>
  [
    held > 0 && count(held, { one: 'אחת התקיימה', two: 'שתיים התקיימו', other: 'התקיימו #' }),
    booked > 0 && count(booked, { one: 'אחת נקבעה', two: 'שתיים נקבעו', other: 'נקבעו #' }),
  ]
    .filter(Boolean)
    .join(', ')
