import { useState } from 'react'
import { useSaveProduct } from '#features/products/products.data.ts'
import {
  callWayLabels,
  callWays,
  kindLabels,
  kinds,
  type Product,
  ProductEdit,
  refusals,
} from '#features/products/products.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, ErrorText, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useCheckedForm } from '../use-checked-form.ts'
import { slugFaults } from './slug-faults.ts'

const fields = {
  ...slugFaults,
  product_name_length: 'name',
  product_tagline_length: 'tagline',
  product_description_length: 'description',
  product_included_invalid: 'included',
  product_facts_invalid: 'facts',
  product_call_length: 'call_words',
}

/** What is said of a product wherever it is shown in short. */
export function ProductForm({ product }: { product: Product }) {
  const { faults, read, refused } = useCheckedForm(ProductEdit, { refusals, fields })
  const saving = useSaveProduct()
  // Counted from what was read when the writing began: whoever saved meanwhile is not overwritten.
  const [seen, setSeen] = useState<Product>(product)
  return (
    <form
      className="product__form"
      noValidate
      onSubmit={(event) => {
        const change = read(event)
        if (!change) return
        saving.mutate(
          { product: seen, change },
          {
            onSuccess(saved) {
              setSeen(saved)
              toast.success('המוצר נשמר, והאתר כבר מעודכן')
            },
            onError: refused,
          },
        )
      }}
    >
      {faults['all'] && (
        <div role="alert">
          <ErrorText>{faults['all']}</ErrorText>
        </div>
      )}
      <div className="product__pair">
        <TextField name="name" label="שם" required autoComplete="off" defaultValue={seen.name} error={faults['name']} />
        <SelectField name="kind" label="סוג" defaultValue={seen.kind}>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindLabels[kind]}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        name="slug"
        label="הכתובת באתר"
        required
        dir="auto"
        autoComplete="off"
        hint="אחרי שינוי, הכתובת הישנה ממשיכה להוביל לכאן"
        defaultValue={seen.slug}
        error={faults['slug']}
      />
      <TextField
        name="tagline"
        label="שורה אחת"
        hint="על הכרטיס בעמוד המחירים"
        defaultValue={seen.tagline}
        error={faults['tagline']}
      />
      <TextAreaField
        name="description"
        label="תיאור קצר"
        hint="לתוצאות חיפוש ולשיתוף"
        rows={3}
        defaultValue={seen.description}
        error={faults['description']}
      />
      <TextAreaField
        name="included"
        label="מה כלול"
        hint="שורה לכל דבר, עד עשר"
        rows={6}
        defaultValue={seen.included.join('\n')}
        error={faults['included']}
      />
      <TextAreaField
        name="facts"
        label="להשוואה בין מסלולים"
        hint="שורה לכל נתון: ״פגישות אישיות: 12״. ✓ הוא סימן של כן, ומקף של לא"
        rows={6}
        defaultValue={seen.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')}
        error={faults['facts']}
      />
      <div className="product__pair">
        <TextField
          name="call_words"
          label="מה כתוב על הכפתור"
          required
          defaultValue={seen.call_words}
          error={faults['call_words']}
        />
        <SelectField name="call_way" label="לאן הכפתור מוביל" defaultValue={seen.call_way}>
          {callWays.map((way) => (
            <option key={way} value={way}>
              {callWayLabels[way]}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckField
        name="has_waitlist"
        label="כשאי אפשר להצטרף, אפשר להשאיר שם ברשימת המתנה"
        defaultChecked={seen.has_waitlist}
      />
      <Button type="submit" look="primary" busy={saving.isPending}>
        {saving.isPending ? 'שומרים' : 'שמירת השינויים'}
      </Button>
    </form>
  )
}
