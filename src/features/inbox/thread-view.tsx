// A thread: its messages, and the input field of the next one.
import './thread-view.css'
import { useEffect, useRef } from 'react'
import { useBackend, useUserId } from '#client/session-context.tsx'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { markRead, type ShownThread, type ThreadOf, useThread } from './inbox.data.ts'
import { MessageFiles } from './message-files.tsx'
import { MessageWriter } from './message-writer.tsx'
import { UnsentMessages } from './unsent-messages.tsx'

type Props = {
  of: ThreadOf
  /** Shown before the first message. */
  empty: string
  /** Prefills the field, for example with a question about a stage. */
  start?: string
  /** A message that cannot be sent offline is stored on this device, and sent when the network is back. */
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
      <MessageWriter of={of} threadId={thread.id} start={start} sendsLater={sendsLater} />
    </div>
  )
}

/** Marks the thread as read while it is on screen. */
function useReadMark(thread: ShownThread | undefined) {
  const backend = useBackend()
  const last = thread?.messages.at(-1)?.id
  const id = thread?.id
  useEffect(() => {
    // If marking fails, the messages remain unread, and the next opening marks them.
    if (id && last && document.visibilityState === 'visible') void markRead(backend, id).catch(() => undefined)
  }, [backend, id, last])
}

function Messages({ thread }: { thread: ShownThread }) {
  const me = useUserId()
  const end = useRef<HTMLLIElement>(null)
  const last = thread.messages.at(-1)?.id
  // The braces discard the result: newer browsers return a promise, which is not a clean-up function.
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
            {message.files.length > 0 && <MessageFiles files={message.files} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
