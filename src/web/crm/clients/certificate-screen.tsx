// The certificate of a signature, for staff.
import { Link, useParams } from 'react-router'
import { Certificate } from '#features/signatures/certificate.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'

export function Component() {
  const { contactId = '', requestId = '' } = useParams()
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
