// Portal home: current stage, next steps, contact details.
import './portal-home.css'
import { useQueryClient } from '@tanstack/react-query'
import { useNow } from '#client/now.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useSession } from '#client/session-context.tsx'
import type { ShownProcess } from '#features/processes/processes.data.ts'
import { currentStage } from '#features/processes/processes.ts'
import { dayOf } from '#lib/time/dates.ts'
import { daysBetween } from '#lib/time/day-arithmetic.ts'
import { buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { greetingAt } from '#lib/time/greeting.ts'
import { nameOf } from '#platform/accounts/name-of.ts'
import { clientKey, useClientCheck } from './client-check.ts'
import { ProcessPath } from './process-path.tsx'
import { QuestionsCard } from './questions-card.tsx'

export function Component() {
  const now = useNow()
  const { user } = useSession()
  const { data } = useClientCheck()
  useLiveStages()
  if (!data?.isClient) return null
  const { contact, processes } = data
  return (
    <>
      <div className="portal-hero">
        <h1>{greetingAt(now, contact?.full_name ?? nameOf(user))}</h1>
        {processes[0] && <p>{progressText(processes[0], now)}</p>}
      </div>
      {processes.length === 0 ? (
        <NothingYet isTied={contact !== null} />
      ) : (
        processes.map((process, i) => (
          <ProcessPath key={process.id} process={process} now={now}>
            {i === processes.length - 1 && <QuestionsCard />}
          </ProcessPath>
        ))
      )}
    </>
  )
}

/** Live update when the coach changes the stage. */
function useLiveStages() {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: clientKey })
  useTableChanges({ table: 'process_stage_instances', onChanges: readAgain, onReconnect: readAgain })
  useTableChanges({ table: 'client_processes', onChanges: readAgain, onReconnect: readAgain })
}

function progressText({ started_on, stages }: ShownProcess, now: Date) {
  const days = daysBetween(started_on, dayOf(now))
  const stage = currentStage(stages)
  const week = days < 0 ? 'התהליך עוד לא התחיל' : `שבוע ${Math.floor(days / 7) + 1} בתהליך`
  return stage ? `${week}, בשלב ${stage.stage.name}.` : `${week}.`
}

/** Both empty states offer a contact. */
const NothingYet = ({ isTied }: { isTied: boolean }) => (
  <div className="portal-card">
    <EmptyState
      title={isTied ? 'אין כרגע תהליך פעיל' : 'עוד לא מצאנו את התיק שלכם'}
      text={
        isTied ? 'כשייפתח לכם תהליך ליווי, השלבים שלו יופיעו כאן.' : 'החשבון אינו משויך לתיק לקוח. פנו אלינו ונבדוק'
      }
      action={
        // Plain link: public pages are served by the server.
        <a className={buttonClasses({ look: 'primary', size: 'lg' })} href="/contact">
          יצירת קשר
        </a>
      }
    />
  </div>
)
