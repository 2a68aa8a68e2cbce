import { type SubmitEvent, useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useUserId } from '#client/session-context.tsx'
import { useContact } from '#features/contacts/contacts.data.ts'
import { useAddOpportunity } from '#features/opportunities/opportunities.data.ts'
import { refusals } from '#features/opportunities/opportunities.ts'
import { usePipelines } from '#platform/pipelines/pipelines.data.ts'
import type { Stage } from '#platform/pipelines/pipelines.ts'
import { formText } from '#lib/forms/form-text.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { parseMoney } from '#lib/money.ts'
import { DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { useFocusFirst } from '#ui/forms/focus-first.ts'
import { toast } from '#ui/toast/toast.tsx'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import type { QuickAddPreset } from '#platform/screens/quick-add-context.ts'

type Errors = { contact?: string | undefined; amount?: string | undefined; form?: string | undefined }
type Props = { preset: QuickAddPreset; onDone: () => void }

/** Creates an opportunity for an existing contact. */
export default function AddOpportunityForm({ preset, onDone }: Props) {
  const pipelines = usePipelines()
  const contact = useContact(preset.contactId ?? '', preset.contactId !== undefined)
  if (pipelines.isPending || contact.isLoading) return <Loading page />
  const known = contact.data ? { id: contact.data.id, text: contact.data.full_name } : null
  const holds = ({ stages }: { stages: Stage[] }) => stages.some(({ id }) => id === preset.stageId)
  const pipeline = pipelines.data?.find(holds) ?? pipelines.data?.[0]
  return <Form known={known} stages={pipeline?.stages ?? []} preset={preset} onDone={onDone} />
}

function Form({ known, stages, preset, onDone }: Props & { known: PickerItem | null; stages: readonly Stage[] }) {
  const [contact, setContact] = useState(known)
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLFormElement>(null)
  useFocusFirst(form)
  const add = useAddOpportunity()
  const owner_id = useUserId()
  const open = stages.filter(({ kind }) => kind === 'open')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const amountText = formText(typed, 'amount')
    const amount = amountText ? parseMoney(amountText) : 0
    const wrong: Errors = {
      ...(!contact && { contact: 'יש לבחור איש קשר' }),
      ...(amount === undefined && { amount: 'יש להזין סכום במספרים, למשל 7,740' }),
    }
    setErrors(wrong)
    if (!contact || amount === undefined) {
      event.currentTarget.querySelector<HTMLElement>(contact ? '[name="amount"]' : '[role="combobox"]')?.focus()
      return
    }
    add.mutate(
      {
        name: oneLine(formText(typed, 'name')) || contact.text,
        contact_id: contact.id,
        stage_id: formText(typed, 'stage_id'),
        amount_agorot: amount,
        owner_id,
      },
      {
        onSuccess: () => {
          toast.success('ההזדמנות נוספה ללוח')
          onDone()
        },
        onError: (error) => setErrors({ form: refusalText(error, refusals) }),
      },
    )
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <DialogBody>
        <FormError>{errors.form}</FormError>
        <ContactPicker value={contact} onChange={setContact} error={errors.contact} />
        <TextField
          label="שם ההזדמנות"
          optional="(לא חובה)"
          name="name"
          maxLength={160}
          autoComplete="off"
          hint="בלי שם, ההזדמנות תיקרא על שם איש הקשר"
        />
        <TextField
          label="סכום בשקלים"
          optional="(לא חובה)"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          error={errors.amount}
        />
        <SelectField label="שלב" name="stage_id" defaultValue={preset.stageId ?? open[0]?.id}>
          {open.map((stage) => (
            <option key={stage.id} value={stage.id}>
              {stage.name}
            </option>
          ))}
        </SelectField>
      </DialogBody>
      <FormActions words="הוספה" busy={add.isPending} onBack={onDone} />
    </form>
  )
}
