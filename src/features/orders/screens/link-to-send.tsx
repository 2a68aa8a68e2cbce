import './link-to-send.css'
import { formatMoney } from '#lib/money.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { QrCode } from '#ui/pictures/qr-code.tsx'
import { ShareOptions } from '#ui/share-options.tsx'
import type { PaymentLink } from '../payment-link.ts'

type Props = { link: PaymentLink; phone: string | undefined; email: string | undefined; onClose: () => void }

/** A payment link with buttons to copy or send it. Shown only once, because only its hash is stored. */
export function LinkToSend({ link: { url, title, amountAgorot, number, expiresAt }, phone, email, onClose }: Props) {
  const until = `${formatDate(expiresAt)}, ${formatTime(expiresAt)}`
  const message = `שלום, זה הקישור לתשלום עבור ${title}, ${formatMoney(amountAgorot)}: ${url}`
  return (
    <>
      <DialogBody>
        <p>
          הזמנה <Ltr>{number}</Ltr>: <bdi>{title}</bdi>, {formatMoney(amountAgorot)}. הקישור בתוקף עד {until}.
        </p>
        <div className="link-to-send">
          <QrCode text={url} />
          <div className="link-to-send__ways">
            <input
              className="input"
              readOnly
              dir="ltr"
              aria-label="הקישור לתשלום"
              value={url}
              onFocus={(event) => event.target.select()}
            />
            <ShareOptions
              copied={{ text: url, notice: 'הקישור הועתק' }}
              words={message}
              subject={`קישור לתשלום: ${title}`}
              phone={phone}
              email={email}
            />
          </div>
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>סיום</Button>
      </DialogActions>
    </>
  )
}
