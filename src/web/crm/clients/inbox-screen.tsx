// Threads with clients, launch comments, questions about recordings and form submissions: the lists at the side, the selected item beside
// them.
import './inbox-screen.css'
import { Link, useSearchParams } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { type InboxThread, useInbox, useSettleThread } from '#features/inbox/inbox.data.ts'
import { refusals } from '#features/inbox/message-rules.ts'
import { ThreadView } from '#features/inbox/thread-view.tsx'
import { useRecentSubmissions } from '#features/forms/answers.data.ts'
import { useWaitingComments } from '#features/launches/launches.data.ts'
import { useReceivedConversations } from '#features/messages/received.data.ts'
import { useInboxQuestions } from '#features/webinars/questions/recorded-questions.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Count } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { WaitingComments, WaitingCommentView } from '../launches/waiting-comments.tsx'
import { QuestionList, SubmissionList } from './inbox-lists.tsx'
import { ReceivedList } from './received-list.tsx'

export function Component() {
  useScreenTitle('הודעות')
  const [search] = useSearchParams()
  const { data: threads, error, isPending, refetch } = useInbox()
  // Separate from the threads: if one fails to load, they remain usable.
  const { data: received = [], isPending: isReceiving } = useReceivedConversations()
  const { data: comments = [], isPending: isReadingComments } = useWaitingComments()
  const { data: questions = [], isPending: isReadingQuestions } = useInboxQuestions()
  const { data: submissions = [], isPending: isReadingSubmissions } = useRecentSubmissions()
  const isReading = isPending || isReceiving || isReadingComments || isReadingQuestions || isReadingSubmissions
  if (isReading) return <Loading page size="lg" />
  if (!threads) return <FailedToLoad insteadOf={threads} error={error} onRetry={() => void refetch()} />
  if ([threads, received, comments, questions, submissions].every(({ length }) => length === 0))
    return (
      <div className="view">
        <h1 className="vh">הודעות</h1>
        <EmptyState
          title="עוד אין הודעות"
          text="הודעות שלקוחות כותבים באזור האישי, תשובות שמגיעות בוואטסאפ, ב־SMS ובדוא״ל, תגובות בהשקות, שאלות מהדרכות ותשובות לטפסים יופיעו כאן."
        />
      </div>
    )
  const selected = threads.find(({ id }) => id === search.get('thread'))
  const comment = comments.find(({ id }) => id === search.get('comment'))
  return (
    <div className={selected || comment ? 'view inbox inbox--open' : 'view inbox'}>
      <h1 className="vh">הודעות</h1>
      <div className="inbox__threads">
        <ul aria-label="שיחות">
          {threads.map((thread) => (
            <ThreadLink key={thread.id} thread={thread} isChosen={thread === selected} />
          ))}
        </ul>
        {received.length > 0 && <ReceivedList conversations={received} />}
        {comments.length > 0 && <WaitingComments comments={comments} chosen={comment} />}
        {questions.length > 0 && <QuestionList questions={questions} />}
        {submissions.length > 0 && <SubmissionList submissions={submissions} />}
      </div>
      {comment && <WaitingCommentView key={comment.id} comment={comment} />}
      {!selected && !comment && <p className="inbox__none">בחירה בשיחה תפתח אותה כאן, עם מקום לתשובה.</p>}
      {selected && (
        <section className="inbox__thread" aria-label={nameOf(selected)}>
          <div className="inbox__head">
            <Link className="inbox__back" to="/crm/inbox">
              לכל השיחות
            </Link>
            <h2>
              <bdi>{nameOf(selected)}</bdi>
            </h2>
            {selected.waits && <Settle thread={selected} />}
            <Link to={`/crm/clients/${selected.contact_id}`}>לתהליך</Link>
          </div>
          {/* Read by thread id: its contact may have moved to another household. */}
          <ThreadView key={selected.id} of={{ contactId: selected.contact_id, threadId: selected.id }} empty="" />
        </section>
      )}
    </div>
  )
}

const nameOf = ({ household_name, contact_name }: InboxThread) => household_name ?? contact_name ?? 'לקוחות'

const stateOf = ({ waits, last_author: author }: InboxThread) =>
  waits ? 'מחכה לתשובה' : author === 'client' ? 'אין צורך בתשובה' : 'ענינו'

/** Marks the thread as handled until the client's next message. */
function Settle({ thread }: { thread: InboxThread }) {
  const settle = useSettleThread()
  const explain = (error: unknown) => refusalText(error, refusals)
  const press = () =>
    settle.mutateAsync({ threadId: thread.id, until: thread.last_message_at }).then(
      () =>
        offerUndo({
          title: `${nameOf(thread)}: סומן שאין צורך בתשובה`,
          undone: `${nameOf(thread)}: השיחה שוב מחכה לתשובה`,
          undo: () => settle.mutateAsync({ threadId: thread.id, until: null }),
          explain,
        }),
      (error: unknown) => void toast.error(explain(error)),
    )
  return (
    <Button look="ghost" size="sm" busy={settle.isPending} onClick={() => void press()}>
      אין צורך בתשובה
    </Button>
  )
}

const ThreadLink = ({ thread, isChosen }: { thread: InboxThread; isChosen: boolean }) => (
  <li>
    <Link className="inbox__link" to={`?thread=${thread.id}`} {...(isChosen && { 'aria-current': 'true' as const })}>
      <span>
        <b>
          <bdi>{nameOf(thread)}</bdi>
        </b>
        {thread.unread > 0 && <Count hot>{thread.unread}</Count>}
      </span>
      <small dir="auto">{thread.last_words}</small>
      <small>
        {stateOf(thread)}, {formatDate(thread.last_message_at)}
      </small>
    </Link>
  </li>
)
