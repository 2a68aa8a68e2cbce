// The audit log, newest first, for owners and admins.
import '#features/audit/screens/audit-tab.css'
import { X } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { useStaff } from '#platform/accounts/staff.data.ts'
import { groupByHeading } from '#platform/activities/timeline-days.ts'
import type { AuditLine } from '#features/audit/audit.ts'
import { type AuditFilter, useAuditLog } from '#features/audit/audit.data.ts'
import { auditedTables } from '#features/audit/audit-labels.ts'
import { useContact } from '#features/contacts/contacts.data.ts'
import { instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { AuditEntry } from '#features/audit/screens/audit-entry.tsx'
import { useFieldLabels } from '#features/audit/screens/use-field-labels.ts'

export function AuditTab() {
  const { filters, setFilter, isFiltered } = useAuditFilters()
  const log = useAuditLog(filterOf(filters))
  const lines = log.data?.pages.flat() ?? []
  return (
    <>
      <Filters filters={filters} setFilter={setFilter} />
      {log.isPending && <Loading page />}
      {!log.data && log.error && (
        <FailedToLoad insteadOf={log.data} error={log.error} onRetry={() => void log.refetch()} />
      )}
      {log.data && lines.length === 0 && (
        <EmptyState
          picture={false}
          text={
            isFiltered
              ? 'אין שינויים שמתאימים לסינון הזה.'
              : 'עוד לא היו שינויים. כל עדכון של אנשי קשר, מכירות, צוות והגדרות יופיע כאן, עם מה שהיה לפני כן.'
          }
        />
      )}
      {lines.length > 0 && <Entries lines={lines} />}
      {log.hasNextPage && (
        <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          הצגת שינויים קודמים
        </Button>
      )}
    </>
  )
}

function Entries({ lines }: { lines: readonly AuditLine[] }) {
  const now = useNow()
  const labels = useFieldLabels(lines)
  if (!labels) return <Loading page />
  return groupByHeading(
    lines.map((line) => ({ line, happened_at: line.at })),
    now,
  ).map(({ heading, items }) => (
    <section key={heading} className="audit-day">
      <h3>{heading}</h3>
      <ol className="audit-list">
        {items.map(({ line }) => (
          <AuditEntry key={line.id} line={line} now={now} labels={labels} />
        ))}
      </ol>
    </section>
  ))
}

const parts = ['who', 'what', 'from', 'until', 'contact'] as const
type AuditFilters = Record<(typeof parts)[number], string>

/** Filters are URL state, so that they survive links and the back button. */
function useAuditFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = Object.fromEntries(parts.map((part) => [part, search.get(part) ?? ''])) as AuditFilters
  function setFilter(part: keyof AuditFilters, value: string) {
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(part, value)
        else next.delete(part)
        return next
      },
      { replace: true },
    )
  }
  return { filters, setFilter, isFiltered: parts.some((part) => filters[part] !== '') }
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Invalid query parameters are dropped before the query. */
const filterOf = ({ who, what, from, until, contact }: AuditFilters): AuditFilter => ({
  ...((who === 'nobody' || uuid.test(who)) && { actor: who }),
  ...(what in auditedTables && { entity: what }),
  ...(isDay(from) && { from: instantAt(from, '00:00').toISOString() }),
  ...(isDay(until) && { until: instantAt(addDays(until, 1), '00:00').toISOString() }),
  ...(uuid.test(contact) && { contact }),
})

function Filters({
  filters,
  setFilter,
}: {
  filters: AuditFilters
  setFilter: (part: keyof AuditFilters, value: string) => void
}) {
  const { data: staff = [] } = useStaff()
  const contact = useContact(filters.contact, filters.contact !== '')
  return (
    <search className="audit-filters" aria-label="סינון יומן השינויים">
      <SelectField
        label="על ידי"
        name="who"
        value={filters.who}
        onChange={({ target }) => setFilter('who', target.value)}
      >
        <option value="">כולם</option>
        {staff.map(({ user_id, name }) => (
          <option key={user_id} value={user_id}>
            {name}
          </option>
        ))}
        <option value="nobody">האתר והמערכת</option>
      </SelectField>
      <SelectField
        label="מה"
        name="what"
        value={filters.what}
        onChange={({ target }) => setFilter('what', target.value)}
      >
        <option value="">הכול</option>
        {Object.entries(auditedTables).map(([entity, { many }]) => (
          <option key={entity} value={entity}>
            {many}
          </option>
        ))}
      </SelectField>
      <DayField
        label="מתאריך"
        name="from"

        value={filters.from}
        onValueChange={(day) => setFilter('from', day)}
        max={filters.until || undefined}
      />
      <DayField
        label="עד תאריך"
        name="until"

        value={filters.until}
        onValueChange={(day) => setFilter('until', day)}
        min={filters.from || undefined}
      />
      {filters.contact && (
        <Button size="sm" icon={<Icon of={X} />} onClick={() => setFilter('contact', '')}>
          רק על {contact.data ? <bdi>{contact.data.full_name}</bdi> : 'איש קשר אחד'}
        </Button>
      )}
    </search>
  )
}
