import { Fragment } from 'react'
import { useSaveProduct } from '#features/products/products.data.ts'
import {
  callWayLabels,
  callTypes,
  kindLabels,
  kinds,
  type Product,
  ProductEdit,
  refusals,
} from '#features/products/products.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { slugErrors } from './slug-errors.ts'

const fields = {
  ...slugErrors,
  product_name_length: 'name',
  product_tagline_length: 'tagline',
  product_description_length: 'description',
  product_included_invalid: 'included',
  product_facts_invalid: 'facts',
  product_call_length: 'call_words',
}

const labels: Record<keyof ProductEdit, string> = {
  name: 'שם',
  kind: 'סוג',
  slug: 'הכתובת באתר',
  tagline: 'שורה אחת',
  description: 'תיאור קצר',
  included: 'מה כלול',
  facts: 'להשוואה בין מסלולים',
  call_words: 'מה כתוב על הכפתור',
  call_way: 'לאן הכפתור מוביל',
  has_waitlist: 'רשימת המתנה',
}

const toFormValues = (product: Product): ProductEdit => product

/** Edits the product's summary as used in lists and cards. */
export function ProductForm({ product }: { product: Product }) {
  const { errors, read, refused } = useValidatedForm(ProductEdit, { refusals, fields })
  const saving = useSaveProduct()
  const form = useConcurrentEdit(product, {
    toFormValues,
    labels,
    choices: { kind: kindLabels, call_way: callWayLabels },
  })
  const { base } = form
  const element = useUnsavedForm(base, form.formKey)
  return (
    <form
      ref={element}
      className="product__form"
      noValidate
      onSubmit={(event) => {
        const change = read(event)
        if (!change) return
        saving.mutate(
          { product: form.seen, change: form.merge(change) },
          {
            onSuccess(saved) {
              form.saved(saved)
              toast.success('המוצר נשמר, והאתר כבר מעודכן')
            },
            onError: (error) => form.isRefusedAsStale(error) || refused(error),
          },
        )
      }}
    >
      <ConflictBanner theirs={form.theirs} />
      <FormError>{errors['all']}</FormError>
      <Fragment key={form.formKey}>
        <div className="product__pair">
          <TextField
            name="name"
            label={labels.name}
            required
            autoComplete="off"
            defaultValue={base.name}
            error={errors['name']}
          />
          <SelectField name="kind" label={labels.kind} defaultValue={base.kind}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindLabels[kind]}
              </option>
            ))}
          </SelectField>
        </div>
        <TextField
          name="slug"
          label={labels.slug}
          required
          dir="auto"
          autoComplete="off"
          hint="אחרי שינוי, הכתובת הישנה ממשיכה להוביל לכאן"
          defaultValue={base.slug}
          error={errors['slug']}
        />
        <TextField
          name="tagline"
          label={labels.tagline}
          hint="על הכרטיס בעמוד המחירים"
          defaultValue={base.tagline}
          error={errors['tagline']}
        />
        <TextAreaField
          name="description"
          label={labels.description}
          hint="לתוצאות חיפוש ולשיתוף"
          rows={3}
          defaultValue={base.description}
          error={errors['description']}
        />
        <TextAreaField
          name="included"
          label={labels.included}
          hint="שורה לכל דבר, עד עשר"
          rows={6}
          defaultValue={base.included.join('\n')}
          error={errors['included']}
        />
        <TextAreaField
          name="facts"
          label={labels.facts}
          hint="שורה לכל נתון: ״פגישות אישיות: 12״. ✓ הוא סימן של כן, ומקף של לא"
          rows={6}
          defaultValue={base.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')}
          error={errors['facts']}
        />
        <div className="product__pair">
          <TextField
            name="call_words"
            label={labels.call_words}
            required
            defaultValue={base.call_words}
            error={errors['call_words']}
          />
          <SelectField name="call_way" label={labels.call_way} defaultValue={base.call_way}>
            {callTypes.map((way) => (
              <option key={way} value={way}>
                {callWayLabels[way]}
              </option>
            ))}
          </SelectField>
        </div>
        <CheckField
          name="has_waitlist"
          label="כשאי אפשר להצטרף, אפשר להשאיר שם ברשימת המתנה"
          defaultChecked={base.has_waitlist}
        />
      </Fragment>
      <Button type="submit" look="primary" busy={saving.isPending}>
        {saving.isPending ? 'שומרים' : 'שמירת השינויים'}
      </Button>
    </form>
  )
}
