// Ordered sections of the two side rails. A module adds one line here.
import { Plus } from 'lucide-react'
import { ContactAppointments } from '#features/booking/screens/contact-appointments.tsx'
import { InvitationCard } from '#features/client-invitations/invitation-card.tsx'
import { useSaveDetails } from '#features/contacts/use-save-details.ts'
import { CustomFields } from '#platform/fields/custom-fields.tsx'
import { ContactFormLinks } from '#features/forms/links/contact-form-links.tsx'
import { ContactOpportunities } from '#features/opportunities/contact-opportunities.tsx'
import { BalanceCard } from '#features/payments/balance-card.tsx'
import { ProcessCard } from '#features/processes/process-card.tsx'
import { ContactQuiz } from '#features/quiz/screens/contact-quiz.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useQuickAdd } from '#platform/screens/quick-add-context.ts'
import { ContactTasks } from '../tasks/contact-tasks.tsx'
import { Attribution } from '#features/contacts/screens/attribution.tsx'
import { HouseholdCard } from './household-card.tsx'
import type { Section, SectionProps } from '#features/contacts/screens/rail-section.ts'

function Opportunities({ contact, now }: SectionProps) {
  const add = useQuickAdd()
  const begin = () => add('opportunity', { contactId: contact.id })
  return (
    <ContactOpportunities
      contactId={contact.id}
      now={now}
      action={
        <Button look="ghost" size="sm" icon={<Icon of={Plus} />} onClick={begin}>
          הזדמנות
        </Button>
      }
    />
  )
}
const Payments: Section = ({ contact }) => <BalanceCard contactId={contact.id} />
const Invitation: Section = ({ contact }) =>
  ['client', 'qualified'].includes(contact.lifecycle) || contact.client_user_id ? (
    <InvitationCard contactId={contact.id} hasAccount={contact.client_user_id !== null} />
  ) : null
const Processes: Section = ({ contact }) => <ProcessCard contactId={contact.id} />
const Appointments: Section = ({ contact, now }) => <ContactAppointments contact={contact} now={now} />
const Quiz: Section = ({ contact }) => <ContactQuiz contactId={contact.id} />
const Forms: Section = ({ contact }) => <ContactFormLinks contactId={contact.id} />
const Tasks: Section = ({ contact }) => <ContactTasks contactId={contact.id} />

function Fields({ contact }: SectionProps) {
  const save = useSaveDetails(contact.id)
  const details = contact.staff_details
  return (
    details && (
      <CustomFields
        entity="contact"
        record={details}
        onSave={(seen, custom) => save(seen, { custom }, 'השדות נשמרו')}
      />
    )
  )
}

/** Right rail: details. */
export const identitySections: readonly Section[] = [HouseholdCard, Payments, Fields, Attribution]

/** Left rail: next steps. */
export const nextStepSections: readonly Section[] = [
  Tasks,
  Appointments,
  Opportunities,
  Forms,
  Quiz,
  Processes,
  Invitation,
]
