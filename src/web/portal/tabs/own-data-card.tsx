// Download and erasure of the client's own data.
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useMyArchive } from '#features/portal/my-archive.data.ts'
import { useRequestErasure } from '#features/portal/portal.data.ts'
import { dayOf } from '#lib/time/dates.ts'
import { downloadFile } from '#platform/screens/download-file.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { PortalCard } from '../portal-card.tsx'

export function OwnDataCard() {
  const now = useNow()
  const archive = useMyArchive()
  async function download() {
    try {
      downloadFile(await archive.mutateAsync(), `my-data ${dayOf(now)}.zip`, 'application/zip')
    } catch (error) {
      toast.error(refusalText(error))
    }
  }
  return (
    <PortalCard id="own-data" title="המידע שלכם">
      <p className="portal-quiet">
        אפשר להוריד את המידע שלכם עם המסמכים, בקובץ ZIP אחד, או לבקש למחוק אותו. רישומי תשלומים נשמרים שבע שנים, כפי
        שהחוק מחייב.
      </p>
      <div className="portal-actions">
        <Button busy={archive.isPending} onClick={() => void download()}>
          הורדת המידע
        </Button>
        <RequestErasure />
      </div>
    </PortalCard>
  )
}

function RequestErasure() {
  const erasure = useRequestErasure()
  const [isAsking, setAsking] = useState(false)
  async function send() {
    try {
      await erasure.mutateAsync()
      setAsking(false)
      toast.success('הבקשה התקבלה. נחזור אליכם בתוך 30 יום')
    } catch (error) {
      toast.error(refusalText(error))
    }
  }
  return (
    <>
      <Button look="ghost" onClick={() => setAsking(true)}>
        בקשה למחיקה
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title="לבקש למחוק את המידע שלכם?"
        text="הבקשה תגיע לצוות, ונחזור אליכם בתוך 30 יום. עד שהמידע נמחק אפשר להתחרט בהודעה. כדאי להוריד קודם עותק."
      >
        <DialogActions>
          <Button look="danger" busy={erasure.isPending} onClick={() => void send()}>
            שליחת הבקשה
          </Button>
          <Button look="ghost" onClick={() => setAsking(false)}>
            חזרה
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
