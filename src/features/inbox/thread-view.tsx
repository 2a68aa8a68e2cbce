// A thread: its messages, and the field of the next one.
import './thread-view.css'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBackend, useNetwork, useUserId } from '#client/session-context.tsx'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { markRead, type NewMessage, type ShownThread, type ThreadOf, useThread, useWriteMessage } from './inbox.data.ts'
import { messageLimit, refusals } from './inbox.ts'
import { useStoreUnsent } from './unsent.data.ts'
import { UnsentMessages } from './unsent-messages.tsx'

type Props = {
  of: ThreadOf
  /** Shown before the first message. */
  empty: string
  /** Fills the field, such as a question about a stage. */
  start?: string
  /** A message that the network does not take is stored on this device, and sent when the network is back. */
  sendsLater?: boolean
}

export function ThreadView({ of, empty, start = '', sendsLater = false }: Props) {
  const { data: thread, error, refetch } = useThread(of)
  useReadMark(thread)
  if (!thread)
    return error ? <FailedToLoad insteadOf={thread} error={error} onRetry={() => void refetch()} /> : <Loading />
  return (
    <div className="thread">
      {thread.messages.length === 0 ? <p className="thread__empty">{empty}</p> : <Messages thread={thread} />}
      {sendsLater && <UnsentMessages threadId={thread.id} />}
      <Writer of={of} threadId={thread.id} start={start} sendsLater={sendsLater} />
    </div>
  )
}

/** Marks the thread as read while it is on screen. */
function useReadMark(thread: ShownThread | undefined) {
  const backend = useBackend()
  const last = thread?.messages.at(-1)?.id
  const id = thread?.id
  useEffect(() => {
    // Without a mark the messages stay unread, and the next opening marks them.
    if (id && last && document.visibilityState === 'visible') void markRead(backend, id).catch(() => undefined)
  }, [backend, id, last])
}

function Messages({ thread }: { thread: ShownThread }) {
  const me = useUserId()
  const end = useRef<HTMLLIElement>(null)
  const last = thread.messages.at(-1)?.id
  // Browsers return a promise, which is no clean-up function.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by the keyboard
    <section className="thread__messages" aria-label="הודעות בשיחה" tabIndex={0}>
      <ol>
        {thread.messages.map((message) => (
          <li
            key={message.id}
            ref={message.id === last ? end : undefined}
            className={message.author_id === me ? 'thread__message thread__message--mine' : 'thread__message'}
          >
            <small>
              <bdi>{message.author_id === me ? 'אתם' : message.author}</bdi>, {formatDate(message.created_at)}{' '}
              {formatTime(message.created_at)}
            </small>
            <p dir="auto">{message.body}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

type WriterProps = { of: ThreadOf; threadId: string; start: string; sendsLater: boolean }

function Writer({ of, threadId, start, sendsLater }: WriterProps) {
  const write = useWriteMessage(of)
  const storeUnsent = useStoreUnsent()
  const network = useNetwork()
  const [body, setBody] = useState(start)
  // A second attempt with the same words is the same message.
  const attempt = useRef<NewMessage>(undefined)

  async function send(event: FormEvent) {
    event.preventDefault()
    const words = body.trim()
    if (!words || write.isPending) return
    if (attempt.current?.body !== words) attempt.current = { id: crypto.randomUUID(), threadId, body: words }
    const message = attempt.current
    try {
      if (!sendsLater || network.read() === 'reachable') await write.mutateAsync(message)
      else if (!(await storeUnsent(message))) throw new TypeError('The browser does not store it')
      end()
    } catch (error) {
      if (sendsLater && refusalCode(error) === 'network' && (await storeUnsent(message))) return end()
      toast.error(refusalText(error, refusals))
    }
  }

  function end() {
    attempt.current = undefined
    setBody('')
  }

  return (
    <form className="thread__writer" onSubmit={(event) => void send(event)}>
      <TextAreaField
        label="הודעה חדשה"
        name="body"
        rows={3}
        maxLength={messageLimit}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <Button type="submit" look="primary" busy={write.isPending} disabled={!body.trim()}>
        שליחה
      </Button>
    </form>
  )
}
