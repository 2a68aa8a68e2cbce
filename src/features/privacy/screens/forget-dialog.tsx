import { type DataSubject, useErasePerson } from '#features/privacy/privacy.data.ts'
import { refusals } from '#features/privacy/privacy.ts'
import { isolate, oneLine } from '#lib/hebrew/hebrew-text.ts'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

type Props = { person: DataSubject | undefined; onClose: () => void; onForgotten: () => void }

/** Schema of the typed name, which must equal the person's name. */
const nameOf = (person: DataSubject) =>
  z.object({
    name: z
      .string()
      .transform(oneLine)
      .refine((typed) => typed === oneLine(person.full_name), 'השם אינו זהה לשם שבכרטיס'),
  })

/** Irreversible erasure of a person, confirmed by typing the name. */
export function ForgetDialog({ person, onClose, onForgotten }: Props) {
  const forget = useErasePerson()
  return (
    <RecordDialog
      open={person !== undefined}
      onClose={onClose}
      title={person && `מחיקת הפרטים של ${isolate(person.full_name)}`}
      text="אין דרך חזרה: לא דרך הסל ולא דרך ביטול. יישאר רק מה שהחוק מחייב לשמור, כפי שמפורט בעמוד."
    >
      {person && (
        <RecordForm
          schema={nameOf(person)}
          refusals={refusals}
          save={() => forget.mutateAsync(person)}
          saved={() => {
            toast.success('הפרטים נמחקו')
            onForgotten()
          }}
          action="מחיקה לצמיתות"
          busyAction="מוחקים"
          actionLook="danger"
        >
          {(errors) => (
            <TextField
              name="name"
              label={
                <>
                  לאישור, הקלידו את השם: <bdi>{person.full_name}</bdi>
                </>
              }
              autoComplete="off"
              dir="auto"
              error={errors['name']}
            />
          )}
        </RecordForm>
      )}
    </RecordDialog>
  )
}
