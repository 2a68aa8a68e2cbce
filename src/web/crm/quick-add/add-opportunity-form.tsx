import { type SubmitEvent, useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useContact } from '#features/contacts/contacts.data.ts'
import { refusals as contactRefusals } from '#features/contacts/contacts.ts'
import { type NewContactErrors, readNewContact } from '#features/contacts/read-new-contact.ts'
import { useDuplicateCheck } from '#features/duplicates/use-duplicate-check.ts'
import { useOpenOpportunity } from '#features/opportunities/opportunities.data.ts'
import { refusals } from '#features/opportunities/opportunities.ts'
import { usePipelines } from '#platform/pipelines/pipelines.data.ts'
import type { WholePipeline } from '#platform/pipelines/pipelines.ts'
import { remainingErrors } from '#lib/forms/remaining-errors.ts'
import { DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { useFocusFirst } from '#ui/forms/focus-first.ts'
import { toast } from '#ui/toast/toast.tsx'
import { useSingleFlight } from '#platform/editing/single-flight.ts'
import type { QuickAddPreset } from '#platform/screens/quick-add-context.ts'
import { OpportunityFields, readOpportunity } from './opportunity-fields.tsx'
import { type Person, PersonFields } from './person-fields.tsx'

type FieldErrors = NewContactErrors & { contact?: string; amount?: string; form?: string }
type Props = { preset: QuickAddPreset; onDone: () => void }

/** Opens an opportunity for an existing contact, or for a new one that is added with it. */
export default function AddOpportunityForm({ preset, onDone }: Props) {
  const pipelines = usePipelines()
  const contact = useContact(preset.contactId ?? '', preset.contactId !== undefined)
  if (pipelines.isPending || contact.isLoading) return <Loading page />
  const known = contact.data ? { item: { id: contact.data.id, text: contact.data.full_name } } : null
  return <Form known={known} pipelines={pipelines.data ?? []} preset={preset} onDone={onDone} />
}

function Form({ known, pipelines, preset, onDone }: Props & { known: Person; pipelines: readonly WholePipeline[] }) {
  const [person, setPerson] = useState(known)
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  useFocusFirst(form)
  const open = useOpenOpportunity()
  const duplicates = useDuplicateCheck()
  // Covers the duplicate check and the insert: repeated submits in between are dropped.
  const { running, run } = useSingleFlight<'add'>()
  const isNew = person !== null && 'typed' in person

  const problemsOf = (typed: FormData): FieldErrors => ({
    ...(!person && { contact: 'יש לבחור איש קשר, או להקליד שם חדש' }),
    ...(isNew && readNewContact(typed).errors),
    ...(readOpportunity(typed).amount_agorot === undefined && { amount: 'יש להזין סכום במספרים, למשל 7,740' }),
  })

  function choosePerson(selected: Person) {
    setPerson(selected)
    if (selected) setErrors((shown) => ({ ...shown, contact: undefined }))
  }

  async function submit(element: HTMLFormElement) {
    const typed = new FormData(element)
    const { amount_agorot, ...opportunity } = readOpportunity(typed)
    const { contact } = readNewContact(typed)
    const wrong = problemsOf(typed)
    setErrors(wrong)
    const first = Object.keys(wrong)[0]
    if (!person || amount_agorot === undefined || first) {
      const field = first === 'contact' ? '[role="combobox"]' : `[name="${first}"]`
      return element.querySelector<HTMLElement>(field)?.focus()
    }
    try {
      if (isNew && (await duplicates.hasUnseen(contact))) return
      const contactFields = 'item' in person ? { contact_id: person.item.id } : contact
      await open.mutateAsync({ ...opportunity, amount_agorot, person: contactFields })
      toast.success(isNew ? 'איש הקשר וההזדמנות נוספו' : 'ההזדמנות נוספה ללוח')
      onDone()
    } catch (error) {
      setErrors({ form: refusalText(error, { ...contactRefusals, ...refusals }) })
    }
  }

  function checkDuplicates() {
    if (!form.current) return
    const { contact, errors: wrong } = readNewContact(new FormData(form.current))
    if (!wrong.name) duplicates.check(contact)
  }

  return (
    <form
      ref={form}
      {...duplicates.formProps}
      onInput={({ currentTarget }) => {
        const found = problemsOf(new FormData(currentTarget))
        setErrors((shown) => remainingErrors(shown, found))
      }}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        const element = event.currentTarget
        void run('add', () => submit(element))
      }}
      noValidate
    >
      <DialogBody>
        <FormError>{errors.form}</FormError>
        <PersonFields
          person={person}
          onChange={choosePerson}
          errors={errors}
          duplicates={isNew ? duplicates.people : []}
          onBlur={checkDuplicates}
          onLeave={onDone}
        />
        <OpportunityFields pipelines={pipelines} stageId={preset.stageId} amountError={errors.amount} />
      </DialogBody>
      <FormActions
        words={isNew && duplicates.people.length > 0 ? 'הוספה בכל זאת' : 'הוספה'}
        busy={running === 'add'}
        onBack={onDone}
      />
    </form>
  )
}
