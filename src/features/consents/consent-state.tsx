import { formatDate } from '#lib/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText, Fact, Facts } from '#ui/block.tsx'
import { useConsents } from './consents.data.ts'
import { channelLabels, noConsent } from './consents.ts'

/** Whether this person may be written to, per way of writing, and since when. */
export function ConsentState({ contactId }: { contactId: string }) {
  const { data: consents } = useConsents(contactId)
  if (!consents) return null
  return (
    <Block title="הסכמה לדיוור">
      {consents.every(({ action }) => action !== 'grant') && <BlockText>{noConsent}</BlockText>}
      {consents.length > 0 && (
        <Facts>
          {consents.map(({ channel, value_norm, action, at }) => (
            <Fact key={`${channel} ${value_norm}`} name={channelLabels[channel]}>
              <Badge kind={action === 'grant' ? 'success' : 'warning'}>{action === 'grant' ? 'הסכמה' : 'הוסרה'}</Badge>
              {formatDate(at)}
            </Fact>
          ))}
        </Facts>
      )}
    </Block>
  )
}
