import { Link } from 'react-router'
import { useUserId } from '#client/session-context.tsx'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { type ShownView, useViews } from '#platform/saved-views/saved-views.data.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { Button } from '#ui/button.tsx'
import { isSameSegment, type Segment, segmentOf } from '../segments.ts'

type Props = { segments: readonly Segment[]; onChange: (segments: Segment[]) => void }

const whyNot = {
  has_words: 'יש בה חיפוש חופשי, ולכן אי אפשר לשלוח לפיה',
  has_no_conditions: 'אין בה תנאים',
}

/** Saved views of contacts as an audience. Only roles that see every contact may change it. */
export function SegmentChoices({ segments, onChange }: Props) {
  const mayChoose = isAdmin(useOwnRoles())
  const { data: views = [] } = useViews('contacts')
  if (!mayChoose && segments.length === 0) return null
  const selected = (id: string) => segments.find(({ viewId }) => viewId === id)
  const deleted = segments.filter(({ viewId }) => !views.some(({ id }) => id === viewId))
  const put = (segment: Segment) => [...segments.filter(({ viewId }) => viewId !== segment.viewId), segment]
  const without = (id: string) => segments.filter(({ viewId }) => viewId !== id)
  return (
    <fieldset className="campaign__choices" disabled={!mayChoose}>
      <legend>וגם אנשי קשר מתצוגה שמורה</legend>
      {views.map((view) => (
        <ViewChoice
          key={view.id}
          view={view}
          chosen={selected(view.id)}
          onChoose={(segment) => onChange(put(segment))}
          onLeave={() => onChange(without(view.id))}
        />
      ))}
      {deleted.map(({ viewId, name }) => (
        <label className="check" key={viewId}>
          <input type="checkbox" checked onChange={() => onChange(without(viewId))} />
          <span>{`${isolate(name)} (התצוגה נמחקה, התנאים שלה נשמרו כאן)`}</span>
        </label>
      ))}
      {views.length + deleted.length === 0 && (
        <p className="email-note">
          אפשר לסנן את <Link to="/crm/contacts">אנשי הקשר</Link>, לשמור את הסינון כתצוגה ולבחור בה כאן.
        </p>
      )}
    </fieldset>
  )
}

type ViewProps = {
  view: ShownView
  chosen: Segment | undefined
  onChoose: (segment: Segment) => void
  onLeave: () => void
}

function ViewChoice({ view, chosen, onChoose, onLeave }: ViewProps) {
  const segment = segmentOf(view, useUserId())
  const reason = typeof segment === 'string' ? whyNot[segment] : undefined
  const hasChanged = chosen && typeof segment === 'object' && !isSameSegment(chosen, segment)
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={!!chosen}
          disabled={!chosen && !!reason}
          onChange={(event) => {
            if (!event.target.checked) onLeave()
            else if (typeof segment === 'object') onChoose(segment)
          }}
        />
        <span>
          <bdi>{view.name}</bdi> {reason && <small>{reason}</small>}
        </span>
      </label>
      {hasChanged && (
        <p className="email-note">
          התצוגה <bdi>{view.name}</bdi> השתנתה מאז שנבחרה.{' '}
          <Button look="link" size="sm" onClick={() => onChoose(segment)}>
            שימוש בתנאים החדשים
          </Button>
        </p>
      )}
    </>
  )
}
