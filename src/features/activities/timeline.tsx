import './timeline.css'
import {
  CalendarCheck,
  CircleCheck,
  FileText,
  Globe,
  ListPlus,
  ListTodo,
  type LucideIcon,
  Mail,
  MessageCircle,
  Phone,
  Quote,
  ReceiptText,
  ShieldCheck,
  Sparkles,
  SquareKanban,
  Trash2,
  Trophy,
  Undo2,
  UserPlus,
} from 'lucide-react'
import { formatLongDate, formatTime } from '#lib/dates.ts'
import { Icon } from '#ui/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import type { ShownActivity } from './activities.data.ts'
import { activitySentence } from './activities.ts'
import { byHeading, momentUnder } from './timeline-days.ts'

const pictures: Record<string, LucideIcon> = {
  note: FileText,
  call: Phone,
  whatsapp: MessageCircle,
  email: Mail,
  meeting: CalendarCheck,
  'contact_request.received': Globe,
  'cancellation.received': ReceiptText,
  'signup.received': ListPlus,
  'opportunity.created': Sparkles,
  'opportunity.stage_changed': SquareKanban,
  'opportunity.won': Trophy,
  'opportunity.reopened': Undo2,
  'opportunity.restored': Undo2,
  'opportunity.deleted': Trash2,
  'task.created': ListTodo,
  'task.done': CircleCheck,
  'consent.granted': ShieldCheck,
  'review.submitted': Quote,
  'waitlist.joined': ListPlus,
  'contact.created': UserPlus,
}

const tones: Record<string, 'info' | 'success' | 'accent'> = {
  note: 'info',
  call: 'info',
  'contact_request.received': 'accent',
  'opportunity.won': 'success',
  'task.done': 'success',
  'consent.granted': 'success',
}

export type TimelineLine = Pick<
  ShownActivity,
  'id' | 'type' | 'happened_at' | 'actor_kind' | 'actor_id' | 'title_cache' | 'payload'
>

/** Everything that happened, the newest first, under the days on which it happened.
    `nameOf` knows the colleagues; `known` is what stands on the page already and need not be said again. */
export function Timeline({ lines, now, ...rest }: { lines: readonly TimelineLine[]; now: Date } & Around) {
  return byHeading(lines, now).map(({ heading, items }) => (
    <section key={heading} className="timeline-day">
      <h3>{heading}</h3>
      <ol className="timeline">
        {items.map((line) => (
          <Line key={line.id} line={line} now={now} {...rest} />
        ))}
      </ol>
    </section>
  ))
}

type Around = { nameOf: (id: string | null) => string | undefined; known: readonly string[] }

function Line({ line, now, nameOf, known }: { line: TimelineLine; now: Date } & Around) {
  const actor = line.actor_kind === 'user' ? nameOf(line.actor_id) : undefined
  const tone = tones[line.type]
  const said = words(line.payload['text'])
  const note = line.type === 'opportunity.lost' ? words(line.payload['note']) : ''
  return (
    <li className="tl">
      <span className={tone ? `tl__ic tl__ic--${tone}` : 'tl__ic'}>
        <Icon of={pictures[line.type] ?? SquareKanban} />
      </span>
      <div className="tl__body">
        <div className="tl__head">
          <span>{line.type === 'contact.created' ? line.title_cache : activitySentence(line)}</span>
          {actor && <span className="tl__actor">{actor}</span>}
          <time
            dateTime={line.happened_at}
            title={`${formatLongDate(line.happened_at)}, ${formatTime(line.happened_at)}`}
          >
            {momentUnder(line.happened_at, now)}
          </time>
        </div>
        {(said || note) && <p className="bubble">{said || note}</p>}
        {typedTypes.includes(line.type) && <Typed payload={line.payload} known={known} />}
      </div>
    </li>
  )
}

/** What came in by a form of the site. */
const typedTypes = ['contact_request.received', 'cancellation.received', 'signup.received']

/** A form never changes what is known of a person, so what was typed into it otherwise stays visible here. */
function Typed({ payload, known }: { payload: TimelineLine['payload'] } & Pick<Around, 'known'>) {
  const typed = ['name', 'phone', 'email']
    .map((key) => words(payload[key]))
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

const words = (value: unknown) => (typeof value === 'string' ? value : '')
