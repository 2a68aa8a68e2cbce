// Metrics requested by the coach: the next value to report, earlier values, and the staff's access log.
import { type SubmitEvent, useRef, useState, useSyncExternalStore } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useNetwork } from '#client/session-context.tsx'
import { useMyMetrics, useReportMetric } from '#features/metrics/metrics.data.ts'
import {
  formatMetric,
  parseMetric,
  periodName,
  periodToReport,
  refusals,
  type ShownMetric,
  type ShownPeriod,
  unitLabels,
} from '#features/metrics/metrics.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedCard } from './failed-card.tsx'
import { PortalCard } from './portal-card.tsx'

const title = 'מספרים לעדכון'

export function MetricsCard() {
  const { data, error, refetch } = useMyMetrics()
  const network = useNetwork()
  const isDown = useSyncExternalStore(network.subscribe, network.read) !== 'reachable'
  if (!data && error) return <FailedCard id="metrics" title={title} error={error} onRetry={() => void refetch()} />
  // Sealed values are not stored in the browser: offline, a hidden card would look like one without metrics.
  if (!data && isDown)
    return (
      <PortalCard id="metrics" title={title}>
        <p className="portal-quiet">המספרים לא נשמרים במכשיר. נציג אותם כשהתקשורת תחזור.</p>
      </PortalCard>
    )
  if (!data || data.metrics.length === 0) return null
  const [lastRead] = data.reads
  return (
    <PortalCard id="metrics" title={title}>
      {error && (
        <div role="alert">
          <p>המספרים לא עודכנו, ומוצג מה שנטען לפני כן. {refusalText(error, refusals)}</p>
          <Button size="sm" onClick={() => void refetch()}>
            ניסיון נוסף
          </Button>
        </div>
      )}
      <ul className="portal-metrics">
        {data.metrics.map((metric) => (
          <MetricRow key={metric.id} metric={metric} />
        ))}
      </ul>
      <p className="portal-quiet">
        המספרים נשמרים מוצפנים, ורואים אותם אתם והצוות שמלווה אתכם.
        {lastRead && ` נצפו לאחרונה על ידי ${lastRead.reader}, ${formatDate(lastRead.at)}.`}
      </p>
    </PortalCard>
  )
}

function MetricRow({ metric }: { metric: ShownMetric }) {
  const [corrected, setCorrected] = useState<ShownPeriod>()
  const opener = useRef<HTMLButtonElement>(null)
  const period = corrected ?? periodToReport(metric)
  const reported = metric.periods.filter(({ isReported }) => isReported).toReversed()
  return (
    <li>
      <h3 dir="auto">{metric.name}</h3>
      {period ? (
        <ReportForm
          key={period.id}
          metric={metric}
          period={period}
          isCorrection={corrected !== undefined}
          onDone={() => {
            if (corrected) opener.current?.focus()
            setCorrected(undefined)
          }}
        />
      ) : (
        <p className="portal-quiet">{metric.isEnded ? 'כבר לא מבקשים את המספר הזה.' : 'הכול מעודכן, תודה.'}</p>
      )}
      {reported.length > 0 && (
        <details>
          <summary>מה דיווחתם</summary>
          <Table label={metric.name}>
            <thead>
              <tr>
                <th scope="col">{metric.every === 'month' ? 'חודש' : 'שבוע'}</th>
                <th scope="col">מספר</th>
                {!metric.isEnded && <th scope="col">תיקון</th>}
              </tr>
            </thead>
            <tbody>
              {reported.map((one) => (
                <tr key={one.id}>
                  <th scope="row">{periodName(metric.every, one.startsOn)}</th>
                  <td>{one.value === null ? 'לא ניתן לקריאה' : formatMetric(metric.unit, one.value)}</td>
                  {!metric.isEnded && (
                    <td>
                      <Button
                        look="link"
                        aria-label={`תיקון ${metric.name}, ${periodName(metric.every, one.startsOn)}`}
                        onClick={({ currentTarget }) => {
                          opener.current = currentTarget
                          setCorrected(one)
                        }}
                      >
                        תיקון
                      </Button>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </Table>
        </details>
      )}
    </li>
  )
}

type FormProps = { metric: ShownMetric; period: ShownPeriod; isCorrection: boolean; onDone: () => void }

function ReportForm({ metric, period, isCorrection, onDone }: FormProps) {
  const { unit, every, name } = metric
  const report = useReportMetric()
  const [errorText, setErrorText] = useState<string>()
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('value')
    const value = typeof typed === 'string' ? parseMetric(unit, typed) : undefined
    if (value === undefined) return setErrorText(refusals.metric_value_invalid)
    try {
      await report.mutateAsync({ periodId: period.id, value })
      toast.success(`${name}: ${formatMetric(unit, value)}`)
      onDone()
    } catch (error) {
      setErrorText(refusalText(error, refusals))
    }
  }
  return (
    <form className="portal-metrics__form" onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        name="value"
        label={`${periodName(every, period.startsOn)}, ${unitLabels[unit]}`}
        required
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        maxLength={40}
        error={errorText}
        // A correction is started below the form, which may be outside the viewport.
        ref={isCorrection ? focus : undefined}
        onChange={() => setErrorText(undefined)}
      />
      <Button type="submit" look="primary" busy={report.isPending}>
        שליחה
      </Button>
      {isCorrection && (
        <Button look="ghost" aria-label={`חזרה בלי לתקן את ${name}`} onClick={onDone}>
          חזרה
        </Button>
      )}
    </form>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()
