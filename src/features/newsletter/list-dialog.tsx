import type { SubmitEvent } from 'react'
import { type SavedList, useSaveList } from '#features/newsletter/newsletter.data.ts'
import { ListEdit, listRefusals } from '#features/newsletter/newsletter.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'

type Props = { open: boolean; list: SavedList | undefined; onClose: () => void }

/** Creates or renames a list. */
export const ListDialog = ({ open, list, onClose }: Props) => (
  <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={list ? 'עריכת רשימה' : 'רשימה חדשה'}>
    {open && <ListForm list={list} onDone={onClose} />}
  </Dialog>
)

function ListForm({ list, onDone }: { list: SavedList | undefined; onDone: () => void }) {
  const { faults, read, refused } = useValidatedForm(ListEdit, {
    refusals: listRefusals,
    fields: { list_name_taken: 'name', list_name_length: 'name', list_description_length: 'description' },
  })
  const saving = useSaveList()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const edit = read(event)
    if (!edit) return
    saving.mutate(list ? { seen: list, edit } : { edit }, {
      onSuccess() {
        toast.success('הרשימה נשמרה')
        onDone()
      },
      onError: refused,
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <FormError>{faults['all']}</FormError>
        <TextField
          name="name"
          label="שם הרשימה"
          required
          maxLength={80}
          autoComplete="off"
          defaultValue={list?.name}
          error={faults['name']}
        />
        <TextField
          name="description"
          label="תיאור"
          optional="(לא חובה)"
          hint="שורה אחת שהקוראים רואים כשהם בוחרים: מה נשלח, ומתי"
          maxLength={200}
          autoComplete="off"
          defaultValue={list?.description}
          error={faults['description']}
        />
        <CheckField
          name="is_public"
          label="קוראים יכולים לבחור בה בעמוד ההעדפות"
          defaultChecked={list?.is_public ?? true}
        />
      </DialogBody>
      <FormActions words="שמירת הרשימה" busy={saving.isPending} onBack={onDone} />
    </form>
  )
}
