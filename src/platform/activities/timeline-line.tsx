import { Ellipsis, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { type Mentionable, partsOf } from './composer/mentions.ts'
import type { ShownActivity } from './activities.data.ts'
import { activitySentence } from './activities.ts'
import { pathOf, iconOf, toneOf } from './line-styles.ts'
import { NoteEdit } from './note-edit.tsx'
import { timeInGroup } from './timeline-days.ts'
import type { LineActions } from './use-line-actions.ts'
import { OutcomePrompt } from './outcome-prompt.tsx'

/** The columns a line needs; the creation line has no row in the database. */
export type TimelineLine = Pick<
  ShownActivity,
  'id' | 'type' | 'happened_at' | 'actor_kind' | 'actor_id' | 'title_cache' | 'payload' | 'contact_id'
> &
  Partial<ShownActivity>

export type LineContext = {
  now: Date
  /** Staff, for mentions and for the author. */
  people: readonly Mentionable[]
  /** Context already shown on the page, and therefore omitted from the line. */
  known: readonly string[]
  /** Contact name, where lines of several contacts are mixed. */
  whose?: (contactId: string) => string | undefined
  /** If omitted, the line is read-only. */
  actions?: LineActions
  /** Opens the task form after a message with a planned follow-up. */
  onFollowUp?: (contactId: string) => void
}

export function Line({ line, ...context }: { line: TimelineLine } & LineContext) {
  const { now, people, known, whose, actions } = context
  const [isEditing, setEditing] = useState(false)
  const actor = line.actor_kind === 'user' && people.find(({ user_id }) => user_id === line.actor_id)?.name
  const about = whose?.(line.contact_id)
  const tone = toneOf(line.type)
  const path = pathOf({ ...line, related_id: line.related_id ?? null })
  const sentence = line.type === 'contact.created' ? line.title_cache : activitySentence(line)
  const whole = isWhole(line) ? line : undefined
  return (
    <li className="tl">
      <span className={tone ? `tl__ic tl__ic--${tone}` : 'tl__ic'}>
        <Icon of={iconOf(line.type)} />
      </span>
      <div className="tl__body">
        <div className="tl__head">
          <span className="tl__what">{path ? <Link to={path}>{sentence}</Link> : sentence}</span>
          {about && (
            <Badge>
              <bdi>{about}</bdi>
            </Badge>
          )}
          {actor && <bdi className="tl__actor">{actor}</bdi>}
          <time
            dateTime={line.happened_at}
            title={`${formatLongDate(line.happened_at)}, ${formatTime(line.happened_at)}`}
          >
            {timeInGroup(line.happened_at, now)}
          </time>
          {whole && actions && <LineMenu line={whole} actions={actions} onEdit={() => setEditing(true)} />}
        </div>
        {isEditing && whole && actions ? (
          <NoteEdit line={whole} people={people} actions={actions} onDone={() => setEditing(false)} />
        ) : (
          <NoteText line={line} people={people} />
        )}
        {whole && actions && <OutcomePrompt line={whole} {...context} actions={actions} />}
        {typedTypes.includes(line.type) && <FormEntries payload={line.payload} known={known} />}
      </div>
    </li>
  )
}

const isWhole = (line: TimelineLine): line is ShownActivity =>
  line.version !== undefined && !['mail.sent', 'message.sent'].includes(line.type)

function LineMenu({ line, actions, onEdit }: { line: ShownActivity; actions: LineActions; onEdit: () => void }) {
  const isPinned = line.pinned_at !== null
  return (
    <Menu
      align="end"
      trigger={
        <Button
          look="ghost"
          size="sm"
          iconOnly
          className="tl__more"
          aria-label={`פעולות: ${activitySentence(line)}`}
          icon={<Icon of={Ellipsis} />}
        />
      }
    >
      <MenuItem icon={isPinned ? PinOff : Pin} onSelect={() => void actions.pin(line, !isPinned)}>
        {isPinned ? 'הסרת הנעיצה' : 'נעיצה למעלה'}
      </MenuItem>
      {actions.mayEdit(line) && (
        <MenuItem icon={Pencil} onSelect={onEdit}>
          עריכה
        </MenuItem>
      )}
      {actions.mayPutAway(line) && (
        <MenuItem icon={Trash2} danger onSelect={() => void actions.moveToBin(line)}>
          מחיקה
        </MenuItem>
      )}
    </Menu>
  )
}

/** Text of a note, with mentions highlighted. */
function NoteText({ line, people }: { line: TimelineLine } & Pick<LineContext, 'people'>) {
  const text = textOf(line.payload['text']) || (line.type === 'opportunity.lost' ? textOf(line.payload['note']) : '')
  if (!text) return null
  return (
    <p className="bubble">
      {partsOf(text, people).map(({ words: part, person }, at) =>
        person ? (
          <bdi key={at} className="mentioned">
            {part}
          </bdi>
        ) : (
          part
        ),
      )}
    </p>
  )
}

/** Fields submitted by a form of the site. */
const typedTypes = [
  'contact_request.received',
  'cancellation.received',
  'signup.received',
  'lead_magnet.requested',
  'quiz.completed',
  'webinar.registered',
  'webinar.waitlisted',
]

/** Form submissions never overwrite contact fields, so differing values are shown here. */
function FormEntries({ payload, known }: { payload: TimelineLine['payload'] } & Pick<LineContext, 'known'>) {
  const typed = ['name', 'phone', 'email']
    .map((key) => textOf(payload[key]))
    .filter((one) => one && !known.includes(one))
  if (typed.length === 0) return null
  return (
    <p className="tl__typed">
      נכתב בטופס:{' '}
      {typed.map((one, at) => [
        at > 0 && ' · ',
        /^\p{L}/u.test(one) && !one.includes('@') ? <bdi key={one}>{one}</bdi> : <Ltr key={one}>{one}</Ltr>,
      ])}
    </p>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
