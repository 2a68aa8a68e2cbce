import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'

/** Asks before input is discarded. */
export const UnsavedChanges = ({
  text,
  onLeave,
  onStay,
}: {
  text: string
  onLeave: () => void
  onStay: () => void
}) => (
  <Dialog open onOpenChange={(open) => !open && onStay()} title="לצאת בלי לשמור?" text={text}>
    <DialogActions>
      <Button look="danger" onClick={onLeave}>
        יציאה בלי לשמור
      </Button>
      <Button look="ghost" onClick={onStay}>
        חזרה לעריכה
      </Button>
    </DialogActions>
  </Dialog>
)
