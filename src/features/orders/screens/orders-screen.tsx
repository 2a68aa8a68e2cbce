// The site's orders: status tabs, search, refunds, export, and the comparison with the provider's ledger.
import './orders.css'
import { CreditCard } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useBackend } from '#client/session-context.tsx'
import { refusals } from '#features/exports/exports.ts'
import { count } from '#lib/hebrew/count.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { SheetMenu } from '#platform/exports/sheet-menu.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { pageOf } from '#platform/screens/page-of.ts'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useUrlState } from '#platform/screens/use-url-state.ts'
import { buttonClasses } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { fetchOrders, pageSize, useOrders } from '../order-list.data.ts'
import { filterOf, type OrderFilter, type OrderTab, tabLabels } from '../order-list.ts'
import { BooksTab } from './books-tab.tsx'
import { DueTab, type RenderLinkDialog } from './due-tab.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { OrderTable } from './order-table.tsx'
import { RevenueTab } from './revenue-tab.tsx'

export type OrderParts = {
  /** Slots for the tax documents: a tab of missing documents, and the documents of one order. */
  missingDocuments: ReactNode
  documentsOf: (orderId: string) => ReactNode
  linkDialogOf: RenderLinkDialog
}

export function OrdersScreen({ missingDocuments, documentsOf, linkDialogOf }: OrderParts) {
  useScreenTitle('תשלומים')
  const backend = useBackend()
  const mayCompare = isAdmin(useOwnRoles())
  const address = useUrlState()
  const params = new URLSearchParams(address.search)
  const filter = filterOf(params)
  const shownParam = params.get('shown')
  const report =
    shownParam === 'due' ||
    shownParam === 'revenue' ||
    shownParam === 'documents' ||
    (mayCompare && shownParam === 'books')
      ? shownParam
      : undefined
  return (
    <div className="view orders">
      <div className="view__head">
        <h1>תשלומים</h1>
        <div className="view__end">
          {mayCompare && (
            <Link className={buttonClasses({ look: 'ghost' })} to="/crm/settings?tab=integrations">
              <Icon of={CreditCard} />
              חברת הסליקה
            </Link>
          )}
          <SheetMenu
            name="הזמנות"
            fetchFile={(format) => fetchOrders(backend, { format, filter })}
            refusals={refusals}
          />
        </div>
      </div>
      <LinkTabs
        label="אילו הזמנות"
        tabs={[
          ...(Object.keys(tabLabels) as OrderTab[]).map((shown) => ({
            to: `?${withParameter(address.params, 'shown', shown)}`,
            text: tabLabels[shown],
            isOpen: report === undefined && shown === filter.shown,
          })),
          { to: '?shown=due', text: 'לגבייה', isOpen: report === 'due' },
          { to: '?shown=documents', text: 'מסמכים חסרים', isOpen: report === 'documents' },
          { to: '?shown=revenue', text: 'הכנסות', isOpen: report === 'revenue' },
          ...(mayCompare ? [{ to: '?shown=books', text: 'התאמה לחברת הסליקה', isOpen: report === 'books' }] : []),
        ]}
        replace
      />
      {report === 'books' && <BooksTab />}
      {report === 'due' && <DueTab linkDialogOf={linkDialogOf} />}
      {report === 'documents' && missingDocuments}
      {report === 'revenue' && <RevenueTab address={address} />}
      {report === undefined && <Orders address={address} params={params} filter={filter} documentsOf={documentsOf} />}
    </div>
  )
}

type OrdersProps = { address: ReturnType<typeof useUrlState>; params: URLSearchParams; filter: OrderFilter } & Pick<
  OrderParts,
  'documentsOf'
>

function Orders({ address, params, filter, documentsOf }: OrdersProps) {
  const { data, error, isPending, refetch } = useOrders(filter, pageOf(params) - 1)
  const [opened, setOpened] = useState<string>()
  return (
    <>
      <Tools address={address} />
      {isPending && <Loading page size="lg" />}
      {error && !data && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className="orders__none">{emptyText(filter)}</p>}
      {data && data.total > 0 && (
        <>
          <output className="vh">
            {count(data.total, { one: 'הזמנה אחת', two: 'שתי הזמנות', other: '# הזמנות' })}
          </output>
          <OrderTable orders={data.orders} onOpen={setOpened} />
        </>
      )}
      {data && data.total > pageSize && (
        <Pager
          page={data.page + 1}
          size={pageSize}
          total={data.total}
          to={(to) => `?${withParameter(address.params, 'page', String(to))}`}
        />
      )}
      <OrderDialog
        order={data?.orders.find(({ id }) => id === opened)}
        onClose={() => setOpened(undefined)}
        documentsOf={documentsOf}
      />
    </>
  )
}

/** Reads the form fields instead of the URL, so that text still being typed is included. A changed filter resets the page. */
function withParameter(params: URLSearchParams, name: string, value: string) {
  const next = new URLSearchParams(params)
  next.delete('page')
  if (value) next.set(name, value)
  else next.delete(name)
  return next.toString()
}

const emptyText = ({ shown, ...filters }: OrderFilter) =>
  Object.keys(filters).length > 0 ? 'אין הזמנה שמתאימה לסינון הזה' : noneTexts[shown]

const noneTexts: Record<OrderTab, string> = {
  paid: 'עוד אין הזמנות ששולמו באתר',
  pending: 'אין הזמנות שממתינות לתשלום',
  failed: 'אין הזמנות שלא הושלמו',
  refunded: 'אין הזמנות שזוכו',
  all: 'עוד אין הזמנות באתר. הן מגיעות מעמודי התשלום של המוצרים',
}

function Tools({ address }: { address: ReturnType<typeof useUrlState> }) {
  const choose = (name: string, value: string) =>
    address.change((params) => {
      params.delete('page')
      if (value) params.set(name, value)
      else params.delete(name)
    })
  return (
    <div className="orders__tools">
      <SearchField
        label="חיפוש הזמנה"
        placeholder="שם, דוא״ל, טלפון, מוצר או מספר הזמנה"
        value={address.words}
        onChange={(query) =>
          address.change(
            (params) => {
              params.delete('page')
              params.set('q', query)
            },
            { isTyped: true },
          )
        }
      />
      <DayField
        name="from"
        label="מיום"
        defaultValue={address.params.get('from') ?? ''}
        onValueChange={(day) => choose('from', day)}
      />
      <DayField
        name="until"
        label="עד יום"
        defaultValue={address.params.get('until') ?? ''}
        onValueChange={(day) => choose('until', day)}
      />
    </div>
  )
}
