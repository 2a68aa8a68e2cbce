import { formatMoney } from '#lib/money.ts'
import { formatDate } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Badge } from '#ui/badge.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import type { Difference } from '../compare-books.ts'
import { useReconciliations } from '../order-list.data.ts'
import { OpenRefunds } from './open-refunds.tsx'

const names: Record<string, string> = { cardcom: 'CardCom', payplus: 'PayPlus' }

/** Refunds without a response, and the nightly comparison of our ledger with the provider's list. */
export const BooksTab = () => (
  <>
    <OpenRefunds />
    <Days />
  </>
)

function Days() {
  const { data, error, isPending, refetch } = useReconciliations()
  if (isPending) return <Loading page size="lg" />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  if (data.length === 0)
    return (
      <p className="orders__none">
        עוד לא הייתה השוואה. בכל לילה התשלומים של היום שעבר מושווים לרשימה של חברת הסליקה, והבדלים מופיעים כאן וכמשימה.
      </p>
    )
  return (
    <Table label="התאמה לחברת הסליקה">
      <thead>
        <tr>
          <th scope="col">יום</th>
          <th scope="col">אצלנו</th>
          <th scope="col">אצל חברת הסליקה</th>
          <th scope="col">הבדלים</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ day, provider, is_stand_in: isStandIn, ours_agorot, theirs_agorot, differences, fault }) => (
          <tr key={`${day} ${provider} ${isStandIn}`}>
            <td>
              {formatDate(day)}
              <small>{isStandIn ? 'הדמיה' : (names[provider] ?? provider)}</small>
            </td>
            <td>{formatMoney(ours_agorot)}</td>
            <td>{fault === null ? formatMoney(theirs_agorot) : '–'}</td>
            <td>
              {fault !== null ? (
                <Badge kind="warning">הרשימה לא התקבלה</Badge>
              ) : differences.length === 0 ? (
                <Badge kind="success">תואם</Badge>
              ) : (
                differences.map((difference) => (
                  <DifferenceLine key={`${difference.kind} ${difference.transactionId}`} {...difference} />
                ))
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const DifferenceLine = ({ kind, transactionId, oursAgorot, theirsAgorot }: Difference) => (
  <small>
    {kind === 'refund' ? 'החזר' : 'תשלום'} <Ltr>{transactionId}</Ltr>: אצלנו{' '}
    {oursAgorot === null ? 'חסר' : formatMoney(oursAgorot)}, אצל חברת הסליקה{' '}
    {theirsAgorot === null ? 'חסר' : formatMoney(theirsAgorot)}
  </small>
)
