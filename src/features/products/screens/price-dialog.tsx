import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { useSavePrice } from '#features/products/products.data.ts'
import { type Price, PriceEdit, refusals } from '#features/products/products.ts'
import { dayOf } from '#lib/time/dates.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'

const fields = {
  price_name_length: 'name',
  price_amount_range: 'amount',
  price_at_the_same_time: 'from',
  price_ends_before_it_begins: 'to',
}

type Props = { productId: string; edited: { price?: Price } | undefined; onClose: () => void }

export function PriceDialog({ productId, edited, onClose }: Props) {
  const price = edited?.price
  return (
    <RecordDialog
      open={edited !== undefined}
      onClose={onClose}
      title={price ? 'עריכת מחיר' : 'מחיר חדש'}
      text="המחיר באתר מתחלף מעצמו בחצות של היום שנקבע."
    >
      <PriceForm productId={productId} price={price} />
    </RecordDialog>
  )
}

function PriceForm({ productId, price }: { productId: string; price: Price | undefined }) {
  const saving = useSavePrice()
  const { seen, noteConflict } = useSeenRow(price)
  return (
    <RecordForm
      schema={PriceEdit}
      refusals={refusals}
      fields={fields}
      save={(typed) => noteConflict(saving.mutateAsync({ seen, productId, price: typed }))}
      saved="המחיר נשמר, והאתר כבר מעודכן"
      action="שמירת המחיר"
    >
      {(errors) => <PriceFields price={price} errors={errors} />}
    </RecordForm>
  )
}

function PriceFields({ price, errors }: { price: Price | undefined; errors: FieldErrors }) {
  const now = useNow()
  const [chosen, setWay] = useState<string>()
  const way = chosen ?? price?.interval ?? 'once'
  return (
    <>
      <TextField
        name="name"
        label="שם המחיר"
        optional="(רק כשיש כמה מחירים יחד)"
        autoComplete="off"
        hint="למשל: ליחיד, לזוג"
        defaultValue={price?.name ?? ''}
        error={errors['name']}
      />
      <TextField
        name="amount"
        label="סכום בשקלים"
        required
        inputMode="decimal"
        autoComplete="off"
        hint="מה שהלקוחות משלמים בפועל, כולל מע״מ"
        defaultValue={price && String(price.amount_agorot / 100)}
        error={errors['amount']}
      />
      <SelectField name="vat_mode" label="מע״מ" defaultValue={price?.vat_mode ?? 'included'}>
        <option value="included">כלול במחיר</option>
        <option value="exempt">העסק פטור</option>
      </SelectField>
      <SelectField name="way" label="איך משלמים" value={way} onChange={(event) => setWay(event.target.value)}>
        <option value="once">פעם אחת</option>
        <option value="month">בכל חודש</option>
        <option value="year">בכל שנה</option>
      </SelectField>
      {way === 'once' ? (
        <TextField
          key="installments"
          name="max_installments"
          label="עד כמה תשלומים"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={price?.max_installments ?? 1}
          error={errors['max_installments']}
        />
      ) : (
        <TextField
          key="charges"
          name="charges"
          label="כמה חיובים"
          optional="(ריק: עד שעוצרים)"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={price?.charges ?? ''}
          error={errors['charges']}
        />
      )}
      <DayField
        name="from"
        label="מיום"
        required
        defaultValue={dayOf(price?.active_from ?? now)}
        error={errors['from']}
      />
      <DayField
        name="to"
        label="עד סוף היום"
        optional="(לא חובה)"
        defaultValue={price?.active_to ? dayOf(new Date(Date.parse(price.active_to) - 1)) : ''}
        error={errors['to']}
      />
      <TextField
        name="seats"
        label="מספר מקומות"
        optional="(ריק: בלי הגבלה)"
        inputMode="numeric"
        autoComplete="off"
        hint="באתר ייכתב כמה נותרו רק לפי מי שרשומים כאן"
        defaultValue={price?.seats ?? ''}
        error={errors['seats']}
      />
    </>
  )
}
