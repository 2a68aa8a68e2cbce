// Portal home: next step, path, month, tasks and pending items.
import '../portal-home.css'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useSession } from '#client/session-context.tsx'
import { useHousehold, useMyAppointments } from '#features/portal/portal.data.ts'
import type { ShownProcess } from '#features/processes/processes.data.ts'
import { currentStage } from '#features/processes/stage-progress.ts'
import { greetingAt } from '#lib/time/greeting.ts'
import { dayOf } from '#lib/time/dates.ts'
import { daysBetween } from '#lib/time/day-arithmetic.ts'
import { nameOf } from '#platform/accounts/name-of.ts'
import { buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { clientKey, useClientCheck } from '../client-check.ts'
import { isUpcoming } from '../meeting-card.tsx'
import { PortalCard } from '../portal-card.tsx'
import { usePortalProcesses } from '../portal-processes.ts'
import { HomeView } from './home-view.tsx'
import { WelcomeCard } from './welcome-card.tsx'

export function Component() {
  const now = useNow()
  const { user } = useSession()
  const { data } = useClientCheck()
  const processes = usePortalProcesses()
  const { data: meetings = [] } = useMyAppointments()
  const { data: household = [] } = useHousehold()
  useLiveStages()
  const [search, setSearch] = useSearchParams()
  const title = useRef<HTMLHeadingElement>(null)
  const closeWelcome = () => {
    setSearch({}, { replace: true })
    title.current?.focus()
  }
  if (!data?.isClient) return null
  const { contact } = data
  const progress = processes?.[0] && progressText(processes[0], now)
  return (
    <>
      <div className="portal-hero">
        <h1 ref={title} tabIndex={-1}>
          {greetingAt(now, contact?.full_name ?? nameOf(user)) +
            household
              .slice(1)
              .map((name) => ` ו${firstName(name)}`)
              .join('')}
        </h1>
        {progress && <p>{progress}</p>}
      </div>
      {contact ? (
        <HomeView
          processes={processes}
          meeting={meetings.filter((one) => isUpcoming(one, now)).at(-1)}
          now={now}
          welcome={search.has('opened') && <WelcomeCard onClose={closeWelcome} />}
        />
      ) : (
        <UnknownClient />
      )}
    </>
  )
}

const firstName = ({ first_name }: { first_name: string }) => first_name

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

const UnknownClient = () => (
  <PortalCard id="unknown-client" title="עוד לא מצאנו את התיק שלכם">
    <EmptyState
      picture={false}
      text="החשבון אינו משויך לתיק לקוח. פנו אלינו ונבדוק"
      action={
        // Plain link: public pages are served by the server.
        <a className={buttonClasses({ look: 'primary', size: 'lg' })} href="/contact">
          יצירת קשר
        </a>
      }
    />
  </PortalCard>
)
