// Moves selected families from earlier editions to the current one. A family that cannot be moved stays, with the reason beside its name.
import { type FormEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { refusals } from '#features/processes/processes.ts'
import { type TemplateEditions, useTemplateActions } from '#features/processes/template-editor.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { CheckField } from '#ui/forms/field.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'

export function FamiliesDialog({ template, onClose }: { template: TemplateEditions; onClose: () => void }) {
  const { move } = useTemplateActions()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const refused: Record<string, string> = {}
    for (const id of chosen)
      await move.mutateAsync(id).catch((error: unknown) => {
        refused[id] = refusalText(error, refusals)
      })
    setBusy(false)
    const done = chosen.filter((id) => !refused[id]).length
    if (done > 0)
      toast.success(count(done, { one: 'משפחה אחת הועברה', two: 'שתי משפחות הועברו', other: '# משפחות הועברו' }))
    setErrors(refused)
    setChosen([])
    if (Object.keys(refused).length === 0) onClose()
  }
  return (
    <Dialog
      open
      title={`העברה לגרסה ${template.edition}`}
      text="שלבים שהושלמו נשארים, והמשפחה ממשיכה מהשלב שבו היא נמצאת. משפחה שלא תסומן נשארת בגרסה שלה."
      onOpenChange={(open) => !open && onClose()}
    >
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          {template.earlier.map((edition) => (
            <fieldset key={edition.id} className="template-families">
              <legend>{`בגרסה ${edition.edition}`}</legend>
              {edition.families.map(({ id, contact }) => (
                <CheckField
                  key={id}
                  name={id}
                  label={<bdi>{contact.full_name}</bdi>}
                  error={errors[id]}
                  checked={chosen.includes(id)}
                  onChange={({ target }) =>
                    setChosen((all) => (target.checked ? [...all, id] : all.filter((one) => one !== id)))
                  }
                />
              ))}
            </fieldset>
          ))}
        </DialogBody>
        <FormActions words="העברה" busyWords="מעבירים" busy={isBusy} onBack={onClose} />
      </form>
    </Dialog>
  )
}
