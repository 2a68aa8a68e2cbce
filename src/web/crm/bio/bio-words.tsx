import { useSaveBioPage } from '#features/bio/bio.data.ts'
import { type BioPage, BioPageEdit, refusals } from '#features/bio/bio.ts'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { CheckField, ErrorText, TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useCheckedForm } from '../use-checked-form.ts'

const fields = { bio_name_length: 'name', bio_line_length: 'line' }

/** What stands above the links. */
export function BioWords({ page }: { page: BioPage }) {
  const { faults, read, refused } = useCheckedForm(BioPageEdit, { refusals, fields })
  const saving = useSaveBioPage()
  return (
    <Block title="מעל הקישורים">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          const typed = read(event)
          if (typed) saving.mutate(typed, { onSuccess: () => toast.success('העמוד נשמר'), onError: refused })
        }}
      >
        {faults['all'] && (
          <div role="alert">
            <ErrorText>{faults['all']}</ErrorText>
          </div>
        )}
        <TextField
          name="name"
          label="שם"
          hint="שדה ריק מציג את שם העסק"
          autoComplete="off"
          defaultValue={page.name}
          error={faults['name']}
        />
        <TextField
          name="line"
          label="שורה אחת עליכם"
          autoComplete="off"
          defaultValue={page.line}
          error={faults['line']}
        />
        <CheckField name="shows_networks" label="להציג את הרשתות מפרופיל העסק" defaultChecked={page.shows_networks} />
        <Button type="submit" busy={saving.isPending}>
          שמירה
        </Button>
      </form>
    </Block>
  )
}
