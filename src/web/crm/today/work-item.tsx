import { AlarmClock } from 'lucide-react'
import type { SnoozeOption } from '#features/tasks/snooze.ts'
import { SnoozeMenu } from '#features/tasks/snooze-menu.tsx'
import type { TodayItem } from '#features/today/today.data.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { Badge, Kbd } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { ActionControl } from './day-item.tsx'
import { type ActionKey, actionsOf } from './item-actions.ts'
import { isTask, kindNames, textsOf } from './item-texts.ts'
import type { Day } from './use-day.ts'

/** Shows type, contact and due time of the item. */
export function WorkItem({ item, now, onEdit }: { item: TodayItem; now: Date; onEdit: (taskId: string) => void }) {
  const { title, note, time, isLate } = textsOf(item, now)
  return (
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
  )
}

const letters: Record<ActionKey, string> = { done: 'D', next: 'N', call: 'C', whatsapp: 'W', mail: 'M', open: 'O' }

type ActionsProps = {
  day: Day
  item: TodayItem
  now: Date
  onFinish: () => void
  onSnooze: (to: SnoozeOption) => void
  isSnoozeOpen: boolean
  onSnoozeOpenChange: (isOpen: boolean) => void
}

/** The actions of the item with their shortcuts. */
export function WorkActions({ day, item, now, onFinish, onSnooze, isSnoozeOpen, onSnoozeOpenChange }: ActionsProps) {
  const { title } = textsOf(item, now)
  return (
    <ul className="work__acts">
      {actionsOf(item).map((action, i) => (
        <li key={action.key} data-act={action.key}>
          {action.key === 'done' ? (
            <Button look={i === 0 ? 'primary' : 'secondary'} icon={<Icon of={action.icon} />} onClick={onFinish}>
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
          onChoose={onSnooze}
          open={isSnoozeOpen}
          onOpenChange={onSnoozeOpenChange}
          trigger={<Button icon={<Icon of={AlarmClock} />}>דחייה</Button>}
        />
        <Kbd>S</Kbd>
      </li>
    </ul>
  )
}
