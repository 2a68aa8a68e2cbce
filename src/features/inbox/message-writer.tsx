// The input field of a thread's next message, with its files.
import { type FormEvent, useRef, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useNetwork } from '#client/session-context.tsx'
import { useDroppedFiles } from '#platform/files/use-dropped-files.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { toast } from '#ui/toast/toast.tsx'
import { AttachButton, ChosenFiles } from './attachment-picker.tsx'
import { type NewMessage, type ThreadOf, useWriteMessage } from './inbox.data.ts'
import { messageLimit, refusals, attachmentsText } from './message-rules.ts'
import { useStoreUnsent } from './unsent.data.ts'
import { useAttachments } from './use-attachments.ts'

type Props = { of: ThreadOf; threadId: string; start: string; sendsLater: boolean }

export function MessageWriter({ of, threadId, start, sendsLater }: Props) {
  const write = useWriteMessage(of)
  const storeUnsent = useStoreUnsent()
  const network = useNetwork()
  const attachments = useAttachments(of, threadId)
  const [body, setBody] = useState(start)
  const [isSending, setSending] = useState(false)
  const { isOver, handlers } = useDroppedFiles(attachments.add, { disabled: isSending })
  useUnsaved(attachments.list.length > 0 || (body.trim() !== '' && body !== start))
  // A second attempt with the same text and files is the same message.
  const attempt = useRef<NewMessage>(undefined)
  const failure = useRef<string>(undefined)

  async function send() {
    const text = body.trim() || attachmentsText(attachments.list.map(({ file }) => file.name))
    if (!text) return
    const files = await attachments.upload()
    if (!files) {
      failure.current = toast.error('ההודעה לא נשלחה. הטקסט והקבצים נשארו כאן')
      return
    }
    const former = attempt.current
    const isSame = former?.body === text && String(former.files) === String(files)
    const message = isSame ? former : { id: crypto.randomUUID(), threadId, body: text, files }
    attempt.current = message
    // Files are not stored on the device: they remain in the form.
    const waits = sendsLater && files.length === 0
    try {
      if (!waits || network.read() === 'reachable') await write.mutateAsync(message)
      else if (!(await storeUnsent(message))) throw new TypeError('The browser does not store it')
      end()
    } catch (error) {
      if (waits && refusalCode(error) === 'network' && (await storeUnsent(message))) return end()
      failure.current = toast.error(refusalText(error, refusals))
    }
  }

  function end() {
    attempt.current = undefined
    setBody('')
    attachments.clear()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const form = event.currentTarget
    const isByKeyboard = form.querySelector('button:focus-visible') !== null
    setSending(true)
    // The error of a previous attempt would outlast a later success.
    if (failure.current) toast.close(failure.current)
    failure.current = undefined
    await send()
    setSending(false)
    // An empty message disables the button, which would lose the focus.
    if (isByKeyboard && !failure.current) form.querySelector('textarea')?.focus()
  }

  return (
    <form
      className={isOver ? 'thread__writer thread__writer--over' : 'thread__writer'}
      onSubmit={(event) => void submit(event)}
      {...handlers}
    >
      <TextAreaField
        label="הודעה חדשה"
        name="body"
        rows={3}
        maxLength={messageLimit}
        readOnly={isSending}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <ChosenFiles attachments={attachments} isSending={isSending} />
      <div className="thread__actions">
        <Button type="submit" look="primary" busy={isSending} disabled={!body.trim() && attachments.list.length === 0}>
          שליחה
        </Button>
        <AttachButton attachments={attachments} isSending={isSending} />
      </div>
    </form>
  )
}
