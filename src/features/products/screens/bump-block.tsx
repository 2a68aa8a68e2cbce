import { useState } from 'react'
import { type ShownProduct, useProducts, useSetBump } from '#features/products/products.data.ts'
import { BumpEdit, refusals } from '#features/products/products.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'

const fields = { bump_text_length: 'bump_text', bump_of_itself: 'bump_product_id' }

/** The order bump: another product that the checkout offers with a checkbox. */
export function BumpBlock({ product }: { product: ShownProduct }) {
  const { data: products = [] } = useProducts()
  const saving = useSetBump()
  const [isOpen, setOpen] = useState(false)
  const bump = products.find(({ id }) => id === product.bump_product_id)
  return (
    <Block
      title="תוספת בעמוד התשלום"
      action={
        <Button size="sm" onClick={() => setOpen(true)}>
          {bump ? 'שינוי' : 'בחירה'}
        </Button>
      }
    >
      <BlockText>
        {bump ? (
          <>
            <bdi>{bump.name}</bdi>
            {product.bump_text && `: ${product.bump_text}`}
            {!isSold(bump) && '. כרגע התוספת לא מוצעת: אין לה מחיר חד־פעמי, או שהיא לא מוצגת באתר'}
          </>
        ) : (
          'אפשר להציע כאן מוצר אחד נוסף, במחיר שלו. התיבה לא מסומנת מראש.'
        )}
      </BlockText>
      <RecordDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="תוספת בעמוד התשלום"
        text="נמכרת במחיר החד־פעמי שלה, יחד עם המוצר ובחשבונית אחת."
      >
        <RecordForm
          schema={BumpEdit}
          refusals={refusals}
          fields={fields}
          save={(bumped) => saving.mutateAsync({ id: product.id, ...bumped })}
          saved="נשמר, ועמוד התשלום כבר מעודכן"
          action="שמירה"
        >
          {(errors) => (
            <>
              <SelectField
                name="bump_product_id"
                label="המוצר שמציעים"
                defaultValue={product.bump_product_id ?? ''}
                error={errors['bump_product_id']}
              >
                <option value="">בלי תוספת</option>
                {products
                  .filter(({ id }) => id !== product.id)
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
              </SelectField>
              <TextField
                name="bump_text"
                label="שורה שמסבירה למה"
                optional="(לא חובה)"
                autoComplete="off"
                maxLength={160}
                defaultValue={product.bump_text}
                error={errors['bump_text']}
              />
            </>
          )}
        </RecordForm>
      </RecordDialog>
    </Block>
  )
}

const isSold = ({ is_active: isActive, prices }: ShownProduct) =>
  isActive && prices.some(({ interval }) => interval === null)
