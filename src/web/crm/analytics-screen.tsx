// Page views of the site and their referrers.
import './analytics-screen.css'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { type Span, spans, useViewReport, type ViewReport } from '#platform/page-views/page-views.data.ts'
import type { ViewCount, Device } from '#platform/page-views/page-views.ts'
import { formatDate } from '#lib/time/dates.ts'
import { count } from '#lib/hebrew/count.ts'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useCampaignLabels } from './campaign-labels.ts'

/** Maximum rows of each list. */
const maxRows = 20

export function Component() {
  useScreenTitle('צפיות באתר')
  const [params, setParams] = useSearchParams()
  const span = spans.find((known) => String(known) === params.get('days')) ?? 30
  const { data, error, isPending, refetch } = useViewReport(span, useNow())

  return (
    <div className="view analytics">
      <div className="view__head">
        <h1>צפיות באתר</h1>
        <div className="view__end">
          <PeriodSelect span={span} onChange={(days) => setParams({ days: String(days) }, { replace: true })} />
        </div>
      </div>
      {isPending && <Loading page size="lg" />}
      {!data && error && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      {data && (data.views === 0 ? <NoVisitors /> : <Report report={data} />)}
    </div>
  )
}

function PeriodSelect({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  return (
    <fieldset className="spans" aria-label="כמה ימים להציג">
      {spans.map((days) => (
        <label key={days} className="spans__one">
          <input type="radio" name="days" checked={days === span} onChange={() => onChange(days)} />
          <span>{days} ימים</span>
        </label>
      ))}
    </fieldset>
  )
}

function NoVisitors() {
  return (
    <EmptyState
      text="עוד לא נספרו צפיות בימים האלה. הספירה מתחילה מעצמה כשפותחים עמוד באתר."
      action={
        <ButtonLink href="/" look="primary">
          לפתיחת האתר
        </ButtonLink>
      }
    />
  )
}

function Report({ report }: { report: ViewReport }) {
  const { views, visitors, days, pages, referrers, devices } = report
  const campaigns = report.campaigns.slice(0, maxRows)
  const nameOf = useCampaignLabels(campaigns.map(({ label }) => label))
  return (
    <div className="analytics__in">
      <p className="analytics__sum">
        <b>{count(views, { one: 'צפייה אחת', two: 'שתי צפיות', other: '# צפיות' })}</b>
        <b>{visitorCount(visitors)}</b>
      </p>
      <BarChart
        title="צפיות ביום"
        columns={['יום', 'צפיות']}
        format={number}
        bars={days.map(({ label, views: value, visitors: people }) => ({
          key: label,
          label: formatDate(label),
          value,
          note: visitorCount(people),
        }))}
      />
      <div className="analytics__lists">
        <Counts title="עמודים" head="עמוד" rows={pages} labelOf={pageOf} />
        <Counts title="מאיפה הגיעו" head="מקור" rows={referrers} labelOf={(label) => label && <Ltr>{label}</Ltr>} />
        {campaigns.length > 0 && (
          <Counts
            title="קמפיינים"
            head="מקור / קמפיין"
            rows={campaigns}
            labelOf={(label) => <bdi>{nameOf(label)}</bdi>}
          />
        )}
        <Counts title="מכשירים" head="מכשיר" rows={devices} labelOf={(label) => deviceLabels[label as Device]} />
      </div>
      <p className="analytics__how">
        הספירה נעשית בשרת שלנו, בלי עוגיות ובלי לשמור כתובות. מי שחזרו ביום אחר נספרים שוב כמבקרים, ודפדפן שביקש שלא
        יעקבו אחריו נספר בצפיות בלבד. תוכנות סריקה לא נספרות.
      </p>
    </div>
  )
}

function Counts({
  title,
  head,
  rows,
  labelOf,
}: {
  title: string
  head: string
  rows: ViewCount[]
  labelOf: (label: string) => ReactNode
}) {
  return (
    <section className="analytics__list">
      <h2>{title}</h2>
      <Table label={title}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">צפיות</th>
            <th scope="col">מבקרים</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map(({ label, views, visitors }) => (
            <tr key={label}>
              <td>{labelOf(label) || 'כניסה ישירה או מקור לא ידוע'}</td>
              <td>{number(views)}</td>
              <td>{number(visitors)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

const deviceLabels: Record<Device, string> = { phone: 'טלפון', tablet: 'טאבלט', computer: 'מחשב' }

const visitorCount = (people: number) => count(people, { one: 'מבקר אחד', two: 'שני מבקרים', other: '# מבקרים' })

/** Percent-decodes a URL for display. */
const pageOf = (path: string) => (
  <a href={path}>
    <Ltr>{readable(path)}</Ltr>
  </a>
)

function readable(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const number = (value: number) => value.toLocaleString('he-IL')
