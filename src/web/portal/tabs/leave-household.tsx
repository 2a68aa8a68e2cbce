import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useLeaveHousehold } from '#features/portal/portal.data.ts'
import { refusals } from '#features/portal/portal.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Ends the sharing of a partner, without approval by others. */
export function LeaveHousehold() {
  const leave = useLeaveHousehold()
  const [isAsking, setAsking] = useState(false)
  async function confirm() {
    try {
      await leave.mutateAsync()
      setAsking(false)
      toast.success('יצאתם מהבית המשותף. מעכשיו רק אתם והצוות רואים את מה שלכם')
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <>
      <p className="portal-quiet">
        נפרדים, או שלא מתאים לשתף יותר? אפשר לצאת מהבית המשותף לבד ומיד, בלי אישור של הצד השני.
      </p>
      <div className="portal-actions">
        <Button look="ghost" onClick={() => setAsking(true)}>
          יציאה מהבית המשותף
        </Button>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title="לצאת מהבית המשותף?"
        text="הצד השני לא יראה יותר את המסמכים, המשימות והתהליך שלכם, ואתם לא תראו את שלו. הפריטים הפרטיים שלכם נשארים אצלכם. התקציב המשותף והשיחה המשותפת נשארים בבית, וכדאי להוריד קודם עותק. הצוות יקבל הודעה ויתאם אתכם את ההמשך."
      >
        <DialogActions>
          <Button look="danger" busy={leave.isPending} onClick={() => void confirm()}>
            יציאה
          </Button>
          <Button look="ghost" onClick={() => setAsking(false)}>
            חזרה
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
