// The day first: who waits for an answer, what is to be done, which sales have no next step.
import './today-screen.css'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { useSession } from '#client/session-context.tsx'
import { caresForSite } from '#features/accounts/accounts.ts'
import { ReviewBanner } from '#features/legal/review-banner.tsx'
import { topicLabels } from '#features/leads/leads.ts'
import { type ShownRequest, useUnanswered } from '#features/leads/requests.data.ts'
import type { BoardCard } from '#features/opportunities/board.ts'
import { useBoard, useDefaultPipeline, useLiveBoard } from '#features/opportunities/opportunities.data.ts'
import { nextStepState } from '#features/opportunities/opportunities.ts'
import { TaskList } from '#features/tasks/task-list.tsx'
import { useLiveTasks, useTasksDue } from '#features/tasks/tasks.data.ts'
import { isOverdue } from '#features/tasks/tasks.ts'
import { dayOf, formatHebrewDate, formatLongDate, relativeTime } from '#lib/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { greetingAt } from './greeting.ts'
import { useOwnRoles } from '../shell/own-roles.ts'
import { useSeesContacts } from '../shell/gates/people-only.tsx'
import { useQuickAdd } from '../quick-add/quick-add-context.ts'
import { useScreenTitle } from '../shell/screen-title.tsx'
import { TodayList } from './today-list.tsx'

export function Component() {
  useScreenTitle('היום')
  const now = useNow()
  const { user } = useSession()
  const seesContacts = useSeesContacts()
  const writesSite = caresForSite(useOwnRoles())
  const pipeline = useDefaultPipeline()
  const board = useBoard(pipeline.data?.id)
  useLiveBoard(pipeline.data?.id)
  const requests = useUnanswered()
  const tasks = useTasksDue(dayOf(now))
  useLiveTasks()

  const open = board.data?.filter(({ status }) => status === 'open')
  const aimless = open?.filter((card) => nextStepState(card, now) === 'none')
  const late = tasks.data?.filter((task) => isOverdue(task, dayOf(now), now)).length
  const name: unknown = user?.user_metadata['full_name']

  return (
    <div className="view today">
      <div className="view__head">
        <div>
          <h1>{greetingAt(now, typeof name === 'string' ? name : '')}</h1>
          <p>
            {formatLongDate(now)} · {formatHebrewDate(now)}
          </p>
        </div>
      </div>
      <ReviewBanner action={writesSite && <Link to="/crm/site/legal">למסמכים המשפטיים</Link>} />
      <dl className="figures">
        {seesContacts && (
          <>
            <Figure name="פניות בלי מענה" value={requests.data?.length} />
            <Figure name="הזדמנויות פתוחות" value={open?.length} />
            <Figure
              name="שווי פתוח בצינור"
              value={open && formatMoney(open.reduce((sum, { amount_agorot }) => sum + amount_agorot, 0))}
            />
          </>
        )}
        <Figure name="משימות באיחור" value={late} isAlarming={Boolean(late)} />
      </dl>
      <div className="today__lists">
        {seesContacts && (
          <TodayList title="פניות חדשות בלי מענה" of={requests} empty="כל הפניות קיבלו מענה">
            {(shown) => shown.map((request) => <RequestLine key={request.id} request={request} now={now} />)}
          </TodayList>
        )}
        <Tasks now={now} tasks={tasks} />
        {seesContacts && (
          <TodayList
            title="הזדמנויות בלי צעד הבא"
            of={{ ...board, data: aimless }}
            empty="לכל ההזדמנויות הפתוחות יש צעד הבא"
          >
            {(shown) =>
              shown.map((card) => (
                <SaleLine
                  key={card.id}
                  card={card}
                  stage={pipeline.data?.stages.find(({ id }) => id === card.stage_id)?.name}
                />
              ))
            }
          </TodayList>
        )}
      </div>
    </div>
  )
}

function Figure({ name, value, isAlarming = false }: { name: string; value: ReactNode; isAlarming?: boolean }) {
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd className={isAlarming ? 'figure__alarm' : undefined}>{value ?? '–'}</dd>
    </div>
  )
}

function RequestLine({ request, now }: { request: ShownRequest; now: Date }) {
  const waitsLong = now.getTime() - Date.parse(request.created_at) > 3_600_000
  return (
    <li className="today-line">
      <div>
        <Link to={`/crm/contacts/${request.contact_id}`}>
          <bdi>{request.contact.full_name}</bdi>
        </Link>
        <p>
          {topicLabels[request.topic]}
          {request.message && (
            <>
              {': '}
              <bdi>{request.message}</bdi>
            </>
          )}
        </p>
      </div>
      <time dateTime={request.created_at} className={waitsLong ? 'today-line__late' : undefined}>
        {relativeTime(request.created_at, now)}
      </time>
    </li>
  )
}

function SaleLine({ card, stage }: { card: BoardCard; stage: string | undefined }) {
  return (
    <li className="today-line">
      <div>
        <Link to={`/crm/contacts/${card.contact_id}`}>
          <bdi>{card.name}</bdi>
        </Link>
        <p>{stage}</p>
      </div>
      {card.amount_agorot > 0 && <span className="today-line__amount">{formatMoney(card.amount_agorot)}</span>}
    </li>
  )
}

function Tasks({ tasks, now }: { tasks: ReturnType<typeof useTasksDue>; now: Date }) {
  const add = useQuickAdd()
  const action = (
    <Button look="ghost" size="sm" icon={<Icon of={Plus} />} onClick={() => add('task')}>
      משימה
    </Button>
  )
  return (
    <TodayList title="המשימות שלך" of={tasks} empty="אין משימות פתוחות. כל הכבוד" action={action}>
      {(shown) => (
        <li className="today-list__tasks">
          <TaskList tasks={shown} now={now} withContact />
        </li>
      )}
    </TodayList>
  )
}
