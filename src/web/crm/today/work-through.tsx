import './work-through.css'
import { AlarmClock, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SnoozeOption } from '#features/tasks/snooze.ts'
import { SnoozeMenu } from '#features/tasks/snooze-menu.tsx'
import type { TodayItem } from '#features/today/today.data.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { Badge, Kbd } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { ActionControl } from './day-item.tsx'
import { type ActionKey, actionsOf } from './item-actions.ts'
import { isTask, kindNames, textsOf } from './item-texts.ts'
import type { Day } from './use-day.ts'
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
const letters: Record<ActionKey, string> = { done: 'D', next: 'N', call: 'C', whatsapp: 'W', mail: 'M', open: 'O' }

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
  const { title, note, time, isLate } = textsOf(item, now)
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
      <div className="work__what">
        <Badge {...(isLate && { kind: 'danger' })}>{kindNames[item.kind]}</Badge>
        <h2>
          {isTask(item) ? (
            <button type="button" className="work__title" onClick={() => onEdit(item.id)}>
              <bdi>{title}</bdi>
            </button>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h2>
        {note && <p className="work__note">{note}</p>}
        <p className="work__time">
          <span className={isLate ? 'work__late' : undefined}>{time}</span>
          {item.contact?.phone && <Ltr>{formatPhone(item.contact.phone)}</Ltr>}
        </p>
      </div>
      <ul className="work__acts">
        {actionsOf(item).map((action, i) => (
          <li key={action.key} data-act={action.key}>
            {action.key === 'done' ? (
              <Button look={i === 0 ? 'primary' : 'secondary'} icon={<Icon of={action.icon} />} onClick={finish}>
                {action.text}
              </Button>
            ) : (
              <ActionControl
                day={day}
                item={item}
                action={action}
                of={title}
                look={i === 0 ? 'primary' : 'secondary'}
                size="md"
              />
            )}
            <Kbd>{letters[action.key]}</Kbd>
          </li>
        ))}
        <li>
          <SnoozeMenu
            now={now}
            onChoose={later}
            open={isLaterOpen}
            onOpenChange={setLaterOpen}
            trigger={<Button icon={<Icon of={AlarmClock} />}>דחייה</Button>}
          />
          <Kbd>S</Kbd>
        </li>
      </ul>
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
