import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { dayOf, formatDate } from '#lib/time/dates.ts'
import { may } from '#platform/accounts/permissions.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { type DueCharge, useDueCharges } from '../reports.data.ts'

const buckets = [
  ['ahead', 'בחודש הקרוב'],
  ['1', 'איחור עד 30 יום'],
  ['31', '31–60 יום'],
  ['61', '61–90 יום'],
  ['91', 'יותר מ־90 יום'],
] as const

/** Renders the dialog that creates the payment link of a charge. */
export type RenderLinkDialog = (charge: DueCharge | undefined, onClose: () => void) => ReactNode

/** Upcoming and overdue charges by age, oldest first. */
export function DueTab({ linkDialogOf }: { linkDialogOf: RenderLinkDialog }) {
  const { data, error, isPending, refetch } = useDueCharges()
  const today = dayOf(useNow())
  const mayCharge = may(useOwnRoles(), 'record payments')
  const [linking, setLinking] = useState<DueCharge>()
  if (isPending) return <Loading page size="lg" />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  if (data.charges.length === 0)
    return <p className="orders__none">אין חיובים פתוחים, ואין חיובים שמגיעים בחודש הקרוב</p>
  return (
    <>
      <dl className="orders__ages">
        {buckets.map(([bucket, label]) => {
          const found = data.ageing.find((one) => one.bucket === bucket)
          return (
            <div key={bucket}>
              <dt>{label}</dt>
              <dd>
                {formatMoney(found?.left_agorot ?? 0)}
                {found && (
                  <small>{count(found.contacts, { one: 'לקוח אחד', two: 'שני לקוחות', other: '# לקוחות' })}</small>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <Table label="חיובים לגבייה">
        <thead>
          <tr>
            <th scope="col">מי</th>
            <th scope="col">עבור</th>
            <th scope="col" className="table__wide">
              לתשלום עד
            </th>
            <th scope="col">נשאר</th>
          </tr>
        </thead>
        <tbody>
          {data.charges.map((charge) => (
            <tr key={charge.charge_id}>
              <td>
                <Link to={`/crm/payment/${charge.contact_id}`}>{charge.full_name}</Link>
              </td>
              <td>
                <bdi>{charge.title}</bdi>
                {charge.number !== null && <small>תשלום {charge.number}</small>}
                <small className="orders__narrow">
                  <DueDay day={charge.due_on} today={today} />
                </small>
              </td>
              <td className="table__wide">
                <DueDay day={charge.due_on} today={today} />
              </td>
              <td>
                <div className="orders__left">
                  {formatMoney(charge.left_agorot ?? 0)}
                  {mayCharge && (
                    <Button
                      size="sm"
                      aria-label={`קישור לתשלום: ${charge.title ?? ''}, ${charge.full_name ?? ''}`}
                      onClick={() => setLinking(charge)}
                    >
                      קישור לתשלום
                    </Button>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {linkDialogOf(linking, () => setLinking(undefined))}
    </>
  )
}

const DueDay = ({ day, today }: { day: string | null; today: string }) =>
  day && (
    <>
      {formatDate(day)} {day < today && <Badge kind="danger">באיחור</Badge>}
    </>
  )
