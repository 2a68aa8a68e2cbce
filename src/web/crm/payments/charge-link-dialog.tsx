import { type ReactNode, useState } from 'react'
import { useChargeByLink } from '#features/orders/payment-link.data.ts'
import { ChargeLinkForm, type PaymentLink, refusals } from '#features/orders/payment-link.ts'
import { LinkToSend } from '#features/orders/screens/link-to-send.tsx'
import { useProducts } from '#features/products/products.data.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { DialogBody } from '#ui/layers/dialog.tsx'
import { LinkDaysField } from './link-days-field.tsx'
import type { Payer } from './payer-of.ts'

/** What the link charges: one charge of the ledger, or the next payment of a plan. */
export type ChargeTarget = {
  input: { kind: 'charge'; chargeId: string } | { kind: 'plan'; planId: string }
  title: string
  text: string
}
type Props = {
  asked: ChargeTarget | undefined
  /** Undefined while the contact is loading; `instead` is shown. */
  payer: Payer | undefined
  instead?: ReactNode
  onClose: () => void
}

/** Creates a payment link for a charge: first invoice details and expiry, then options to send it. */
export function ChargeLinkDialog({ asked, payer, instead, onClose }: Props) {
  const [link, setLink] = useState<PaymentLink>()
  const close = () => {
    setLink(undefined)
    onClose()
  }
  return (
    <RecordDialog
      open={asked !== undefined}
      onClose={close}
      title={link || !asked ? 'הקישור מוכן' : asked.title}
      {...(!link && asked && { text: asked.text })}
    >
      {!payer && <DialogBody>{instead}</DialogBody>}
      {payer && asked && !link && <LinkFields payer={payer} asked={asked} onMade={setLink} />}
      {payer && link && <LinkToSend link={link} phone={payer.phone} email={payer.email} onClose={close} />}
    </RecordDialog>
  )
}

type FieldsProps = { payer: Payer; asked: ChargeTarget; onMade: (link: PaymentLink) => void }

function LinkFields({ payer, asked, onMade }: FieldsProps) {
  const charge = useChargeByLink()
  const { data: products = [] } = useProducts()
  return (
    <RecordForm
      schema={ChargeLinkForm}
      refusals={refusals}
      fields={{ product_unknown: 'productId' }}
      save={(typed) =>
        charge.mutateAsync({
          ...asked.input,
          name: payer.full_name,
          ...(payer.phone && { phone: payer.phone }),
          ...typed,
        })
      }
      closes={() => false}
      saved={(link) => onMade(link)}
      action="יצירת הקישור"
    >
      {(errors) => (
        <>
          <SelectField name="productId" label="המוצר שעליו משלמים" error={errors['productId']}>
            {products.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <LinkDaysField />
          <TextField
            name="email"
            label="דוא״ל לחשבונית"
            type="email"
            required
            dir="ltr"
            autoComplete="off"
            defaultValue={payer.email}
            error={errors['email']}
          />
        </>
      )}
    </RecordForm>
  )
}
