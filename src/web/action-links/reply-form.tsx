import { type ActionPage, replyLimit } from '#features/action-links/action-links.ts'
import { replyMark } from '#features/action-links/action-post.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'

type Thread = NonNullable<Extract<ActionPage, { kind: 'message' }>['shown']>
type Props = { action: string; thread: Thread; state: FormState | undefined }

// Files require sign-in: this link accepts a reply, but grants no read access.
const attached = {
  one: 'צורף קובץ. הוא מחכה לכם באזור האישי.',
  two: 'צורפו שני קבצים. הם מחכים לכם באזור האישי.',
  other: 'צורפו # קבצים. הם מחכים לכם באזור האישי.',
}
const labels = { body: 'התשובה שלכם' }

/** The messages that the mail notified about, with a reply field. */
export const ReplyForm = ({ action, thread: { author, messages }, state }: Props) => (
  <>
    {messages.map(({ id, body, at, files }) => (
      <div key={id} className="action-message">
        <p dir="auto">{body}</p>
        {files > 0 && <p>{count(files, attached)}</p>}
        <small>
          {author} · {formatDate(at)}, {formatTime(at)}
        </small>
      </div>
    ))}
    <PlainForm id="reply" action={action} state={state ?? { errors: {} }} labels={labels}>
      <input type="hidden" name={replyMark} value="1" />
      <TextAreaField
        large
        id={fieldId('reply', 'body')}
        name="body"
        label={labels.body}
        required
        rows={5}
        maxLength={replyLimit}
        dir="auto"
        defaultValue={state?.values['body'] ?? ''}
        error={state?.errors['body']}
      />
      <Button look="primary" size="lg" type="submit">
        שליחת התשובה
      </Button>
    </PlainForm>
  </>
)
