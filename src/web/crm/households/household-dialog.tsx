import { type HouseholdChanges, type ShownHousehold, useChangeHousehold } from '#features/households/households.data.ts'
import { HouseholdEdit, refusals } from '#features/households/households.ts'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { offerUndo, TooLateToUndo } from '#ui/undo/undo.ts'
import { useForeignChanges } from '#features/audit/screens/use-foreign-changes.ts'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useRowEdit } from '#platform/editing/use-row-edit.tsx'

type Props = { household: ShownHousehold; open: boolean; onOpenChange: (open: boolean) => void }

export const HouseholdDialog = ({ household, open, onOpenChange }: Props) => (
  <RecordDialog open={open} onClose={() => onOpenChange(false)} title="עריכת פרטי הבית">
    <HouseholdForm household={household} />
  </RecordDialog>
)

const ownRefusals = { ...refusals, row_gone: 'משק הבית נמחק בינתיים, או שאין לכם גישה אליו' }

function HouseholdForm({ household }: Pick<Props, 'household'>) {
  const readForeignChanges = useForeignChanges('households')
  const { base, seen, changed, before, conflict } = useRowEdit(household, { readForeignChanges, differences: () => [] })
  const change = useChangeHousehold()

  async function save(typed: HouseholdEdit) {
    const changes = changed(typed)
    return changes && { changes, version: await change.mutateAsync({ seen, changes }) }
  }
  async function undoChanges(version: number, changes: HouseholdChanges) {
    try {
      await change.mutateAsync({ seen: { id: base.id, version }, changes: before(changes) })
    } catch (failure) {
      throw failure instanceof EditConflict ? new TooLateToUndo('פרטי הבית השתנו מאז', { cause: failure }) : failure
    }
  }

  return (
    <RecordForm
      schema={HouseholdEdit}
      refusals={ownRefusals}
      fields={{ household_name_length: 'name' }}
      save={save}
      saved={(done) =>
        done && offerUndo({ title: 'פרטי הבית נשמרו', undo: () => undoChanges(done.version, done.changes) })
      }
      conflict={conflict}
      action="שמירה"
    >
      {(errors) => (
        <>
          <TextField
            label="שם"
            name="name"
            error={errors['name']}
            required
            maxLength={120}
            defaultValue={household.name}
            autoComplete="off"
          />
          <TextField
            label="כתובת"
            name="address"
            maxLength={200}
            defaultValue={household.address ?? ''}
            autoComplete="off"
          />
          <TextAreaField
            label="הערות"
            name="notes"
            rows={4}
            maxLength={4000}
            dir="auto"
            defaultValue={household.notes ?? ''}
          />
        </>
      )}
    </RecordForm>
  )
}
