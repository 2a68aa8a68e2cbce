import { refusalText } from '#client/refusal.ts'
import { type MeasuredExperiment, useEndExperiment } from '#features/experiments/experiments.data.ts'
import { refusals } from '#features/experiments/experiments.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { ExperimentDialogProps } from './experiment-dialogs.ts'

type Props = ExperimentDialogProps & { comparison: MeasuredExperiment }

export function StopDialog({ open, onClose, onDone, finalFocus, comparison }: Props) {
  const ending = useEndExperiment()
  async function confirm() {
    try {
      await ending.mutateAsync(comparison.id)
      onDone()
      toast.success('כל המבקרים רואים שוב את עמוד הבית', { title: 'ההשוואה נעצרה' })
    } catch (error) {
      toast.error(refusalText(error, refusals), { title: 'העצירה לא הצליחה' })
    }
  }
  return (
    <Dialog
      open={open}
      finalFocus={finalFocus}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="לעצור את ההשוואה?"
      text="כל המבקרים יראו שוב את עמוד הבית. מה שנמדד עד עכשיו יישאר כאן, והשוואה חדשה תתחיל ספירה חדשה."
    >
      <DialogActions>
        <Button look="primary" busy={ending.isPending} onClick={() => void confirm()}>
          עצירת ההשוואה
        </Button>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}
