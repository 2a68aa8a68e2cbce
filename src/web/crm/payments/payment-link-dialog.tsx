import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { type ShownProduct, useProducts } from '#features/products/products.data.ts'
import { formatPrice, type Price } from '#features/products/products.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { useChargeByLink } from '#features/orders/payment-link.data.ts'
import { ownPrice, type PaymentLink, PaymentLinkForm, refusals } from '#features/orders/payment-link.ts'
import { LinkToSend } from '#features/orders/screens/link-to-send.tsx'
import { LinkDaysField } from './link-days-field.tsx'

type Contact = { id: string; full_name: string; email: string | undefined; phone: string | undefined }
type Props = { contact: Contact; open: boolean; onClose: () => void }

/** Charges a contact by a payment link: first the charge, then options to send it. */
export function PaymentLinkDialog({ contact, open, onClose }: Props) {
  const [link, setLink] = useState<PaymentLink>()
  const close = () => {
    setLink(undefined)
    onClose()
  }
  return (
    <RecordDialog
      open={open}
      onClose={close}
      title={link ? 'הקישור מוכן' : 'חיוב בקישור'}
      {...(!link && { text: 'הקישור מוביל לעמוד התשלום של האתר. הכרטיס מוקלד אצל חברת הסליקה.' })}
    >
      {link ? (
        <LinkToSend link={link} phone={contact.phone} email={contact.email} onClose={close} />
      ) : (
        <NewLink contact={contact} onMade={setLink} />
      )}
    </RecordDialog>
  )
}

function NewLink({ contact, onMade }: { contact: Contact; onMade: (link: PaymentLink) => void }) {
  const charge = useChargeByLink()
  return (
    <RecordForm
      schema={PaymentLinkForm}
      refusals={refusals}
      fields={{ amount_missing: 'amount', product_unknown: 'productId', price_gone: 'price', no_places_left: 'price' }}
      save={(typed) =>
        charge.mutateAsync({
          kind: 'new',
          contactId: contact.id,
          name: contact.full_name,
          ...(contact.phone && { phone: contact.phone }),
          ...typed,
        })
      }
      closes={() => false}
      saved={(link) => onMade(link)}
      action="יצירת הקישור"
    >
      {(errors) => <LinkFields email={contact.email} errors={errors} />}
    </RecordForm>
  )
}

function LinkFields({ email, errors }: { email: string | undefined; errors: FieldErrors }) {
  const { data: products = [] } = useProducts()
  const [productId, setProductId] = useState('')
  const now = useNow().getTime()
  const product = products.find(({ id }) => id === productId) ?? products[0]
  return (
    <>
      <SelectField
        name="productId"
        label="מוצר"
        value={product?.id ?? ''}
        onChange={(event) => setProductId(event.target.value)}
        error={errors['productId']}
      >
        {products.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {product && <PriceFields key={product.id} product={product} now={now} errors={errors} />}
      <LinkDaysField hint="עד אז המחיר והמקום שמורים" />
      <TextField
        name="email"
        label="דוא״ל לחשבונית"
        type="email"
        required
        dir="ltr"
        autoComplete="off"
        defaultValue={email}
        error={errors['email']}
      />
    </>
  )
}

function PriceFields({ product, now, errors }: { product: ShownProduct; now: number; errors: FieldErrors }) {
  const sold = product.prices.filter((price) => isSold(price, now))
  const [chosen, setChosen] = useState(sold[0]?.id ?? ownPrice)
  const price = sold.find(({ id }) => id === chosen)
  return (
    <>
      <SelectField
        name="price"
        label="מחיר"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        error={errors['price']}
      >
        {sold.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name ? `${one.name}: ` : ''}
            {formatPrice(one).amount}
          </option>
        ))}
        <option value={ownPrice}>סכום אחר</option>
      </SelectField>
      {!price && (
        <>
          <TextField
            name="title"
            label="עבור מה"
            required
            autoComplete="off"
            maxLength={120}
            placeholder="פגישת המשך"
            error={errors['title']}
          />
          <TextField
            name="amount"
            label="סכום בשקלים"
            required
            inputMode="decimal"
            autoComplete="off"
            hint="מה שהלקוחות משלמים בפועל, כולל מע״מ"
            error={errors['amount']}
          />
        </>
      )}
      <TextField
        key={chosen}
        name="mostInstallments"
        label="עד כמה תשלומים"
        required
        inputMode="numeric"
        autoComplete="off"
        defaultValue={price?.max_installments ?? 1}
        error={errors['mostInstallments']}
      />
    </>
  )
}

const isSold = ({ interval, active_from: from, active_to: to }: Price, now: number) =>
  interval === null && Date.parse(from) <= now && (to === null || Date.parse(to) > now)
