// Side effects of a win that reopening can revert. None is reverted unless selected.
import { useContact } from '#features/contacts/contacts.data.ts'
import { lifecycleLabel } from '#features/contacts/contacts.ts'
import { useActiveProcesses } from '#features/processes/active-processes.data.ts'
import { CheckField } from '#ui/forms/field.tsx'

export function RevertSideEffects({ contactId }: { contactId: string }) {
  const { data: contact } = useContact(contactId)
  const { data: processes = [] } = useActiveProcesses(contactId)
  const names = processes.map(({ template }) => template?.name).filter(Boolean)
  return (
    <>
      {contact?.lifecycle === 'client' && (
        <CheckField
          name="becomesLead"
          label={`סוג הקשר חוזר מ״${lifecycleLabel('client', contact.gender_form)}״ ל״${lifecycleLabel('lead', contact.gender_form)}״`}
        />
      )}
      {processes.length > 0 && (
        <CheckField
          name="stopsProcesses"
          label={processes.length === 1 ? 'הפסקת תהליך הליווי' : 'הפסקת תהליכי הליווי'}
          hint={names.join(', ')}
        />
      )}
    </>
  )
}

export const readRevertedSideEffects = (form: FormData) => ({
  becomesLead: form.has('becomesLead'),
  stopsProcesses: form.has('stopsProcesses'),
})
