// Soft-deleted records that can be restored.
import './bin-screen.css'
import {
  FileText,
  History,
  House,
  ListTodo,
  type LucideIcon,
  Paperclip,
  SquareKanban,
  Trash2,
  Undo2,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { binDays, type BinKind, binKinds, type BinItem, kindLabels, refusals } from '#features/bin/bin.ts'
import { moveToBin, restoreFromBin, useBin, useMoveBin } from '#features/bin/bin.data.ts'
import { dayOf, relativeTime } from '#lib/time/dates.ts'
import { addDays, daysBetween } from '#lib/time/day-arithmetic.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { PermanentDeleteDialog } from './permanent-delete-dialog.tsx'

export function Component() {
  useScreenTitle('סל המיחזור')
  const [search] = useSearchParams()
  const kind = binKinds.find((one) => one === search.get('kind'))
  const bin = useBin(kind)
  const things = bin.data?.pages.flat() ?? []
  return (
    <div className="view bin">
      <div className="view__head">
        <h1>סל המיחזור</h1>
      </div>
      <p className="bin__note">מה שנמחק מחכה כאן {binDays} יום, ואחר כך נמחק לצמיתות.</p>
      <Kinds kind={kind} />
      {bin.isPending && <Loading page size="lg" />}
      {!bin.data && bin.error && (
        <FailedToLoad insteadOf={bin.data} error={bin.error} onRetry={() => void bin.refetch()} />
      )}
      {bin.data && things.length === 0 && (
        <EmptyState
          title={kind ? `אין כאן ${kindLabels[kind].many}` : 'הסל ריק'}
          text={`אנשי קשר, הזדמנויות, משימות, רשומות וקבצים שנמחקים יחכו כאן ${binDays} יום, ואפשר יהיה להחזיר אותם בלחיצה.`}
        />
      )}
      {things.length > 0 && (
        <ul className="bin__list">
          {things.map((thing) => (
            <BinRow key={`${thing.entity} ${thing.id}`} thing={thing} />
          ))}
        </ul>
      )}
      {bin.hasNextPage && (
        <Button busy={bin.isFetchingNextPage} onClick={() => void bin.fetchNextPage()}>
          הצגת פריטים קודמים
        </Button>
      )}
    </div>
  )
}

/** The entity filter, stored in the URL. */
const Kinds = ({ kind }: { kind: BinKind | undefined }) => (
  <nav className="bin__kinds" aria-label="סוגי פריטים בסל">
    {([undefined, ...binKinds] as const).map((one) => (
      <Link
        key={one ?? 'all'}
        className="btn btn--secondary btn--sm"
        to={one ? `?kind=${one}` : '?'}
        {...(one === kind && { 'aria-current': 'page' as const })}
      >
        {one ? kindLabels[one].many : 'הכול'}
      </Link>
    ))}
  </nav>
)

const pictures: Record<BinKind, LucideIcon> = {
  contacts: UserRound,
  households: House,
  opportunities: SquareKanban,
  tasks: ListTodo,
  activities: FileText,
  files: Paperclip,
}

function BinRow({ thing }: { thing: BinItem }) {
  const now = useNow()
  const staffName = useStaffName()
  const { restore, isBusy } = useRestore(thing)
  const rowFocusProps = useRowFocus<HTMLLIElement>({ rows: '.bin__thing', within: '.bin' })
  const [asks, setAsks] = useState(false)
  const isAdminHere = isAdmin(useOwnRoles())
  const remaining = daysBetween(dayOf(now), addDays(dayOf(thing.deleted_at), binDays))
  const actorName = thing.deleted_by && (staffName(thing.deleted_by) ?? 'מי שכבר לא בצוות')
  return (
    <li className="bin__thing" {...rowFocusProps}>
      <span className="bin__picture">
        <Icon of={pictures[thing.entity]} />
      </span>
      <div className="bin__words">
        <b>
          <bdi>{thing.name || kindLabels[thing.entity].one}</bdi>
        </b>
        <small>
          {kindLabels[thing.entity].one}
          {thing.contact_name && thing.entity !== 'contacts' && (
            <>
              {' של '}
              <bdi>{thing.contact_name}</bdi>
            </>
          )}
          {thing.along > 0 && ` · עם ${alongText(thing.along)}`}
        </small>
        <small>
          {actorName ? (
            <>
              <bdi>{actorName}</bdi>, {relativeTime(thing.deleted_at, now)}
            </>
          ) : (
            relativeTime(thing.deleted_at, now)
          )}
          {' · '}
          <span className={remaining <= 3 ? 'bin__soon' : undefined}>{daysLeft(remaining)}</span>
        </small>
      </div>
      <div className="bin__acts">
        <Button
          size="sm"
          icon={<Icon of={Undo2} />}
          busy={isBusy}
          aria-label={`שחזור: ${thing.name}`}
          onClick={() => void restore()}
        >
          שחזור
        </Button>
        {isAdminHere && (
          <>
            <Link
              className="btn btn--ghost btn--icon btn--sm"
              to={`/crm/settings?tab=audit&what=${thing.entity}${thing.contact_id ? `&contact=${thing.contact_id}` : ''}`}
              aria-label={`יומן השינויים: ${thing.name}`}
            >
              <Icon of={History} />
            </Link>
            <Button
              look="ghost"
              size="sm"
              iconOnly
              icon={<Icon of={Trash2} />}
              aria-label={`מחיקה לצמיתות: ${thing.name}`}
              onClick={() => setAsks(true)}
            />
          </>
        )}
      </div>
      <PermanentDeleteDialog thing={thing} open={asks} onOpenChange={setAsks} />
    </li>
  )
}

const alongText = (along: number) => count(along, { one: 'פריט אחד שלו', two: 'שני פריטים שלו', other: '# פריטים שלו' })

const daysLeft = (days: number) =>
  count(Math.max(days, 0), {
    zero: 'נמחק לצמיתות היום',
    one: 'נשאר יום אחד',
    two: 'נשארו יומיים',
    other: 'נשארו # ימים',
  })

function useRestore(thing: BinItem) {
  const restoring = useMoveBin(restoreFromBin)
  const putting = useMoveBin(moveToBin)
  async function restore() {
    try {
      await restoring.mutateAsync([thing])
    } catch (error) {
      toast.error(refusalText(error, refusals), { title: 'השחזור לא הצליח' })
      return
    }
    offerUndo({
      title: `שוחזר: ${thing.name || kindLabels[thing.entity].one}`,
      undo: () => putting.mutateAsync([thing]),
      explain: (error) => refusalText(error, refusals),
    })
  }
  return { restore, isBusy: restoring.isPending }
}
