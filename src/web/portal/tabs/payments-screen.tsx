// Charges, payments, the balance, and orders that can be paid now.
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { resumePath } from '#features/orders/order-paths.ts'
import {
  type LedgerEntry,
  type MyOpenOrder,
  balanceDue,
  useMyLedger,
  useMyOpenOrders,
  usePayOrder,
} from '#features/portal/portal.data.ts'
import { refusals } from '#features/portal/portal.ts'
import { kindLabels } from '#features/tax-documents/tax-documents.ts'
import { formatMoney } from '#lib/money.ts'
import { dayOf, formatDayInYear } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { PortalCard } from '../portal-card.tsx'
import { PortalPage } from '../portal-page.tsx'
import { portalPath } from '../portal-tabs.ts'

const methods: Record<string, string> = {
  transfer: 'העברה',
  bit: 'ביט',
  cash: 'מזומן',
  cheque: 'צ׳ק',
  card: 'כרטיס אשראי',
}

export function Component() {
  const today = dayOf(useNow())
  const { data: entries, error, refetch } = useMyLedger()
  const owed = balanceDue(entries ?? [], today)
  const { data: orders } = useMyOpenOrders()
  return (
    <PortalPage title="תשלומים">
      {!entries && !error && <Loading />}
      {!entries && error && <FailedToLoad insteadOf={entries} error={error} onRetry={() => void refetch()} />}
      {entries && (
        <>
          <PortalCard id="balance" title={balanceTitle(owed)} deep>
            <p className="portal-sum">{formatMoney(Math.abs(owed))}</p>
            {owed > 0 && orders?.length === 0 && <p>עוד אין כאן קישור לתשלום. אפשר לבקש אותו בהודעה.</p>}
            {owed > 0 && (
              <div className="portal-actions">
                <Link className={buttonClasses({ look: 'on-deep' })} to={`${portalPath}/messages`}>
                  שאלה על התשלום
                </Link>
              </div>
            )}
          </PortalCard>
          <OpenOrders />
          <PortalCard id="ledger" title="כל הרישומים">
            {entries.length === 0 && <p className="portal-quiet">חיובים, תשלומים וקבלות יופיעו כאן.</p>}
            <ul className="portal-tasks">
              {entries.map((entry) => (
                <li key={entry.id}>
                  <b>
                    {nameOf(entry)}: {formatMoney(entry.amount_agorot)}
                  </b>
                  <small>
                    {formatDayInYear(entry.on_day)}
                    {(entry.document_number || entry.document_kind) && <Document entry={entry} />}
                  </small>
                </li>
              ))}
            </ul>
          </PortalCard>
        </>
      )}
    </PortalPage>
  )
}

/** Each order is paid on the page of its payment link. */
function OpenOrders() {
  const { data = [] } = useMyOpenOrders()
  if (data.length === 0) return null
  return (
    <PortalCard id="open-orders" title="מחכה לתשלום">
      <ul className="portal-tasks portal-orders">
        {data.map((order) => (
          <OpenOrder key={order.id} order={order} />
        ))}
      </ul>
    </PortalCard>
  )
}

function OpenOrder({ order: { id, title, amount_agorot: amount, open_until: until } }: { order: MyOpenOrder }) {
  const pay = usePayOrder()
  // Clicking an order that is no longer payable removes it from the list.
  const rowFocusProps = useRowFocus<HTMLLIElement>({ rows: '.portal-orders > li', within: '.portal-page' })
  async function open() {
    try {
      const { slug, key } = await pay.mutateAsync(id)
      location.assign(resumePath(slug, key))
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <li {...rowFocusProps}>
      <b>
        <bdi>{title}</bdi>: {formatMoney(amount)}
      </b>
      <small>אפשר לשלם כאן עד {formatDayInYear(until)}</small>
      <div className="portal-actions">
        <Button
          look="primary"
          busy={pay.isPending}
          aria-label={`לתשלום: ${title}, ${formatMoney(amount)}`}
          onClick={() => void open()}
        >
          לתשלום
        </Button>
      </div>
    </li>
  )
}

function Document({
  entry: { document_kind: kind, document_number: number, document_url: url },
}: {
  entry: LedgerEntry
}) {
  if (!number) return `, ${kindLabels[kind!]} בהכנה`
  const name = `${kind ? kindLabels[kind] : 'מסמך'} ${number}`
  return (
    <>
      {', '}
      {url ? (
        <a href={url} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
    </>
  )
}

const balanceTitle = (owed: number) => (owed > 0 ? 'נשאר לשלם' : owed < 0 ? 'יתרת זכות' : 'הכול שולם')

function nameOf({ kind, title }: LedgerEntry) {
  if (kind === 'charge') return title
  return kind === 'refund' ? 'החזר' : `תשלום ב${methods[title] ?? title}`
}
