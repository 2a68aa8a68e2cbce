// Host onboarding: a slug, after which default weekly hours and types are created.
import { useState } from 'react'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Slug, typeRefusals } from '../../type-edit.ts'
import { useStartHosting } from '../../types.data.ts'

const HostAddress = z.object({ slug: Slug })

export function StartHosting({ host }: { host: string }) {
  const [isOpen, setOpen] = useState(false)
  const starting = useStartHosting()
  return (
    <>
      <EmptyState
        title="לקוחות קובעים פגישה בעצמם"
        text="מתחילים משבוע רגיל, א׳ עד ה׳ 9:00 עד 18:00, ומארבעה סוגי פגישות. הכול אפשר לשנות."
        action={
          <Button look="primary" onClick={() => setOpen(true)}>
            פתיחת יומן לפגישות
          </Button>
        }
      />
      <RecordDialog open={isOpen} onClose={() => setOpen(false)} title="פתיחת יומן לפגישות">
        <RecordForm
          schema={HostAddress}
          refusals={typeRefusals}
          fields={{ host_slug_taken: 'slug' }}
          save={({ slug }) => starting.mutateAsync({ host, address: slug })}
          saved="היומן נפתח"
          action="פתיחה"
        >
          {(errors) => (
            <TextField
              name="slug"
              label="הכתובת של עמוד הקביעה"
              hint="השם באותיות לטיניות, למשל hila"
              dir="ltr"
              error={errors['slug']}
              required
            />
          )}
        </RecordForm>
      </RecordDialog>
    </>
  )
}
