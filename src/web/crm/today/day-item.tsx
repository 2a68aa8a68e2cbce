import '#ui/forms/field.css'
import './day-item.css'
import { AlarmClock, CircleDashed, Clock, Hourglass, type LucideIcon, MessageSquareText, Wallet } from 'lucide-react'
import { Link } from 'react-router'
import { SnoozeMenu } from '#features/tasks/snooze-menu.tsx'
import { typeIcons } from '#features/tasks/type-icons.ts'
import type { TodayItem } from '#features/today/today.data.ts'
import { Button, buttonClasses, type ButtonLook } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { useQuickAdd } from '#platform/screens/quick-add-context.ts'
import { type Action, actionsOf } from './item-actions.ts'
import { isTask, placeOf, textsOf } from './item-texts.ts'
import type { Day } from './use-day.ts'

type Props = { day: Day; item: TodayItem; now: Date; onEdit: (taskId: string) => void }

/** One item of the day: primary action, snooze, link to its record. */
export function DayItemCard({ day, item, now, onEdit }: Props) {
  const { title, note, time, isLate } = textsOf(item, now)
  const [first] = actionsOf(item)
  const rowFocusProps = useRowFocus<HTMLLIElement>({ rows: '.day-line', within: '.day-list' })
  return (
    <li className="day-line" {...rowFocusProps}>
      <LineSign day={day} item={item} title={title} />
      <div className="day-line__words">
        <LineTitle item={item} title={title} onEdit={onEdit} />
        {note && (
          <p className="day-line__note">
            <LineNote item={item} note={note} />
          </p>
        )}
      </div>
      <span className={isLate ? 'day-line__time day-line__time--late' : 'day-line__time'}>
        {isLate && <Icon of={Clock} />}
        {time}
      </span>
      <span className="day-line__acts">
        {first && !(first.key === 'done' && isTask(item)) && (
          <ActionControl day={day} item={item} action={first} of={title} />
        )}
        <SnoozeMenu
          now={now}
          onChoose={(to) => void day.later(item, to)}
          trigger={
            <Button
              look="ghost"
              size="sm"
              iconOnly
              aria-label={`דחייה: ${title}`}
              title="דחייה"
              icon={<Icon of={AlarmClock} />}
            />
          }
        />
      </span>
    </li>
  )
}

function LineSign({ day, item, title }: { day: Day; item: TodayItem; title: string }) {
  if (isTask(item))
    return (
      <span className="day-line__sign check">
        <input type="checkbox" aria-label={`בוצע: ${title}`} checked={false} onChange={() => void day.finish(item)} />
      </span>
    )
  return (
    <span className="day-line__sign">
      <Icon of={signs[item.kind]} />
    </span>
  )
}

const signs: Record<'lead' | 'aimless' | 'rotting' | 'waiting' | 'payment', LucideIcon> = {
  lead: MessageSquareText,
  aimless: CircleDashed,
  rotting: Hourglass,
  waiting: Hourglass,
  payment: Wallet,
}

function LineTitle({ item, title, onEdit }: { item: TodayItem; title: string; onEdit: (taskId: string) => void }) {
  if (isTask(item))
    return (
      <button type="button" className="day-line__title" onClick={() => onEdit(item.id)}>
        <bdi>{title}</bdi>
      </button>
    )
  return (
    <Link className="day-line__title" to={placeOf(item) ?? '/crm'}>
      <bdi>{title}</bdi>
    </Link>
  )
}

function LineNote({ item, note }: { item: TodayItem; note: string }) {
  if (!isTask(item)) return <bdi>{note}</bdi>
  const sign = 'type' in item && item.type !== 'todo' ? typeIcons[item.type] : undefined
  return (
    <Link to={placeOf(item) ?? '/crm'}>
      {sign && <Icon of={sign} />}
      <bdi>{note}</bdi>
    </Link>
  )
}

type ActionControlProps = {
  day: Day
  item: TodayItem
  action: Action
  of: string
  look?: ButtonLook
  size?: 'sm' | 'md'
}

/** An action as external link, router link or button. */
export function ActionControl({ day, item, action, of, look = 'secondary', size = 'sm' }: ActionControlProps) {
  const add = useQuickAdd()
  const { key, text, icon, href, to } = action
  const label = `${text}: ${of}`
  if (href)
    return (
      <a
        className={buttonClasses({ look, size })}
        href={href}
        aria-label={label}
        {...(key === 'whatsapp' && { target: '_blank', rel: 'noreferrer' })}
        {...(key !== 'call' && { onClick: () => day.noteOpened(item, key === 'mail' ? 'email' : 'whatsapp') })}
      >
        <Icon of={icon} />
        {text}
      </a>
    )
  if (to)
    return (
      <Link className={buttonClasses({ look, size })} to={to} aria-label={label}>
        <Icon of={icon} />
        {text}
      </Link>
    )
  const act = () =>
    key === 'next'
      ? add('task', { ...(item.contact && { contactId: item.contact.id }), opportunityId: item.id })
      : void day.finish(item)
  return (
    <Button look={look} size={size} aria-label={label} icon={<Icon of={icon} />} onClick={act}>
      {text}
    </Button>
  )
}
