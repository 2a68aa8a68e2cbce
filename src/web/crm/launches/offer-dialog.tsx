import { staffRefusals } from '#features/launches/launch-edit.ts'
import { useSaveLaunchTexts } from '#features/launches/launches.data.ts'
import type { Launch } from '#features/launches/launches.ts'
import { bonusEnd, OfferEdit, offerOf } from '#features/launches/launch-texts-edit.ts'
import type { ShownProduct } from '#features/products/products.data.ts'
import { formatMoney } from '#lib/money.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { OfferRows } from './offer-rows.tsx'

type Props = { launch: Launch; products: readonly ShownProduct[]; open: boolean; onClose: () => void }

/** The offer of the cart and its description. Seats belong to the price. */
export const OfferDialog = ({ launch, products, open, onClose }: Props) => (
  <RecordDialog
    open={open}
    onClose={onClose}
    title="ההצעה"
    text="מוצגת למשתתפים מפתיחת ההרשמה ועד סגירתה. בזמן הזה המחיר נמכר דרך ההשקה בלבד."
  >
    <OfferForm launch={launch} products={products} />
  </RecordDialog>
)

function OfferForm({ launch, products }: Pick<Props, 'launch' | 'products'>) {
  const saving = useSaveLaunchTexts()
  // The fields show `opened`: a refetch of a shorter or longer list would move texts between the rows of the form.
  const { opened, seen, noteConflict } = useSeenRow(launch)
  return (
    <RecordForm
      schema={OfferEdit}
      refusals={staffRefusals}
      save={(change) => noteConflict(saving.mutateAsync({ launch: seen, change }))}
      saved="ההצעה נשמרה"
      action="שמירת ההצעה"
    >
      {(errors) => <Fields launch={opened} products={products} errors={errors} />}
    </RecordForm>
  )
}

function Fields({ launch, products, errors }: Pick<Props, 'launch' | 'products'> & { errors: FieldErrors }) {
  const offer = offerOf(launch.offer)
  const isFixed = launch.mode === 'fixed'
  const prices = products.flatMap((product) =>
    product.prices
      .filter(({ interval }) => product.call_way === 'buy' && interval === null)
      .map(({ id, name, amount_agorot: amount }) => ({
        id,
        words: `${name ? `${product.name}, ${name}` : product.name}: ${formatMoney(amount)}`,
      })),
  )
  return (
    <>
      <SelectField
        name="price_id"
        label="מה נמכר"
        hint="מוצרים שנמכרים באתר, במחיר חד־פעמי"
        defaultValue={launch.price_id ?? ''}
        error={errors['price_id']}
      >
        <option value="">בלי מכירה</option>
        {prices.map(({ id, words }) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextField name="title" label="כותרת ההצעה" defaultValue={offer.title} error={errors['title']} />
      <TextAreaField name="text" label="תיאור" rows={5} defaultValue={offer.text} error={errors['text']} />
      <OfferRows title="בונוסים" add="בונוס" rows={offer.bonuses} most={8}>
        {(bonus, n) => {
          const end = bonusEnd(bonus ?? { text: '' })
          return (
            <>
              <TextField
                name={`bonus${n}`}
                label="מה מקבלים"
                defaultValue={bonus?.text ?? ''}
                error={errors[`bonus${n}`]}
              />
              {isFixed || end.day ? (
                <div className="product__pair">
                  <DayField
                    name={`bonusDay${n}`}
                    label="למצטרפים עד יום"
                    optional="(ריק: עד הסגירה)"
                    defaultValue={end.day}
                  />
                  <TimeField
                    name={`bonusTime${n}`}
                    label="עד שעה"
                    defaultValue={end.time}
                    error={errors[`bonusTime${n}`]}
                  />
                </div>
              ) : (
                <TextField
                  name={`bonusHours${n}`}
                  label="למצטרפים עד, שעות מפתיחת ההרשמה"
                  optional="(ריק: עד הסגירה)"
                  inputMode="numeric"
                  defaultValue={end.hours}
                  error={errors[`bonusHours${n}`]}
                />
              )}
            </>
          )
        }}
      </OfferRows>
      <OfferRows title="שאלות ותשובות" add="שאלה" rows={offer.faq} most={12}>
        {(row, n) => (
          <>
            <TextField name={`question${n}`} label="שאלה" defaultValue={row?.q ?? ''} error={errors[`question${n}`]} />
            <TextAreaField
              name={`answer${n}`}
              label="תשובה"
              rows={2}
              defaultValue={row?.a ?? ''}
              error={errors[`answer${n}`]}
            />
          </>
        )}
      </OfferRows>
    </>
  )
}
