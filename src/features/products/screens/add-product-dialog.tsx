import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAddProduct } from '#features/products/products.data.ts'
import { AddProduct, kindLabels, kinds, refusals, slugFrom } from '#features/products/products.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { slugErrors } from './slug-errors.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'

/** Creates an unpublished product: name, slug and a draft page. */
export function AddProductDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const adding = useAddProduct()
  const navigate = useNavigate()
  return (
    <RecordDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="מוצר חדש"
      text="אחרי ההוספה קובעים מחיר, כותבים את העמוד ומציגים באתר."
    >
      <RecordForm
        schema={AddProduct}
        refusals={refusals}
        fields={slugErrors}
        save={(product) => adding.mutateAsync(product)}
        saved={({ id }) => void navigate(`/crm/products/${id}`)}
        action="הוספת המוצר"
      >
        {(errors) => <ProductFields errors={errors} />}
      </RecordForm>
    </RecordDialog>
  )
}

function ProductFields({ errors }: { errors: FieldErrors }) {
  const [slug, setSlug] = useState('')
  const [isOwn, setOwn] = useState(false)
  return (
    <>
      <TextField
        name="name"
        label="שם"
        required
        autoComplete="off"
        error={errors['name']}
        onChange={(event) => !isOwn && setSlug(slugFrom(event.target.value))}
      />
      <TextField
        name="slug"
        label="הכתובת באתר"
        required
        dir="auto"
        autoComplete="off"
        hint="אותיות, ספרות ומקפים. אפשר גם בעברית"
        value={slug}
        onChange={(event) => {
          setOwn(true)
          setSlug(event.target.value)
        }}
        error={errors['slug']}
      />
      <SelectField name="kind" label="סוג" defaultValue="service">
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindLabels[kind]}
          </option>
        ))}
      </SelectField>
    </>
  )
}
