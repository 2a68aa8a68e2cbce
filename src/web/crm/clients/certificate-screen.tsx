// The certificate of a signature, for staff.
import { Link } from 'react-router'
import { Certificate } from '#features/signatures/certificate.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'

export function Component() {
  const contactId = useIdParam('contactId')
  const requestId = useIdParam('requestId')
  useScreenTitle('אישור חתימה')
  return (
    <div className="view">
      <Link className="view__end" to={`/crm/clients/${contactId}`}>
        חזרה לתהליך
      </Link>
      <Certificate requestId={requestId} />
    </div>
  )
}
