import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import type { CampaignDraft } from '#features/campaigns/campaigns.ts'
import { fillMessage } from '#features/campaigns/fill-message.ts'
import { Button } from '#ui/button.tsx'
import { CampaignSheet } from '#web/mail/campaign-mail.tsx'

/** Preview of the message, rendered by the code that renders the mail. */
export function MessagePreview({ draft }: { draft: CampaignDraft }) {
  const [isNarrow, setNarrow] = useState(false)
  const { data: business } = usePublicBusinessProfile()
  const now = useNow()
  if (!business) return null
  const words = fillMessage(draft, { firstName: 'נועה', businessName: business.business_name })
  return (
    <section className="campaign__preview" aria-label="תצוגה מקדימה">
      <div className="campaign__preview-head">
        <h2>כך זה ייראה</h2>
        <Button look={isNarrow ? 'ghost' : 'soft'} size="sm" aria-pressed={!isNarrow} onClick={() => setNarrow(false)}>
          מחשב
        </Button>
        <Button look={isNarrow ? 'soft' : 'ghost'} size="sm" aria-pressed={isNarrow} onClick={() => setNarrow(true)}>
          טלפון
        </Button>
      </div>
      <div className="campaign__inbox">
        <b>{business.business_name}</b>
        <span>{words.subject}</span>
        {words.preheader && <small>{words.preheader}</small>}
      </div>
      {/* Links in the preview are inert: following one would leave the composer. */}
      <div className={isNarrow ? 'campaign__paper campaign__paper--narrow' : 'campaign__paper'} inert>
        <CampaignSheet
          words={words}
          reader={{ consentedAt: now, preferences: '#' }}
          business={business}
          siteUrl={location.origin}
        />
      </div>
    </section>
  )
}
