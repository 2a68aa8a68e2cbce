import { formatMetric, frequencyLabels, isMissing, periodName, type ShownMetric } from '#features/metrics/metrics.ts'
import { formatDate } from '#lib/time/dates.ts'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { BlockText } from '#ui/block.tsx'

const maxShown = 26

/** The latest periods of a metric, as a chart and as a table. A missing period is labelled, not drawn as zero. */
export function MetricChart({ metric, today }: { metric: ShownMetric; today: string }) {
  const { name, unit, every, periods } = metric
  const shown = periods.filter((one) => one.isReported || isMissing(one, today)).slice(-maxShown)
  const [before, latest] = shown.filter(({ value }) => value !== null).slice(-2)
  const last = latest ?? before
  return (
    <>
      <BarChart
        title={`${name}, ${frequencyLabels[every]}`}
        bars={shown.map((one) => ({
          key: one.id,
          label: every === 'month' ? periodName(every, one.startsOn) : formatDate(`${one.startsOn}T12:00:00Z`),
          value: one.value ?? 0,
          ...(one.value === null && { note: one.isReported ? 'לא ניתן לקריאה' : 'לא דווח' }),
        }))}
        columns={[every === 'month' ? 'חודש' : 'שבוע', name]}
        format={(value) => formatMetric(unit, value)}
      />
      {last && last.value !== null && (
        <BlockText>
          {[
            `האחרון, ${periodName(every, last.startsOn)}: ${formatMetric(unit, last.value)}`,
            latest && before && before.value !== null && changeText(metric, last.value - before.value),
          ]
            .filter(Boolean)
            .join(', ')}
        </BlockText>
      )}
    </>
  )
}

const changeText = ({ unit }: ShownMetric, change: number) =>
  change === 0
    ? 'ללא שינוי מהקודם'
    : `${change > 0 ? 'עלייה' : 'ירידה'} של ${formatMetric(unit, Math.abs(change))} מהקודם`
