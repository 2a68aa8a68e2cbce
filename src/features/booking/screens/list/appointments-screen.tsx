// All appointments as a list: tabs by status, filters in the URL, export.
import './appointments-screen.css'
import '../calendar/calendar.css'
import { CalendarDays, CalendarPlus, Plus, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { useBackend } from '#client/session-context.tsx'
import { refusals } from '#features/exports/exports.ts'
import { dayOf } from '#lib/time/dates.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { pageOf } from '#platform/screens/page-of.ts'
import { SheetMenu } from '#platform/exports/sheet-menu.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useUrlState } from '#platform/screens/use-url-state.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { FilterChip } from '#ui/lists/filter-chip.tsx'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import {
  type AppointmentFilter,
  selectedValues,
  filterOf,
  type AppointmentTab,
  tabLabels,
} from '../../appointment-list.ts'
import { fetchAppointments, pageSize, useAppointmentList } from '../../appointment-list.data.ts'
import { useBookableTypes, useHosts } from '../../appointments.data.ts'
import { AppointmentDialog } from '../calendar/appointment-dialog.tsx'
import { BookDialog } from '../calendar/book-dialog.tsx'
import { AppointmentTable } from './appointment-table.tsx'

const number = new Intl.NumberFormat('he-IL')

export function Component() {
  useScreenTitle('פגישות')
  const now = useNow()
  const backend = useBackend()
  const address = useUrlState()
  const params = new URLSearchParams(address.search)
  const filter = filterOf(params)
  const { data, error, isPending, refetch } = useAppointmentList(filter, pageOf(params) - 1)
  const [opened, setOpened] = useState<string>()
  const [isBooking, setBooking] = useState(false)
  return (
    <div className="view appointments">
      <div className="view__head">
        <h1>פגישות</h1>
        {data && data.total > 0 && <Badge>{number.format(data.total)}</Badge>}
        <div className="view__end">
          <Link className={buttonClasses({ look: 'ghost' })} to="/crm/calendar">
            <Icon of={CalendarDays} />
            ליומן
          </Link>
          <SheetMenu
            name="פגישות"
            fetchFile={(format) => fetchAppointments(backend, { format, filter })}
            refusals={refusals}
          />
          <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setBooking(true)}>
            פגישה
          </Button>
        </div>
      </div>
      <LinkTabs
        label="אילו פגישות"
        tabs={(Object.keys(tabLabels) as AppointmentTab[]).map((shown) => ({
          to: `?${withParameter(address.params, 'shown', shown)}`,
          text: tabLabels[shown],
          isOpen: shown === filter.shown,
        }))}
        replace
      />
      <Tools address={address} />
      {isPending && <Loading page size="lg" />}
      {error && !data && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className="appointments__none">{emptyText(filter)}</p>}
      {data && data.total > 0 && <AppointmentTable appointments={data.appointments} onOpen={setOpened} />}
      {data && data.total > pageSize && (
        <Pager
          page={data.page + 1}
          size={pageSize}
          total={data.total}
          to={(to) => `?${withParameter(address.params, 'page', String(to))}`}
        />
      )}
      <AppointmentDialog
        appointment={data?.appointments.find(({ id }) => id === opened)}
        now={now}
        onClose={() => setOpened(undefined)}
      />
      <BookDialog open={isBooking} onClose={() => setBooking(false)} day={dayOf(now)} />
    </div>
  )
}

/**
 * The filter from the current field values, including text not yet applied. A changed filter resets the page number.
 */
function withParameter(params: URLSearchParams, name: string, value: string) {
  const next = new URLSearchParams(params)
  next.delete('page')
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

const emptyText = ({ shown, ...filters }: AppointmentFilter) =>
  Object.keys(filters).length > 0 ? 'אין פגישה שמתאימה לסינון הזה' : noneTexts[shown]

const noneTexts: Record<AppointmentTab, string> = {
  ahead: 'עוד לא נקבעו פגישות. אפשר לקבוע כאן, או לשלוח קישור לקביעת פגישה',
  undecided: 'אין בקשות שמחכות לאישור',
  past: 'עוד לא היו פגישות',
  no_show: 'לא סומנה אף אי־הגעה',
  ended: 'אין פגישות שבוטלו או נדחו',
  all: 'עוד אין פגישות',
}

function Tools({ address }: { address: ReturnType<typeof useUrlState> }) {
  const { data: hosts = [] } = useHosts()
  const { data: types = [] } = useBookableTypes()
  const nameOf = useStaffName()
  const choose = (name: string, value: string) =>
    address.change((params) => {
      params.delete('page')
      if (value) params.set(name, value)
      else params.delete(name)
    })
  return (
    <div className="appointments__tools">
      <SearchField
        label="חיפוש פגישה"
        placeholder="שם, דוא״ל או טלפון"
        value={address.words}
        onChange={(text) =>
          address.change(
            (params) => {
              params.delete('page')
              params.set('q', text)
            },
            { isTyped: true },
          )
        }
      />
      {hosts.length > 1 && (
        <FilterChip
          label="עם"
          icon={UserRound}
          options={hosts.map(({ user_id: value }) => ({ value, text: nameOf(value) ?? 'מחוץ לצוות' }))}
          chosen={selectedValues(address.params, 'host')}
          onChange={(selected) => choose('host', selected.join(','))}
        />
      )}
      <FilterChip
        label="סוג"
        icon={CalendarPlus}
        options={types.map(({ id, title, user_id }) => ({
          value: id,
          text: hosts.length > 1 ? `${title} · ${nameOf(user_id) ?? ''}` : title,
        }))}
        chosen={selectedValues(address.params, 'type')}
        onChange={(selected) => choose('type', selected.join(','))}
      />
      <DayField
        name="from"
        label="מיום"
        defaultValue={address.params.get('from') ?? ''}
        onValueChange={(day) => choose('from', day)}
      />
      <DayField
        name="until"
        label="עד יום"
        defaultValue={address.params.get('until') ?? ''}
        onValueChange={(day) => choose('until', day)}
      />
    </div>
  )
}
