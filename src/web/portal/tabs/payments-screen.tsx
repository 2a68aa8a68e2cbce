// Charges, payments, the balance, and orders that can be paid now.
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { resumePath } from '#features/orders/order-paths.ts'
import { type LedgerSummary, summarizeLedger } from '#features/portal/ledger-summary.ts'
import {
  type LedgerEntry,
  type MyOpenOrder,
  useMyLedger,
  useMyOpenOrders,
  usePayOrder,
} from '#features/portal/portal.data.ts'
import { refusals } from '#features/portal/portal.ts'
import { kindLabels } from '#features/tax-documents/tax-documents.ts'
import { formatMoney } from '#lib/money.ts'
import { dayOf, formatDayNear } from '#lib/time/dates.ts'
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
  return (
    <PortalPage title="תשלומים">
      {!entries && !error && <Loading />}
      {!entries && error && <FailedToLoad insteadOf={entries} error={error} onRetry={() => void refetch()} />}
      {entries && (
        <>
          <BalanceCard summary={summarizeLedger(entries, today)} today={today} />
          <OpenOrders today={today} />
          <PortalCard id="ledger" title="כל הרישומים">
            {entries.length === 0 && <p className="portal-quiet">חיובים, תשלומים וקבלות יופיעו כאן.</p>}
            <ul className="portal-tasks">
              {entries.map((entry) => (
                <li key={entry.id}>
                  <b>
                    {nameOf(entry)}: {formatMoney(entry.amount_agorot)}
                  </b>
                  <small>
                    {formatDayNear(entry.on_day, today)}
                    {entry.kind === 'charge' && paidPart(entry)}
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

function BalanceCard({ summary: { due, left, credit, next }, today }: { summary: LedgerSummary; today: string }) {
  const { data: orders } = useMyOpenOrders()
  const title = due > 0 ? 'לתשלום עכשיו' : next ? 'התשלום הבא' : credit > 0 ? 'יתרת זכות' : 'הכול שולם'
  const sum = due || next?.amount || credit
  return (
    <PortalCard id="balance" title={title} deep>
      <p className="portal-sum">{formatMoney(sum)}</p>
      {next && due === 0 && (
        <p>
          ב־{formatDayNear(next.day, today)}.{orders?.length === 0 && ' עכשיו אין מה לשלם.'}
        </p>
      )}
      {next && due > 0 && (
        <p>
          התשלום הבא: {formatMoney(next.amount)}, ב־{formatDayNear(next.day, today)}
        </p>
      )}
      {left > due + (next?.amount ?? 0) && <p>נשאר בסך הכול: {formatMoney(left)}</p>}
      {due > 0 && orders?.length === 0 && <p>עוד אין כאן קישור לתשלום. אפשר לבקש אותו בהודעה.</p>}
      {left > 0 && (
        <div className="portal-actions">
          <Link className={buttonClasses({ look: 'on-deep' })} to={`${portalPath}/messages`}>
            שאלה על התשלום
          </Link>
        </div>
      )}
    </PortalCard>
  )
}

/** Each order is paid on the page of its payment link. */
function OpenOrders({ today }: { today: string }) {
  const { data = [] } = useMyOpenOrders()
  if (data.length === 0) return null
  return (
    <PortalCard id="open-orders" title="מחכה לתשלום">
      <ul className="portal-tasks portal-orders">
        {data.map((order) => (
          <OpenOrder key={order.id} order={order} today={today} />
        ))}
      </ul>
    </PortalCard>
  )
}

function OpenOrder({
  order: { id, title, amount_agorot: amount, open_until: until },
  today,
}: {
  order: MyOpenOrder
  today: string
}) {
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
      <small>אפשר לשלם כאן עד {formatDayNear(dayOf(until), today)}</small>
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

const paidPart = ({ amount_agorot: amount, left_agorot: left }: LedgerEntry) =>
  left === 0 ? ', שולם' : left < amount ? `, נשאר ${formatMoney(left)}` : ''

function nameOf({ kind, title }: LedgerEntry) {
  if (kind === 'charge') return title
  return kind === 'refund' ? 'החזר' : `תשלום ב${methods[title] ?? title}`
}
