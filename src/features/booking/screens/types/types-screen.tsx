// Appointment types of all hosts, with durations and booking rules.
import './types.css'
import { CalendarDays, Copy, ExternalLink, Link, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link as LinkTo } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useUserId } from '#client/session-context.tsx'
import { isAdmin } from '#platform/accounts/roles.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { formatMoney } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useHosts } from '../../appointments.data.ts'
import type { AppointmentType } from '../../booking.ts'
import { locationLabels, refusals } from '../../booking-labels.ts'
import { BookingLinksDialog } from '../../links/booking-links-dialog.tsx'
import { useAppointmentTypes, useCallType, useSetCallType } from '../../types.data.ts'
import { minutesText, typeColor } from '../calendar/appointment-texts.ts'
import { StartHosting } from './start-hosting.tsx'
import { TypeDialog } from './type-dialog.tsx'

export function Component() {
  useScreenTitle('סוגי פגישות')
  const me = useUserId()
  const isBoss = isAdmin(useOwnRoles())
  const nameOf = useStaffName()
  const { data: hosts, error, refetch } = useHosts()
  const { data: types = [] } = useAppointmentTypes()
  const [edited, setEdited] = useState<{ host: string; type?: AppointmentType }>()
  const shown = hosts?.filter(({ user_id }) => isBoss || user_id === me) ?? []
  return (
    <div className="view">
      <div className="view__head">
        <h1>סוגי פגישות</h1>
      </div>
      {error && !hosts && <FailedToLoad insteadOf={hosts} error={error} onRetry={() => void refetch()} />}
      {!hosts && !error && <Loading page />}
      {hosts && !hosts.some(({ user_id }) => user_id === me) && <StartHosting host={me} />}
      {isBoss && shown.length > 0 && <CallTypeChoice types={types} />}
      {shown.map(({ user_id: host, slug }) => (
        <section key={host} className="types" aria-labelledby={`types-${host}`}>
          <div className="types__head">
            <h2 id={`types-${host}`}>{nameOf(host) ?? 'מחוץ לצוות'}</h2>
            <a href={`/book/${slug}`} target="_blank" rel="noreferrer">
              לעמוד הקביעה
            </a>
            <Button size="sm" icon={<Icon of={Plus} />} onClick={() => setEdited({ host })}>
              סוג פגישה
            </Button>
          </div>
          <ul className="types__list">
            {types
              .filter(({ user_id }) => user_id === host)
              .map((type) => (
                <TypeCard
                  key={type.id}
                  type={type}
                  path={`/book/${slug}/${type.slug}`}
                  onEdit={() => setEdited({ host, type })}
                />
              ))}
          </ul>
        </section>
      ))}
      <TypeDialog edited={edited} onClose={() => setEdited(undefined)} />
    </div>
  )
}

function TypeCard({ type, path, onEdit }: { type: AppointmentType; path: string; onEdit: () => void }) {
  const [isLinking, setLinking] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(location.origin + path).then(
      () => toast.success('הקישור הועתק'),
      () => toast.error('הדפדפן לא אפשר להעתיק'),
    )
  return (
    <li className="type-card" style={{ '--c': typeColor[type.color] } as object}>
      <h3>
        <bdi>{type.title}</bdi>
      </h3>
      <p>
        {[
          type.durations.map(minutesText).join(' או '),
          locationLabels[type.location_kind],
          type.price_agorot !== null && type.price_agorot > 0 && formatMoney(type.price_agorot),
          type.payment_mode === 'full' && 'בתשלום בקביעה',
          type.payment_mode === 'deposit' && `מקדמה של ${formatMoney(type.deposit_agorot ?? 0)} בקביעה`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="type-card__signs">
        {!type.is_active && <Badge kind="outline">כבוי</Badge>}
        {type.is_hidden && !type.requires_link && <Badge kind="outline">לא ברשימה</Badge>}
        {type.requires_link && <Badge kind="outline">רק בקישור אישי</Badge>}
        {type.requires_confirmation && <Badge kind="outline">באישור</Badge>}
      </p>
      <div className="type-card__actions">
        <Button size="sm" icon={<Icon of={Pencil} />} onClick={onEdit}>
          עריכה
        </Button>
        {!type.requires_link && (
          <Button size="sm" icon={<Icon of={Copy} />} onClick={() => void copy()}>
            העתקת הקישור
          </Button>
        )}
        <Button size="sm" icon={<Icon of={Link} />} onClick={() => setLinking(true)}>
          קישור אישי
        </Button>
        <LinkTo className={buttonClasses({ look: 'ghost', size: 'sm' })} to={`/crm/appointments?type=${type.id}`}>
          <Icon of={CalendarDays} />
          הפגישות
        </LinkTo>
        <a className={buttonClasses({ look: 'ghost', size: 'sm' })} href={path} target="_blank" rel="noreferrer">
          <Icon of={ExternalLink} />
          תצוגה
        </a>
      </div>
      <BookingLinksDialog type={type} open={isLinking} onClose={() => setLinking(false)} />
    </li>
  )
}

/** Target of the site's call buttons. */
function CallTypeChoice({ types }: { types: readonly AppointmentType[] }) {
  const { data: selected } = useCallType()
  const saving = useSetCallType()
  const nameOf = useStaffName()
  if (selected === undefined) return null
  return (
    <div className="types__call">
      <SelectField
        name="call_type"
        label="כפתורי השיחה באתר מובילים אל"
        value={selected ?? ''}
        onChange={({ target }) =>
          saving.mutate(target.value || null, {
            onSuccess: () => toast.success('הבחירה נשמרה, והאתר מתעדכן'),
            onError: (error) => toast.error(refusalText(error, refusals)),
          })
        }
      >
        <option value="">עמוד יצירת הקשר</option>
        {types
          .filter(({ is_active, requires_link }) => is_active && !requires_link)
          .map(({ id, title, user_id }) => (
            <option key={id} value={id}>
              {[title, nameOf(user_id)].filter(Boolean).join(' · ')}
            </option>
          ))}
      </SelectField>
    </div>
  )
}
