// The layout of the home: next step, path, month and tasks, then documents, balance and contact.
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { MyAppointment } from '#features/portal/portal.data.ts'
import type { ShownProcess } from '#features/processes/processes.data.ts'
import { currentStage } from '#features/processes/stage-progress.ts'
import { firstScreenReady, isFirstScreenReady } from '#lib/first-screen-ready.ts'
import { buttonClasses } from '#ui/button.tsx'
import { lazyPart } from '#ui/layers/lazy-part.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { CurrentStage } from '../current-stage.tsx'
import { MeetingCard } from '../meeting-card.tsx'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'
import { WaitingSignatures } from '../signatures/signatures-card.tsx'
import { PathCard } from './path-card.tsx'
import { TasksCard } from './tasks-card.tsx'
import { UnreadCard } from './unread-card.tsx'

const useLater = lazyPart(() => import('./deferred-cards.tsx'))

type Props = {
  /** Undefined while the processes are loading. */
  processes: readonly ShownProcess[] | undefined
  meeting: MyAppointment | undefined
  now: Date
  welcome?: ReactNode
}

/** On a phone the parts follow in this order; on wide screens the first and the last share the side column. */
export function HomeView({ processes, meeting, now, welcome }: Props) {
  const current = processes?.map(({ stages }) => currentStage(stages)).find(Boolean)
  const later = useLater(useIsFirstScreenReady())
  return (
    <div className="portal-grid">
      <div className="portal-col portal-grid__now">
        {welcome}
        <WaitingSignatures id="home-signatures" />
        {meeting && <MeetingCard meeting={meeting} now={now} deep />}
        {current && (
          <CurrentStage
            current={current}
            now={now}
            deep={!meeting}
            action={
              <Link
                className={buttonClasses({ look: meeting ? 'secondary' : 'accent' })}
                to={`${portalPath}/process/${current.id}`}
              >
                לדף השלב
              </Link>
            }
          />
        )}
        {current?.note && (
          <PortalCard id="portal-message" title="הודעה מהמלווה שלכם" soft>
            <p className="portal-note" dir="auto">
              {current.note}
            </p>
            <div className="portal-actions">
              <Link className={buttonClasses({ look: 'secondary' })} to={`${portalPath}/messages`}>
                תשובה
              </Link>
            </div>
          </PortalCard>
        )}
        <UnreadCard />
      </div>
      <div className="portal-col portal-grid__way">
        {processes?.length === 0 && <NoProcess />}
        {processes?.map((process) => (
          <PathCard key={process.id} process={process} now={now} />
        ))}
        <TasksCard current={current} now={now} />
        {later && <later.MonthCard now={now} />}
      </div>
      <div className="portal-col portal-grid__more">{later && <later.DeferredCards now={now} />}</div>
    </div>
  )
}

/** Mounts the later cards after the first screen. If they fail to load offline, they are loaded once the network is back. */
function useIsFirstScreenReady(): boolean {
  const [isReady, setReady] = useState(isFirstScreenReady)
  useEffect(() => void firstScreenReady.then(() => setReady(true)), [])
  return isReady
}

const NoProcess = () => (
  <PortalCard id="no-process" title="אין כרגע תהליך פעיל">
    <EmptyState
      picture={false}
      text="כשייפתח לכם תהליך ליווי, השלבים שלו יופיעו כאן."
      action={
        <div className="portal-actions">
          {/* Plain link: public pages are served by the server. */}
          <a className={buttonClasses({ look: 'primary', size: 'lg' })} href="/book-a-call">
            לשיחת היכרות
          </a>
          <Link className={buttonClasses({ look: 'secondary', size: 'lg' })} to={`${portalPath}/messages`}>
            כתיבת הודעה
          </Link>
        </div>
      }
    />
  </PortalCard>
)
