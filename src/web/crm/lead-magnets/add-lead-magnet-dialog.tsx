import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AddLeadMagnet, staffRefusals } from '#features/lead-magnets/lead-magnet-edit.ts'
import { useAddLeadMagnet } from '#features/lead-magnets/lead-magnets.data.ts'
import { slugFrom } from '#features/products/products.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'
import { TextField } from '#ui/forms/field.tsx'

/** Maps refusals to fields. */
export const fieldsOfRefusals = {
  lead_magnet_slug_taken: 'slug',
  lead_magnet_slug_form: 'slug',
  lead_magnet_title_length: 'title',
  lead_magnet_description_length: 'description',
}

export function AddLeadMagnetDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const adding = useAddLeadMagnet()
  const navigate = useNavigate()
  return (
    <RecordDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="מדריך חדש"
      text="אחרי ההוספה מעלים קובץ, כותבים את העמוד ומציגים באתר."
    >
      <RecordForm
        schema={AddLeadMagnet}
        refusals={staffRefusals}
        fields={fieldsOfRefusals}
        save={(magnet) => adding.mutateAsync(magnet)}
        saved={({ id }) => void navigate(`/crm/lead-magnets/${id}`)}
        action="הוספת המדריך"
      >
        {(errors) => <Fields errors={errors} />}
      </RecordForm>
    </RecordDialog>
  )
}

function Fields({ errors }: { errors: FieldErrors }) {
  const [slug, setSlug] = useState('')
  const [isOwn, setOwn] = useState(false)
  return (
    <>
      <TextField
        name="title"
        label="כותרת"
        required
        autoComplete="off"
        error={errors['title']}
        onChange={(event) => !isOwn && setSlug(slugFrom(event.target.value))}
      />
      <TextField
        name="slug"
        label="הכתובת באתר, אחרי /lead/"
        required
        dir="auto"
        autoComplete="off"
        value={slug}
        onChange={(event) => {
          setOwn(true)
          setSlug(event.target.value)
        }}
        error={errors['slug']}
      />
    </>
  )
}
