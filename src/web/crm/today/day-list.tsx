import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type Kind, kinds, type TodayItem } from '#features/today/today.data.ts'
import { Count } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { useSeesContacts } from '#platform/accounts/gates/contacts-only.tsx'
import { useQuickAdd } from '#platform/screens/quick-add-context.ts'
import { DayItemCard } from './day-item.tsx'
import { kindTitles } from './item-texts.ts'
import type { Day } from './use-day.ts'

type Props = { day: Day; items: readonly TodayItem[]; now: Date; onEdit: (taskId: string) => void }

const SHOWN = 6

/** Items of the day grouped by kind, most urgent first. */
export function DayList({ day, items, now, onEdit }: Props) {
  const add = useQuickAdd()
  const seesContacts = useSeesContacts()
  useScrollToGroup()
  if (items.length === 0)
    return (
      <section className="day-list" aria-label="הרשימה של היום">
        <EmptyState
          title="אין משימות פתוחות. כל הכבוד"
          text={
            seesContacts
              ? 'פניות חדשות, משימות שהגיע זמנן והזדמנויות בלי צעד הבא יופיעו כאן.'
              : 'משימות שהגיע זמנן יופיעו כאן.'
          }
          action={
            <Button look="secondary" onClick={() => add('task')}>
              הוספת משימה
            </Button>
          }
        />
      </section>
    )
  const byKind = Map.groupBy(items, ({ kind }) => kind)
  return (
    <section className="day-list" aria-label="הרשימה של היום">
      {kinds.map((kind) => {
        const members = byKind.get(kind)
        if (!members) return null
        const total = Math.max(members.length, day.today.data?.counts[kind] ?? 0)
        return <Group key={kind} kind={kind} items={members} total={total} day={day} now={now} onEdit={onEdit} />
      })}
    </section>
  )
}

function Group({ kind, items, total, ...line }: Props & { kind: Kind; total: number }) {
  const [isWhole, setWhole] = useState(false)
  const more = items.length - SHOWN
  return (
    <section className="day-group" id={kind} aria-labelledby={`${kind}-title`} tabIndex={-1}>
      <h2 className="day-group__title" id={`${kind}-title`}>
        {kindTitles[kind]}
        <Count hot={kind === 'overdue'}>{total}</Count>
      </h2>
      <ul>
        {(isWhole ? items : items.slice(0, SHOWN)).map((item) => (
          <DayItemCard key={item.id} item={item} {...line} />
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="day-group__more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'רק הראשונות' : `ועוד ${more}`}
          <span className="vh"> ברשימה {kindTitles[kind]}</span>
        </button>
      )}
      {total > items.length && isWhole && (
        <p className="day-group__rest">אלה {items.length} הוותיקות. השאר יופיעו כשתטפלו בהן.</p>
      )}
    </section>
  )
}

/** Scrolls to the group named in the URL's hash. */
function useScrollToGroup() {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (!hash) return
    const group = document.getElementById(hash.slice(1))
    group?.scrollIntoView({ block: 'start' })
    group?.focus({ preventScroll: true })
  }, [hash, key])
}
