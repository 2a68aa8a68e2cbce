// Metrics that the client reports. Values are loaded after a click, because each read is logged and visible to the client.
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import {
  type RequestedMetric,
  useRequestedMetrics,
  useClientMetrics,
  useEndMetric,
} from '#features/metrics/metrics.data.ts'
import { frequencyLabels, periodName, refusals } from '#features/metrics/metrics.ts'
import { count } from '#lib/hebrew/count.ts'
import { dayOf } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { AskMetricDialog } from './ask-metric-dialog.tsx'
import { MetricChart } from './metric-chart.tsx'

type Props = { contactId: string; hasPartner: boolean }

export function ClientMetrics({ contactId, hasPartner }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const requests = useRequestedMetrics(contactId)
  const today = dayOf(useNow())
  const values = useClientMetrics(contactId, isOpen)
  return (
    <div className="client__card">
      <Block title="מספרים למעקב" action={<Button onClick={() => setAsking(true)}>בקשת מספר</Button>}>
        {requests.isPending && <Loading />}
        {requests.error && (
          <div role="alert">
            <BlockText>
              {requests.data && 'הרשימה לא עודכנה, ומוצג מה שנטען לפני כן. '}
              {refusalText(requests.error, refusals)}
            </BlockText>
            <Button onClick={() => void requests.refetch()}>ניסיון נוסף</Button>
          </div>
        )}
        {requests.data?.length === 0 && (
          <BlockText>
            מספר אחד שחוזר כל שבוע או כל חודש, למשל יתרת העו״ש. הדיווח באזור האישי או ישר מהמייל, ותזכורת נשלחת ביום שבו
            הוא חסר.
          </BlockText>
        )}
        {requests.data && requests.data.length > 0 && (
          <ul className="client__metrics">
            {requests.data.map((metric) => (
              <RequestedMetricRow key={metric.id} metric={metric} contactId={contactId} />
            ))}
          </ul>
        )}
        {requests.data?.some(({ reported }) => reported > 0) && !isOpen && (
          <>
            <BlockText>הצפייה במספרים נרשמת, והלקוחות רואים מי צפה ומתי.</BlockText>
            <div className="block__actions">
              <Button onClick={() => setOpen(true)}>צפייה במספרים</Button>
            </div>
          </>
        )}
        {isOpen && values.isPending && <Loading />}
        {isOpen && values.error && (
          <div role="alert">
            <BlockText>
              {values.data && 'המספרים לא עודכנו, ומוצג מה שנטען לפני כן. '}
              {refusalText(values.error, refusals)}
            </BlockText>
            <Button onClick={() => void values.refetch()}>ניסיון נוסף</Button>
          </div>
        )}
        {isOpen &&
          values.data
            ?.filter(({ periods }) => periods.some(({ isReported }) => isReported))
            .map((metric) => <MetricChart key={metric.id} metric={metric} today={today} />)}
      </Block>
      {isAsking && <AskMetricDialog contactId={contactId} hasPartner={hasPartner} onClose={() => setAsking(false)} />}
    </div>
  )
}

function RequestedMetricRow({ metric, contactId }: { metric: RequestedMetric; contactId: string }) {
  const end = useEndMetric(contactId)
  const { id, name, every, missing, last_on: last, ended_at: endedAt } = metric
  async function change(next: string | null) {
    try {
      await end.mutateAsync({ id, endedAt: next })
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <li className="client__metric">
      <div>
        <b dir="auto">{name}</b>
        <small>
          {[frequencyLabels[every], last ? `דווח עד ${periodName(every, last)}` : 'עוד לא דווח'].join(' · ')}
        </small>
      </div>
      {endedAt ? (
        <Badge>הופסק</Badge>
      ) : (
        missing > 0 && (
          <Badge kind="warning">
            {count(missing, { one: 'חסר דיווח אחד', two: 'חסרים שני דיווחים', other: 'חסרים # דיווחים' })}
          </Badge>
        )
      )}
      <Button
        look="ghost"
        size="sm"
        busy={end.isPending}
        aria-label={`${endedAt ? 'חידוש' : 'הפסקה'}: ${name}`}
        onClick={() => void change(endedAt ? null : new Date().toISOString())}
      >
        {endedAt ? 'חידוש' : 'הפסקה'}
      </Button>
    </li>
  )
}
