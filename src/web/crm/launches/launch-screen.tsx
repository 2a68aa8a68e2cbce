// One launch: status, dates and contents, message rules, participants, comments, and the report.
import '#features/products/screens/product-screen.css'
import './launch-screen.css'
import { Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { phaseLabels, staffRefusals } from '#features/launches/launch-edit.ts'
import { useChangeLaunch, useLaunch, useLaunchContents, useLaunchFigures } from '#features/launches/launches.data.ts'
import { landingPath, type Launch } from '#features/launches/launches.ts'
import { formatMoney } from '#lib/money.ts'
import { useSeesContacts } from '#platform/accounts/gates/contacts-only.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { Badge } from '#ui/badge.tsx'
import { Figure, Figures } from '#ui/figures.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { CloneDialog } from './clone-dialog.tsx'
import { LaunchBoard } from './launch-board.tsx'
import { LaunchComments } from './launch-comments.tsx'
import { LaunchContents } from './launch-contents.tsx'
import { LaunchDates } from './launch-dates.tsx'
import { LaunchMessages } from './launch-messages.tsx'
import { LaunchNextTime } from './launch-next-time.tsx'
import { LaunchPeople } from './launch-people.tsx'
import { LaunchReport } from './launch-report.tsx'
import { LaunchTimeline } from './launch-timeline.tsx'
import { LaunchWaiting } from './launch-waiting.tsx'
import { LaunchTexts } from './launch-texts.tsx'

export function Component() {
  const launchId = useIdParam('launchId')
  const { data: launch, error, isPending, refetch } = useLaunch(launchId)
  const { data: contents } = useLaunchContents(launchId)
  const { data: figures } = useLaunchFigures(true)
  const seesPeople = useSeesContacts()
  const [isCloning, setCloning] = useState(false)
  useScreenTitle(launch?.title ?? 'השקה')
  if (isPending) return <Loading page size="lg" />
  if (error && !launch) return <FailedToLoad insteadOf={launch} error={error} onRetry={() => void refetch()} />
  if (!launch) return <NotFound />
  const known = figures?.get(launch.id)
  const isLive = known?.phase === 'cart_open'
  return (
    <div className="view launch-view">
      <div className="view__head">
        <h1>
          <bdi>{launch.title}</bdi>
        </h1>
        <Badge kind={isLive ? 'success' : 'outline'}>{phaseLabels[known?.phase ?? launch.status]}</Badge>
        <div className="view__end">
          {launch.status !== 'draft' && launch.status !== 'archived' && (
            <ButtonLink
              href={landingPath(launch.id)}
              target="_blank"
              rel="noreferrer"
              icon={<Icon of={ExternalLink} />}
            >
              עמוד ההצטרפות
            </ButtonLink>
          )}
          <Button icon={<Icon of={Copy} />} onClick={() => setCloning(true)}>
            שכפול
          </Button>
          <StatusActions launch={launch} />
        </div>
      </div>
      {known && (
        <Figures>
          <Figure name="משתתפים">{known.participants.toLocaleString('he-IL')}</Figure>
          <Figure name="צפו">{known.active.toLocaleString('he-IL')}</Figure>
          <Figure name="רכשו">{known.buyers.toLocaleString('he-IL')}</Figure>
          <Figure name="הכנסות">{formatMoney(known.revenue_agorot)}</Figure>
          <Figure name="ויתרו">{known.opted_out.toLocaleString('he-IL')}</Figure>
          <Figure name="ברשימת ההמתנה">{known.waiting.toLocaleString('he-IL')}</Figure>
        </Figures>
      )}
      {isLive && seesPeople && <LaunchBoard launch={launch} />}
      <LaunchTimeline launch={launch} contents={contents ?? []} />
      <LaunchDates key={launch.id} launch={launch} />
      <LaunchContents launch={launch} contents={contents ?? []} />
      <LaunchTexts launch={launch} />
      <LaunchMessages launch={launch} />
      {seesPeople && <LaunchReport launch={launch} isLive={isLive} />}
      <LaunchNextTime launch={launch} />
      {seesPeople && <LaunchPeople launch={launch} />}
      {seesPeople && <LaunchWaiting launch={launch} />}
      <LaunchComments launch={launch} contents={contents} />
      <CloneDialog launch={launch} open={isCloning} onClose={() => setCloning(false)} />
    </div>
  )
}

const moves: Partial<Record<Launch['status'], { to: Launch['status']; words: string }>> = {
  draft: { to: 'prelaunch', words: 'פרסום' },
  prelaunch: { to: 'ended', words: 'סיום עכשיו' },
  cart_open: { to: 'ended', words: 'סיום עכשיו' },
  cart_closed: { to: 'ended', words: 'סיום עכשיו' },
  ended: { to: 'archived', words: 'לארכיון' },
}

/** Manual status transitions; each is logged. */
function StatusActions({ launch: { id, status } }: { launch: Launch }) {
  const change = useChangeLaunch()
  const move = moves[status]
  if (!move) return null
  return (
    <Button
      look={status === 'draft' ? 'primary' : 'secondary'}
      busy={change.isPending}
      onClick={() =>
        change.mutate(
          { id, status: move.to },
          { onError: (error) => void toast.error(refusalText(error, staffRefusals)) },
        )
      }
    >
      {move.words}
    </Button>
  )
}
