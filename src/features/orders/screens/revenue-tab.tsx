import { useNow } from '#client/now.ts'
import { formatMoney } from '#lib/money.ts'
import { dayOf, monthAndYear } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import type { useUrlState } from '#platform/screens/use-url-state.ts'
import { DayField } from '#ui/dates/day-field.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { type RevenueLine, useRevenue } from '../reports.data.ts'

const dimensions = [
  ['product', 'לפי מוצר', 'בלי מוצר'],
  ['source', 'לפי מקור', 'מקור לא ידוע'],
  ['month', 'לפי חודש', ''],
] as const

/** Revenue of the ledger between two days, by default since 1 January. */
export function RevenueTab({ address }: { address: ReturnType<typeof useUrlState> }) {
  const today = dayOf(useNow())
  const from = address.params.get('from') || `${today.slice(0, 4)}-01-01`
  const until = address.params.get('until') || today
  const { data, error, isPending, refetch } = useRevenue(from, until)
  const choose = (name: string, value: string) =>
    address.change((params) => (value ? params.set(name, value) : params.delete(name)))
  return (
    <>
      <div className="orders__tools">
        <DayField name="from" label="מיום" defaultValue={from} onValueChange={(day) => choose('from', day)} />
        <DayField name="until" label="עד יום" defaultValue={until} onValueChange={(day) => choose('until', day)} />
      </div>
      {isPending && <Loading page size="lg" />}
      {error && !data && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="orders__none">לא התקבלו תשלומים בימים האלה</p>}
      {data && data.length > 0 && (
        <div className="orders__revenue">
          {dimensions.map(([dimension, label, none]) => (
            <RevenueTable
              key={dimension}
              label={label}
              none={none}
              lines={data.filter((line) => line.dimension === dimension)}
            />
          ))}
        </div>
      )}
    </>
  )
}

const labelOf = ({ dimension, label }: RevenueLine) => (dimension === 'month' ? monthAndYear(`${label}-01`) : label)

type TableProps = { label: string; none: string; lines: readonly RevenueLine[] }

function RevenueTable({ label, none, lines }: TableProps) {
  const sum = (of: 'received_agorot' | 'refunded_agorot') => lines.reduce((total, line) => total + line[of], 0)
  const [received, refunded] = [sum('received_agorot'), sum('refunded_agorot')]
  return (
    <section aria-label={label}>
      <h2>{label}</h2>
      <Table label={`טבלה: ${label}`}>
        <thead>
          <tr>
            <th scope="col">{label.replace('לפי ', '')}</th>
            <th scope="col">התקבל</th>
            <th scope="col">הוחזר</th>
            <th scope="col">נשאר</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <td>
                <bdi>{labelOf(line) || none}</bdi>
              </td>
              <Sums received={line.received_agorot} refunded={line.refunded_agorot} />
            </tr>
          ))}
          <tr>
            <th scope="row">סך הכול</th>
            <Sums received={received} refunded={refunded} />
          </tr>
        </tbody>
      </Table>
    </section>
  )
}

const Sums = ({ received, refunded }: { received: number; refunded: number }) => (
  <>
    <td>{formatMoney(received)}</td>
    <td>{refunded > 0 ? formatMoney(refunded) : '–'}</td>
    <td>{formatMoney(received - refunded)}</td>
  </>
)
