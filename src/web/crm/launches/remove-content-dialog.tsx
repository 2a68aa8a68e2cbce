import { z } from '#lib/schema.ts'
import { staffRefusals } from '#features/launches/launch-edit.ts'
import { useRemoveContent } from '#features/launches/launches.data.ts'
import type { LaunchContent } from '#features/launches/launches.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

type Props = { content: LaunchContent | undefined; onClose: () => void }

/** Asks for confirmation, because participants' progress in the content is deleted too. */
export function RemoveContentDialog({ content, onClose }: Props) {
  const removing = useRemoveContent()
  return (
    <RecordDialog
      open={content !== undefined}
      onClose={onClose}
      title={`מחיקת ${content?.title ?? ''}`}
      text="התוכן, דף העבודה, התגובות ומה שכבר נצפה בו יימחקו. אי אפשר לבטל."
    >
      <RecordForm
        schema={z.object({})}
        refusals={staffRefusals}
        save={() => removing.mutateAsync(content!.id)}
        saved="התוכן נמחק"
        action="מחיקה"
        actionLook="danger"
      >
        {null}
      </RecordForm>
    </RecordDialog>
  )
}
