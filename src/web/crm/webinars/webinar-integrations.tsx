import { CalendarDays, Plus, Radio, Video, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useAutomations, useCreateAutomation, usePublishedTouching } from '#features/automations/automations.data.ts'
import { refusals } from '#features/automations/automations.ts'
import { emptyDefinition } from '#features/automations/engine/definition.ts'
import { usePixelId } from '#features/tracking/tracking.data.ts'
import type { WebinarRow } from '#features/webinars/webinars.data.ts'
import { events } from '#features/webinars/webinars.events.ts'
import { isAdmin } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { providerNames, type VideoSource } from '#platform/player/video-source.ts'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { AutomationBadge } from '../automations/automation-badge.tsx'
import { eventLabel } from '../automations/event-catalog.ts'
import { automationsOfWebinar, type WebinarAutomation } from './webinar-automations.ts'

const eventKeys = Object.keys(events).map((type) => `event:${type}`)

/** Incoming and outgoing integrations, each with a link to its settings. */
export function WebinarIntegrations({ webinar, onDetails }: { webinar: WebinarRow; onDetails: () => void }) {
  const { data: pixel } = usePixelId()
  const mayManage = isAdmin(useOwnRoles())
  const { kind, stream, recording } = webinar
  return (
    <Block title="חיבורים" action={mayManage && <NewAutomation webinar={webinar} />}>
      <ul className="rows">
        {kind === 'live' && (
          <Connection
            icon={Video}
            name="השידור"
            text={sourceText(stream)}
            act={<ToField name="stream" label="השידור" onDetails={onDetails} />}
          />
        )}
        <Connection
          icon={Video}
          name="ההקלטה"
          text={sourceText(recording)}
          act={<ToField name="recording" label="ההקלטה" onDetails={onDetails} />}
        />
        {kind !== 'on_demand' && (
          <Connection
            icon={CalendarDays}
            name="היומן של הנרשמים"
            text="קובץ יומן בדוא״ל, ו־Google ו־Outlook בעמוד התודה"
          />
        )}
        <Connection
          icon={Radio}
          name={<bdi>Meta Pixel</bdi>}
          text={pixel ? 'פעיל: צפיות בעמוד ההרשמה, אחרי אישור עוגיות שיווק' : 'כבוי'}
          act={mayManage && <Link to="/crm/settings?tab=integrations">לחיבורים של האתר</Link>}
        />
        <Automations webinar={webinar.id} />
      </ul>
    </Block>
  )
}

const sourceText = (source: VideoSource | null) => (source ? providerNames[source.provider] : 'עוד לא נבחר מקור')

type ConnectionProps = { icon: typeof Video; name: ReactNode; text: ReactNode; act?: ReactNode }

const Connection = ({ icon, name, text, act }: ConnectionProps) => (
  <li className="row">
    <span className="row__icon">
      <Icon of={icon} />
    </span>
    <div className="row__words">
      <b>{name}</b>
      <small>{text}</small>
    </div>
    {act && <div className="row__acts">{act}</div>}
  </li>
)

type ToFieldProps = { name: string; label: string; onDetails: () => void }

/** A link to a field of the details form, which is on another tab. */
const ToField = ({ name, label, onDetails }: ToFieldProps) => (
  <Button
    size="sm"
    look="ghost"
    aria-label={`עריכה: ${label}`}
    onClick={() => {
      onDetails()
      focusField(name)
    }}
  >
    עריכה
  </Button>
)

/** An uploaded file has no field: focuses the first button beside its name. */
const focusField = (name: string) =>
  document
    .querySelector<HTMLElement>(
      `.webinar-details :is([name="${name}"]:not([type="hidden"]), .webinar-file:has([name="${name}"]) button)`,
    )
    ?.focus()

/** Automations that this webinar starts or continues. */
function Automations({ webinar }: { webinar: string }) {
  const { data: automations } = useAutomations()
  const { data: published } = usePublishedTouching(eventKeys)
  if (!automations || !published) return null
  const found = automationsOfWebinar(webinar, automations, published)
  if (found.length === 0) return <Connection icon={Workflow} name="אוטומציות" text="עוד אין אוטומציה שמתחילה מהדרכה" />
  return found.map((automation) => <AutomationOf key={automation.id} {...automation} />)
}

const AutomationOf = ({ id, name, kind, status, pausedBecause, events: types, isOwn, hosts }: WebinarAutomation) => (
  <Connection
    icon={Workflow}
    name={
      <Link to={kind === 'sequence' ? `/crm/email/sequences/${id}` : `/crm/automations/${id}`}>
        <bdi>{name}</bdi>
      </Link>
    }
    text={
      <>
        <span>{types.map(eventLabel).join(', ')}</span>
        <span>{isOwn ? 'רק ההדרכה הזאת' : 'כל ההדרכות'}</span>
        {hosts.length > 0 && (
          <span>
            מעדכנת את <bdi>{hosts.join(', ')}</bdi>
          </span>
        )}
      </>
    }
    act={<AutomationBadge status={status} pausedBecause={pausedBecause} />}
  />
)

/** Creates a draft triggered by a registration for this webinar. */
function NewAutomation({ webinar: { id, title } }: { webinar: WebinarRow }) {
  const create = useCreateAutomation()
  const navigate = useNavigate()
  return (
    <Button
      size="sm"
      look="ghost"
      icon={<Icon of={Plus} />}
      busy={create.isPending}
      onClick={() =>
        create.mutate(
          {
            name: `הרשמה: ${title}`.slice(0, 80).trim(),
            kind: 'automation',
            definition: emptyDefinition({ type: 'event', event: 'webinar.registered', match: { webinar_id: id } }),
          },
          {
            onSuccess: (automationId) => void navigate(`/crm/automations/${automationId}`),
            onError: (error) => void toast.error(refusalText(error, refusals)),
          },
        )
      }
    >
      אוטומציה להדרכה
    </Button>
  )
}
