import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'

type Props = { stage: string; families: readonly string[]; onRemove: () => void; onClose: () => void }

/** Confirmation for a stage that contains families. */
export const RemoveStageDialog = ({ stage, families, onRemove, onClose }: Props) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={`למחוק את השלב ${stage}?`}
    text={`${inStage(families.length)} אחרי הפרסום התהליך נמשך בגרסה הקודמת, והמעבר לגרסה החדשה אפשרי רק אחרי סיום השלב.`}
  >
    <DialogBody>
      <ul className="template-families">
        {families.map((name, i) => (
          <li key={i}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </DialogBody>
    <DialogActions>
      <Button look="danger" onClick={onRemove}>
        מחיקת השלב
      </Button>
      <Button look="ghost" onClick={onClose}>
        חזרה
      </Button>
    </DialogActions>
  </Dialog>
)

const inStage = (families: number) =>
  count(families, {
    one: 'משפחה אחת נמצאת עכשיו בשלב הזה.',
    two: 'שתי משפחות נמצאות עכשיו בשלב הזה.',
    other: '# משפחות נמצאות עכשיו בשלב הזה.',
  })
