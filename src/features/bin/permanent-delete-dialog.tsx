import { refusalText } from '#client/refusal.ts'
import { type BinItem, kindLabels, refusals } from '#features/bin/bin.ts'
import { deletePermanently, useMoveBin } from '#features/bin/bin.data.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = { thing: BinItem; open: boolean; onOpenChange: (open: boolean) => void }

/** Confirms a permanent deletion and lists the rows it cascades to. */
export function PermanentDeleteDialog({ thing, open, onOpenChange }: Props) {
  const deleting = useMoveBin(deletePermanently)
  const name = thing.name || kindLabels[thing.entity].one
  async function confirm() {
    try {
      // Awaited instead of mutation callbacks: those are dropped when the row unmounts after the refetch.
      await deleting.mutateAsync([thing])
      onOpenChange(false)
      toast.success(`נמחק לצמיתות: ${name}`)
    } catch (error) {
      toast.error(refusalText(error, refusals), { title: 'המחיקה לא הצליחה' })
    }
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="מחיקה לצמיתות">
      <DialogBody>
        <p>
          <bdi>{name}</bdi> יימחק בלי אפשרות לשחזר.
          {thing.entity === 'contacts' &&
            ' יימחקו גם ציר הזמן, המשימות, ההזדמנויות והקבצים. מה שהדין מחייב לשמור, הסכמות לדיוור ומסמכי כסף, יישאר בלי פרטים מזהים.'}
        </p>
      </DialogBody>
      <DialogActions>
        <Button look="danger" busy={deleting.isPending} onClick={() => void confirm()}>
          מחיקה לצמיתות
        </Button>
        <Button onClick={() => onOpenChange(false)}>חזרה</Button>
      </DialogActions>
    </Dialog>
  )
}
