// The parts of the two side rails, in their order. A noun adds itself to a rail by one line.
import { useSaveContact } from '#features/contacts/use-edit-contact.ts'
import { CustomFields } from '#features/fields/custom-fields.tsx'
import { ContactOpportunities } from '#features/opportunities/contact-opportunities.tsx'
import { BalanceCard } from '#features/payments/balance-card.tsx'
import { ContactTasks } from '../tasks/contact-tasks.tsx'
import { Attribution } from './attribution.tsx'
import { HouseholdCard } from './household-card.tsx'
import { ProcessCard } from './process-card.tsx'
import type { Section, SectionProps } from './section.ts'

const Opportunities: Section = ({ contact, now }) => <ContactOpportunities contactId={contact.id} now={now} />
const Payments: Section = ({ contact }) => <BalanceCard contactId={contact.id} />
const Tasks: Section = ({ contact }) => <ContactTasks contactId={contact.id} />

function Fields({ contact }: SectionProps) {
  const save = useSaveContact(contact)
  return <CustomFields entity="contact" values={contact.custom} onSave={(custom) => save({ custom }, 'השדות נשמרו')} />
}

/** Who they are. */
export const whoSections: readonly Section[] = [HouseholdCard, Payments, Fields, Attribution]

/** What comes next. */
export const nextSections: readonly Section[] = [Tasks, Opportunities, ProcessCard]
