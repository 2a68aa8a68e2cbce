import { useCampaignResults } from '#features/campaigns/campaigns.data.ts'
import { formatMoney } from '#lib/money.ts'

/** Replies, unsubscribes and payments after the message. */
export function CampaignResults({ campaignId }: { campaignId: string }) {
  const { data } = useCampaignResults(campaignId, true)
  if (!data) return null
  const { talked, removed, bought, paid_agorot, clicks } = data
  return (
    <section className="campaign__numbers" aria-label="מה קרה אחרי ההודעה">
      <dl>
        <div>
          <dt>שוחחו איתנו בשבוע שאחרי</dt>
          <dd>{talked.toLocaleString('he-IL')}</dd>
        </div>
        <div>
          <dt>הסירו את עצמם בשבוע שאחרי</dt>
          <dd>{removed.toLocaleString('he-IL')}</dd>
        </div>
        <div>
          <dt>שילמו בחודש שאחרי</dt>
          <dd>{bought.toLocaleString('he-IL')}</dd>
          {bought > 0 && <dd className="campaign__why">{formatMoney(paid_agorot)}</dd>}
        </div>
        {clicks !== null && (
          <div>
            <dt>כניסות לאתר מהקישורים</dt>
            <dd>{clicks.toLocaleString('he-IL')}</dd>
          </div>
        )}
      </dl>
      <p className="email-note">
        {clicks === null
          ? 'אחרי ההודעה, ולאו דווקא בגללה. פתיחות ולחיצות לא נמדדות.'
          : 'אחרי ההודעה, ולאו דווקא בגללה. כניסות נספרות בלי לדעת של מי, ופתיחות לא נמדדות.'}
      </p>
    </section>
  )
}
