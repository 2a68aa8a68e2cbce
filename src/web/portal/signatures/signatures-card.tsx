// Documents to be signed by the client: shown at the home, in the tasks and in the documents until they are signed.
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { useHomeSignatures } from '#features/signatures/home-signatures.data.ts'
import { formatDayNear } from '#lib/time/dates.ts'
import { useClientCheck } from '../client-check.ts'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'

function useOwnSignatures() {
  const { data: client } = useClientCheck()
  const contactId = client?.isClient ? client.contact?.id : undefined
  const { data = [] } = useHomeSignatures()
  return data.filter((one) => one.contact_id === contactId)
}

export function WaitingSignatures({ id }: { id: string }) {
  const now = useNow()
  const waiting = useOwnSignatures().filter((one) => one.signed_at === null)
  if (waiting.length === 0) return null
  return (
    <PortalCard id={id} title="מחכה לחתימה שלכם">
      <ul className="portal-tasks">
        {waiting.map((one) => (
          <li key={one.id}>
            <Link className="portal-file" to={`${portalPath}/documents/${one.id}`}>
              <span>
                קריאה וחתימה: <bdi>{one.file_name}</bdi>
              </span>
            </Link>
            <small>התבקשה ב־{formatDayNear(one.requested_at, now)}</small>
          </li>
        ))}
      </ul>
    </PortalCard>
  )
}

export function SignedDocuments() {
  const now = useNow()
  const signed = useOwnSignatures().filter((one) => one.signed_at !== null)
  if (signed.length === 0) return null
  return (
    <PortalCard id="signed-documents" title="מסמכים שחתמתם עליהם">
      <ul className="portal-tasks">
        {signed.map((one) => (
          <li key={one.id}>
            <Link className="portal-file" to={`${portalPath}/documents/${one.id}`}>
              <span>
                אישור חתימה: <bdi>{one.file_name}</bdi>
              </span>
            </Link>
            <small>נחתם ב־{formatDayNear(one.signed_at!, now)}</small>
          </li>
        ))}
      </ul>
    </PortalCard>
  )
}
