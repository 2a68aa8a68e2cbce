import { CircleAlert, CircleCheck, Lightbulb } from 'lucide-react'
import { useNow } from '#client/now.ts'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { useAudience, useMessageSize } from '#features/campaigns/campaigns.data.ts'
import { checksOf } from '#features/campaigns/checks.ts'
import { useMergeFields } from '#features/message-templates/message-templates.data.ts'
import { useQuietHours } from '#features/messages/messages.data.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { MissingValues } from '../message-preview/missing-values.tsx'
import type { CampaignAutosave } from '#features/campaigns/screens/use-campaign-autosave.ts'

/** Checks of the current draft that block or advise against sending. */
export function useChecks({ draft, seen }: CampaignAutosave) {
  const { data: reached } = useAudience(draft)
  const { data: business } = usePublicBusinessProfile()
  const hours = useQuietHours()
  const fields = useMergeFields() ?? []
  const { id, version } = seen()
  const { data: bytes } = useMessageSize(id, version)
  const people = reached && (reached.find(({ excluded }) => excluded === null)?.people ?? 0)
  return checksOf(draft, { people, bytes, business: business ?? undefined, hours, fields, now: useNow() })
}

export function ChecksCard({ autosave }: { autosave: CampaignAutosave }) {
  const checks = useChecks(autosave)
  return (
    <section className="campaign__card" aria-labelledby="checks">
      <h2 id="checks">לפני השליחה</h2>
      <ul className="campaign__checks">
        {checks.map(({ kind, text }) => (
          <li key={text} data-kind={kind}>
            <Icon of={kind === 'problem' ? CircleAlert : Lightbulb} />
            <span>
              <span className="vh">{kind === 'problem' ? 'חסר: ' : 'הצעה: '}</span>
              {text}
            </span>
          </li>
        ))}
        {checks.every(({ kind }) => kind === 'hint') && (
          <li data-kind="good">
            <Icon of={CircleCheck} />
            <span>אפשר לשלוח. שם המפרסם, פרטי הקשר וקישור ההסרה נמצאים בתחתית ההודעה.</span>
          </li>
        )}
      </ul>
      <MissingValues of={{ campaignId: autosave.seen().id }} />
    </section>
  )
}
