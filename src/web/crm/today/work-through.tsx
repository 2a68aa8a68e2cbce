import './work-through.css'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SnoozeOption } from '#features/tasks/snooze.ts'
import type { TodayItem } from '#features/today/today.data.ts'
import { Kbd } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { type ActionKey, actionsOf } from './item-actions.ts'
import { textsOf } from './item-texts.ts'
import type { Day } from './use-day.ts'
import { WorkActions, WorkItem } from './work-item.tsx'
import { type WorkKey, workKeyOf } from './work-keys.ts'

type Props = {
  day: Day
  items: readonly TodayItem[]
  now: Date
  onEdit: (taskId: string) => void
  onLeave: () => void
}

const actionOfKey: Partial<Record<WorkKey, ActionKey>> = {
  done: 'done',
  call: 'call',
  whatsapp: 'whatsapp',
  mail: 'mail',
  plan: 'next',
  open: 'open',
}
/** Focus mode: one item at a time, by keys or buttons. Completing one advances to the next. */
export function WorkThrough({ day, items, now, onEdit, onLeave }: Props) {
  const [place, setPlace] = useState({ id: items[0]?.id, at: 0 })
  const [handled, setHandled] = useState(0)
  const panel = useRef<HTMLElement>(null)
  const [isLaterOpen, setLaterOpen] = useState(false)
  // After a removal the index points to the next item.
  const found = items.findIndex(({ id }) => id === place.id)
  const at = found >= 0 ? found : Math.min(place.at, items.length - 1)
  const item = items[at]
  const shownId = item?.id
  useEffect(() => panel.current?.focus(), [shownId])

  const go = (to: number) => {
    const next = items[to]
    if (next) setPlace({ id: next.id, at: to })
  }
  const finish = () => {
    if (!item) return
    setPlace({ id: undefined, at })
    setHandled(handled + 1)
    void day.finish(item)
  }
  const later = (to: SnoozeOption) => {
    if (!item) return
    setPlace({ id: undefined, at })
    setHandled(handled + 1)
    void day.later(item, to)
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const key = workKeyOf(event.nativeEvent)
    // Open menus and dialogs handle their own keys.
    if (!key || event.defaultPrevented || !panel.current?.contains(event.target as Node)) return
    event.preventDefault()
    if (key === 'leave') return onLeave()
    if (key === 'next') return go(at + 1)
    if (key === 'previous') return go(at - 1)
    if (key === 'later') return setLaterOpen(true)
    if (key === 'done') return item && actionsOf(item).some((action) => action.key === 'done') && finish()
    panel.current.querySelector<HTMLElement>(`[data-act="${actionOfKey[key]}"] > *`)?.click()
  }

  if (!item) return <AllDone handled={handled} onLeave={onLeave} />
  const { title } = textsOf(item, now)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- key equivalents of the buttons inside
    <section
      ref={panel}
      className="work"
      aria-label={`${at + 1} מתוך ${items.length}: ${title}`}
      tabIndex={-1}
      onKeyDown={press}
    >
      <header className="work__head">
        <progress className="work__progress" max={handled + items.length} value={handled} aria-label="התקדמות" />
        <span className="work__place">
          {handled > 0 && `טופלו ${handled} · `}
          {at + 1} מתוך {items.length}
        </span>
        <Button look="ghost" size="sm" icon={<Icon of={X} />} onClick={onLeave}>
          סיום <Kbd>Esc</Kbd>
        </Button>
      </header>
      <WorkItem item={item} now={now} onEdit={onEdit} />
      <WorkActions
        day={day}
        item={item}
        now={now}
        onFinish={finish}
        onSnooze={later}
        isSnoozeOpen={isLaterOpen}
        onSnoozeOpenChange={setLaterOpen}
      />
      <footer className="work__foot">
        <Button look="ghost" disabled={at === 0} icon={<Icon of={ChevronRight} />} onClick={() => go(at - 1)}>
          הקודם <Kbd>K</Kbd>
        </Button>
        <p className="work__next">{items[at + 1] && <>אחר כך: {textsOf(items[at + 1]!, now).title}</>}</p>
        <Button look="ghost" disabled={at === items.length - 1} onClick={() => go(at + 1)}>
          הבא <Kbd>J</Kbd>
          <Icon of={ChevronLeft} />
        </Button>
      </footer>
    </section>
  )
}

function AllDone({ handled, onLeave }: { handled: number; onLeave: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <section className="work" aria-label="הרשימה הסתיימה">
      <EmptyState
        title="אין משימות פתוחות. כל הכבוד"
        text={handled > 1 ? `טיפלתם ב־${handled} דברים ברצף. מה שנדחה יחזור לכאן בזמנו.` : 'מה שנדחה יחזור לכאן בזמנו.'}
        action={
          <Button ref={button} look="primary" onClick={onLeave}>
            חזרה להיום
          </Button>
        }
      />
    </section>
  )
}
