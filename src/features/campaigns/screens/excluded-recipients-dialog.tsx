import { Link } from 'react-router'
import { useExcludedRecipients } from '#features/campaigns/campaigns.data.ts'
import { type CampaignDraft, reasonLabel } from '#features/campaigns/campaigns.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'

/** Excluded recipients by name and reason. */
export function ExcludedRecipientsDialog({ draft, onClose }: { draft: CampaignDraft; onClose: () => void }) {
  const { data: people, error, refetch } = useExcludedRecipients(draft)
  const byReason = Map.groupBy(people ?? [], ({ excluded }) => excluded)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="מי לא יקבל, ולמה">
      <DialogBody>
        {!people && !error && <Loading />}
        {error && !people && <FailedToLoad insteadOf={people} error={error} onRetry={() => void refetch()} />}
        {[...byReason].map(([reason, those]) => (
          <section key={reason} className="campaign__left-out">
            <h3>{reasonLabel(reason)}</h3>
            <ul>
              {those.map(({ contact_id, full_name, email }) => (
                <li key={contact_id}>
                  <Link to={`/crm/contacts/${contact_id}`}>
                    <bdi>{full_name}</bdi>
                  </Link>{' '}
                  {email && email !== full_name && <Ltr>{email}</Ltr>}
                </li>
              ))}
            </ul>
          </section>
        ))}
        {people?.length === 500 && <p className="email-note">מוצגים 500 הראשונים.</p>}
      </DialogBody>
      <DialogActions>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}
