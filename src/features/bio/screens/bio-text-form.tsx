import { Fragment } from 'react'
import { useSaveBioPage } from '#features/bio/bio.data.ts'
import { type BioPage, BioPageEdit, refusals } from '#features/bio/bio.ts'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'

const fields = { bio_name_length: 'name', bio_line_length: 'line' }

const labels: Record<keyof BioPageEdit, string> = {
  name: 'שם',
  line: 'שורה אחת עליכם',
  shows_networks: 'להציג את הרשתות מפרופיל העסק',
}

const toFormValues = (page: BioPage): BioPageEdit => page

/** The texts above the links. */
export function BioTextForm({ latest }: { latest: BioPage }) {
  const form = useConcurrentEdit(latest, { toFormValues, labels })
  const page = form.base
  const { errors, read, refused } = useValidatedForm(BioPageEdit, { refusals, fields })
  const saving = useSaveBioPage()
  const element = useUnsavedForm(page, form.formKey)
  return (
    <Block title="מעל הקישורים">
      <form
        ref={element}
        className="stack"
        noValidate
        onSubmit={(event) => {
          const typed = read(event)
          if (!typed) return
          saving.mutate(
            { seen: form.seen.version, page: form.merge(typed) },
            {
              onSuccess(saved) {
                form.saved(saved)
                toast.success('העמוד נשמר')
              },
              onError: (error) => form.isRefusedAsStale(error) || refused(error),
            },
          )
        }}
      >
        <ConflictBanner theirs={form.theirs} />
        <FormError>{errors['all']}</FormError>
        <Fragment key={form.formKey}>
          <TextField
            name="name"
            label="שם"
            hint="שדה ריק מציג את שם העסק"
            autoComplete="off"
            defaultValue={page.name}
            error={errors['name']}
          />
          <TextField
            name="line"
            label="שורה אחת עליכם"
            autoComplete="off"
            defaultValue={page.line}
            error={errors['line']}
          />
          <CheckField name="shows_networks" label="להציג את הרשתות מפרופיל העסק" defaultChecked={page.shows_networks} />
        </Fragment>
        <Button type="submit" busy={saving.isPending}>
          שמירה
        </Button>
      </form>
    </Block>
  )
}
