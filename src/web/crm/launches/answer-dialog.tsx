import { CommentAnswer, staffRefusals } from '#features/launches/launch-edit.ts'
import { useAnswerComment } from '#features/launches/launches.data.ts'
import type { LaunchComment } from '#features/launches/launches.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'

/** Undefined while closed. */
type Props = { comment: Pick<LaunchComment, 'id' | 'body'> | undefined; onClose: () => void }

/** Replies to a comment and makes it visible; the reply is shown below it. */
export function AnswerDialog({ comment, onClose }: Props) {
  const answering = useAnswerComment()
  return (
    <RecordDialog open={comment !== undefined} onClose={onClose} title="תשובה לתגובה" text={comment?.body ?? ''}>
      <RecordForm
        schema={CommentAnswer}
        refusals={staffRefusals}
        save={({ body }) => answering.mutateAsync({ comment: comment!.id, body })}
        saved="התשובה מוצגת בעמוד"
        action="פרסום התשובה"
      >
        {(errors) => <TextAreaField name="body" label="תשובה" rows={4} required error={errors['body']} />}
      </RecordForm>
    </RecordDialog>
  )
}
