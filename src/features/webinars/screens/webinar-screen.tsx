// One webinar: its details, its dates with the control room of the chosen session, and its interactions.
import '#platform/screens/link-rows.css'
import '../control/control-room.css'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { managesSite } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { buttonClasses, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Interactions } from '../interactions/interactions.tsx'
import { WebinarPageChoice } from '../page/webinar-page-choice.tsx'
import { RecordedQuestions } from '../questions/recorded-questions.tsx'
import { WebinarSchedule } from '../schedule/webinar-schedule.tsx'
import { WebinarTeam } from '../team/webinar-team.tsx'
import { SaveAsTemplate } from '../templates/save-as-template.tsx'
import { useWebinars, type WebinarRow } from '../webinars.data.ts'
import { webinarPath } from '../webinars.ts'
import { BeforePublishing } from './before-publishing.tsx'
import { Part, type PartId, PartTabs, usePart } from './parts.tsx'
import { statusLabels } from './session-labels.ts'
import { PublishButton, WebinarDetails } from './webinar-details.tsx'

/** Tabs for data of other modules. */
type Props = {
  messages: (webinar: WebinarRow, canEdit: boolean) => ReactNode
  /** `show`: activates another tab, so that an element in it can be focused. */
  connections: (webinar: WebinarRow, show: (part: PartId) => void) => ReactNode
}

export function WebinarScreen({ messages, connections }: Props) {
  const { webinarId = '' } = useParams()
  const { data: webinars, error, isPending, refetch } = useWebinars()
  const webinar = webinars?.find(({ id }) => id === webinarId)
  const canEdit = managesSite(useOwnRoles())
  const { part, setPart, show } = usePart()
  const shown = canEdit ? part : undefined
  const view = useFocusAfterPublishing(webinar?.status)
  useScreenTitle(webinar?.title ?? 'הדרכה')
  if (isPending) return <Loading page size="lg" />
  if (error && !webinars) return <FailedToLoad insteadOf={webinars} error={error} onRetry={() => void refetch()} />
  if (!webinar) return <NotFound />
  return (
    <div className="view">
      <div className="view__head">
        <h1>
          <bdi>{webinar.title}</bdi>
        </h1>
        <div className="view__end">
          <Badge kind={webinar.status === 'published' ? 'success' : 'outline'}>{statusLabels[webinar.status]}</Badge>
          {canEdit && <SaveAsTemplate webinar={webinar} />}
          <Link className={buttonClasses({})} to={`/admin/webinars/${webinar.id}/report`}>
            דוח
          </Link>
          {webinar.status === 'published' && (
            <ButtonLink
              ref={view}
              href={webinarPath(webinar.slug)}
              target="_blank"
              rel="noreferrer"
              icon={<Icon of={ExternalLink} />}
            >
              צפייה
            </ButtonLink>
          )}
          {canEdit && webinar.status === 'draft' && <PublishButton onPress={() => show('details')} />}
        </div>
      </div>
      <RecordedQuestions webinar={webinar.id} />
      {canEdit && webinar.status === 'draft' && <BeforePublishing webinar={webinar} show={show} />}
      {canEdit && <PartTabs part={part} onPart={setPart} />}
      {canEdit && (
        <Part id="details" shown={shown}>
          <WebinarDetails key={webinar.id} webinar={webinar} />
        </Part>
      )}
      {canEdit && (
        <Part id="page" shown={shown}>
          <WebinarPageChoice webinar={webinar} />
        </Part>
      )}
      <Part id="dates" shown={shown}>
        <WebinarSchedule webinar={webinar} canEdit={canEdit} />
      </Part>
      <Part id="team" shown={shown}>
        <WebinarTeam webinar={webinar.id} canEdit={canEdit} />
      </Part>
      {canEdit && (
        <Part id="moments" shown={shown}>
          <Interactions webinar={webinar} />
        </Part>
      )}
      <Part id="messages" shown={shown}>
        {messages(webinar, canEdit)}
      </Part>
      {canEdit && (
        <Part id="connections" shown={shown}>
          {connections(webinar, show)}
        </Part>
      )}
    </div>
  )
}

/** Publishing removes the publish button: the focus moves to the link of the published page. */
function useFocusAfterPublishing(status: WebinarRow['status'] | undefined) {
  const link = useRef<HTMLAnchorElement>(null)
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'draft' && status === 'published' && document.activeElement === document.body)
      link.current?.focus()
    before.current = status
  }, [status])
  return link
}
