import { currentOf, useLedger } from '#platform/consents/consents.data.ts'
import { channelLabels } from '#platform/consents/consents.ts'
import { Badge } from '#ui/badge.tsx'

/** Marketing consent of a contact point. Renders nothing if unknown. */
export function ConsentBadge({ contactId, point }: { contactId: string; point: { value_norm: string } }) {
  const { data: ledger = [] } = useLedger(contactId)
  const consents = currentOf(ledger).filter(({ value_norm: value }) => value === point.value_norm)
  const ways = (action: 'grant' | 'withdraw') =>
    consents
      .filter((one) => one.action === action)
      .map(({ channel }) => channelLabels[channel])
      .join(', ')
  return (
    <>
      {ways('grant') && <Badge kind="success">דיוור: {ways('grant')}</Badge>}
      {ways('withdraw') && <Badge kind="warning">ללא דיוור: {ways('withdraw')}</Badge>}
    </>
  )
}
