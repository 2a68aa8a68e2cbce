// Orders as table rows. Clicking a row's first cell opens the order.
import { formatMoney } from '#lib/money.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Ltr } from '#ui/ltr.tsx'
import type { ShownOrder } from '../order-list.data.ts'
import { attentionLabels, statusLabels } from '../order-list.ts'

type Props = { orders: readonly ShownOrder[]; onOpen: (id: string) => void }

export const statusLooks: Partial<Record<ShownOrder['status'], 'success' | 'warning' | 'danger'>> = {
  paid: 'success',
  partially_paid: 'warning',
  awaiting_payment: 'warning',
  failed: 'danger',
}

export const OrderTable = ({ orders, onOpen }: Props) => (
  <Table label="ההזמנות">
    <thead>
      <tr>
        <th scope="col">מי</th>
        <th scope="col">סכום</th>
        <th scope="col" className="table__wide">
          מוצר
        </th>
        <th scope="col" className="table__wide">
          הזמנה
        </th>
        <th scope="col">מצב</th>
      </tr>
    </thead>
    <tbody>
      {orders.map((order) => (
        <tr key={order.id}>
          <td>
            <button type="button" className="orders__open" onClick={() => onOpen(order.id)}>
              {order.name}
              <small className="orders__narrow">{order.title}</small>
            </button>
          </td>
          <td>
            {formatMoney(order.amount_agorot)}
            {order.refunded_agorot > 0 && <small>זוכו {formatMoney(order.refunded_agorot)}</small>}
          </td>
          <td className="table__wide">
            <bdi>{order.title}</bdi>
          </td>
          <td className="table__wide">
            <Ltr>{order.number}</Ltr>
            <small>{formatDate(order.created_at)}</small>
          </td>
          <td>
            <Badge kind={statusLooks[order.status] ?? 'outline'}>{statusLabels[order.status]}</Badge>
            {order.attention && <small>{attentionLabels[order.attention]}</small>}
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
)
