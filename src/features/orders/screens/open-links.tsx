import './link-to-send.css'
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { formatMoney } from '#lib/money.ts'
import { formatDate } from '#lib/time/dates.ts'
import { RecordDialog } from '#platform/editing/record-dialog.tsx'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { type OpenLink, useChargeByLink, useOpenLinks } from '../payment-link.data.ts'
import { type PaymentLink, refusals } from '../payment-link.ts'
import { statusLabels } from '../order-list.ts'
import { LinkToSend } from './link-to-send.tsx'

type Props = { contact: { id: string; email: string | undefined; phone: string | undefined }; mayWrite: boolean }

/** Unpaid payment links of the contact. Renders nothing if there are none. */
export function OpenLinks({ contact, mayWrite }: Props) {
  const { data: orders = [] } = useOpenLinks(contact.id)
  const charge = useChargeByLink()
  const now = useNow().getTime()
  const [link, setLink] = useState<PaymentLink>()
  if (orders.length === 0 && !link) return null
  const again = (orderId: string) =>
    void charge
      .mutateAsync({ kind: 'again', orderId, days: 7 })
      .then(setLink, (error) => toast.error(refusalText(error, refusals)))
  return (
    <Block title="קישורים לתשלום שעוד לא שולמו">
      <ul className="open-links">
        {orders.map((order) => (
          <li key={order.id}>
            <div>
              <bdi>{order.title}</bdi>, {formatMoney(order.amount_agorot)}
              <small>{stateText(order, now)}</small>
            </div>
            {mayWrite && (
              <Button size="sm" busy={charge.isPending} onClick={() => again(order.id)}>
                קישור חדש
              </Button>
            )}
          </li>
        ))}
      </ul>
      <RecordDialog open={link !== undefined} onClose={() => setLink(undefined)} title="הקישור מוכן">
        {link && (
          <LinkToSend link={link} phone={contact.phone} email={contact.email} onClose={() => setLink(undefined)} />
        )}
      </RecordDialog>
    </Block>
  )
}

const stateText = ({ number, status, held_until: until }: OpenLink, now: number) =>
  `הזמנה ${number} · ${statusLabels[status]} · ${Date.parse(until) > now ? 'בתוקף עד' : 'פג ב־'} ${formatDate(until)}`
