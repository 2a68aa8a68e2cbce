// The contact record: details, timeline, next steps.
import '#features/contacts/screens/contact-screen.css'
import { Link, Navigate } from 'react-router'
import { type ShownContact, useContact, useLiveContact } from '#features/contacts/contacts.data.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { ContactRecord } from './contact-record.tsx'

export function Component() {
  const contactId = useIdParam('contactId')
  const { data: contact, error, isPending, refetch } = useContact(contactId)
  useLiveContact(contactId)
  useScreenTitle(contact?.full_name ?? 'איש קשר')
  if (isPending) return <Loading page size="lg" />
  if (error && !contact) return <FailedToLoad insteadOf={contact} error={error} onRetry={() => void refetch()} />
  if (!contact) return <NobodyHere />
  if (contact.merged_into_id) return <Navigate to={`/crm/contacts/${contact.merged_into_id}`} replace />
  if (contact.deleted_at) return <InTheBin contact={contact} />
  // The key resets form state when the contact changes.
  return <ContactRecord key={contact.id} contact={contact} />
}

const NobodyHere = () => (
  <div className="view">
    <EmptyState
      title="איש הקשר לא נמצא"
      text="ייתכן שנמחק, או שאין לכם גישה אליו."
      action={
        <Link className="btn btn--primary" to="/crm/contacts">
          לכל אנשי הקשר
        </Link>
      }
    />
  </div>
)

const InTheBin = ({ contact }: { contact: ShownContact }) => (
  <div className="view">
    <EmptyState
      title={contact.full_name}
      text="איש הקשר בסל המיחזור. אפשר לשחזר אותו משם במשך 30 יום."
      action={
        <Link className="btn btn--primary" to="/crm/bin?kind=contacts">
          לסל המיחזור
        </Link>
      }
    />
  </div>
)
