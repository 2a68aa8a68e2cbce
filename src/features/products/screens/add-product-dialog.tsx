import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAddProduct } from '#features/products/products.data.ts'
import { AddProduct, kindLabels, kinds, refusals, slugFrom } from '#features/products/products.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { slugErrors } from './slug-errors.ts'

/** Creates an unpublished product: name, slug and a draft page. */
export function AddProductDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="מוצר חדש"
      text="אחרי ההוספה קובעים מחיר, כותבים את העמוד ומציגים באתר."
    >
      {open && <AddForm onBack={() => onOpenChange(false)} />}
    </Dialog>
  )
}

function AddForm({ onBack }: { onBack: () => void }) {
  const { faults, read, refused } = useValidatedForm(AddProduct, { refusals, fields: slugErrors })
  const adding = useAddProduct()
  const navigate = useNavigate()
  const [slug, setSlug] = useState('')
  const [isOwn, setOwn] = useState(false)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const product = read(event)
        if (!product) return
        adding.mutate(product, { onSuccess: ({ id }) => void navigate(`/crm/products/${id}`), onError: refused })
      }}
    >
      <DialogBody>
        <FormError>{faults['all']}</FormError>
        <TextField
          name="name"
          label="שם"
          required
          autoComplete="off"
          error={faults['name']}
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
          error={faults['slug']}
        />
        <SelectField name="kind" label="סוג" defaultValue="service">
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindLabels[kind]}
            </option>
          ))}
        </SelectField>
      </DialogBody>
      <FormActions words="הוספת המוצר" busy={adding.isPending} onBack={onBack} />
    </form>
  )
}
