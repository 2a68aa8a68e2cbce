// Sharing of the budget: access for the coach, the access log, download and deletion.
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useDownloadBudget, useEraseBudget, useShareBudget } from '#features/budget/budget.data.ts'
import { type Budget, refusals } from '#features/budget/budget.ts'
import { formatDate } from '#lib/time/dates.ts'
import { downloadFile } from '#platform/screens/download-file.ts'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { PortalCard } from '../portal-card.tsx'

export function SharingCard({ budget: { sharing, partners } }: { budget: Budget }) {
  const share = useShareBudget()
  const download = useDownloadBudget()
  const erase = useEraseBudget()
  const [isAsking, setIsAsking] = useState(false)
  const failed = (error: unknown) => void toast.error(refusalText(error, refusals))
  const save = async () => {
    const { items } = await download.mutateAsync({})
    downloadFile(new Blob([JSON.stringify(items, null, 2)]), 'budget.json', 'application/json')
  }
  const remove = (what: 'mine' | 'all') =>
    erase.mutateAsync({ what }).then(() => {
      setIsAsking(false)
      toast.success('הנתונים נמחקו')
    }, failed)
  return (
    <PortalCard id="money-sharing" title="מי רואה את זה" aside={sharing.isShared ? 'המאמן/ת רואה' : 'רק אתם רואים'}>
      <Switch
        label="לשתף את המאמן/ת"
        hint="השיתוף פועל רק כשכל מי שיש להם כניסה לאזור הזה הסכימו. פריטים פרטיים לא משותפים לעולם."
        checked={sharing.mine}
        onChange={({ target }) => void share.mutateAsync({ isShared: target.checked }).catch(failed)}
      />
      {sharing.mine && sharing.waitingFor.length > 0 && <p>{`מחכים להסכמה של ${sharing.waitingFor.join(', ')}.`}</p>}
      {sharing.reads.length > 0 && (
        <details>
          <summary>מי צפה בתקציב</summary>
          <ul className="money-list">
            {sharing.reads.map(({ at, reader, purpose }) => (
              <li key={at}>{`${reader}, ${formatDate(at)}${purpose === 'export' ? ', בייצוא של הפרטים' : ''}`}</li>
            ))}
          </ul>
        </details>
      )}
      <div className="money-actions">
        <Button busy={download.isPending} onClick={() => void save().catch(failed)}>
          הורדת הנתונים שלי
        </Button>
        <Button look="link" onClick={() => setIsAsking(true)}>
          מחיקת הנתונים
        </Button>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="למחוק את נתוני התקציב?"
        text="אי אפשר לשחזר אחרי המחיקה. כדאי להוריד עותק קודם."
      >
        <DialogActions>
          <Button look="danger" busy={erase.isPending} onClick={() => void remove('mine')}>
            רק הפרטיים שלי
          </Button>
          {partners.length === 0 && (
            <Button look="danger" busy={erase.isPending} onClick={() => void remove('all')}>
              הכול
            </Button>
          )}
          <Button look="ghost" onClick={() => setIsAsking(false)}>
            חזרה
          </Button>
        </DialogActions>
      </Dialog>
    </PortalCard>
  )
}
