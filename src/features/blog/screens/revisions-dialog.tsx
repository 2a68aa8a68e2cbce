// Revisions of a post: author, time, diff against the draft, and restore.
import '#platform/pages/history/history-dialog.css'
import './revisions-dialog.css'
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { refusals, type PostInput } from '#features/blog/blog.ts'
import { type RevisionLine, usePostAction, useRevisions } from '#features/blog/editing.data.ts'
import { sanitizeBody, plainOf } from '#features/blog/post-body.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { lineDiff } from '#lib/line-diff.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useSingleFlight } from '#platform/editing/single-flight.ts'

type Props = {
  postId: string
  /** The current version, after the last save. */
  latest: () => { id: string; version: number }
  written: PostInput
  save: () => Promise<boolean>
  onRestored: () => void
  onClose: () => void
}

export function RevisionsDialog({ postId, written, onClose, ...rest }: Props) {
  const { data: revisions, error, refetch } = useRevisions(postId)
  const [chosenId, setChosen] = useState<string>()
  const selected = revisions?.find(({ id }) => id === chosenId) ?? revisions?.[0]
  return (
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title="גרסאות קודמות">
      {error && !revisions && <FailedToLoad insteadOf={revisions} error={error} onRetry={() => void refetch()} />}
      {!revisions && !error && (
        <DialogBody>
          <Loading />
        </DialogBody>
      )}
      {revisions && selected && (
        <DialogBody>
          <div className="history">
            <ul className="history__versions" aria-label="גרסאות">
              {revisions.map((revision) => (
                <li key={revision.id}>
                  <button
                    type="button"
                    {...(revision.id === selected.id && { 'aria-current': true })}
                    onClick={() => setChosen(revision.id)}
                  >
                    <RevisionTime revision={revision} />
                  </button>
                </li>
              ))}
            </ul>
            <Revision key={selected.id} revision={selected} {...{ written, onClose, ...rest }} />
          </div>
        </DialogBody>
      )}
    </Dialog>
  )
}

function RevisionTime({ revision: { saved_at, created_by, why } }: { revision: RevisionLine }) {
  const now = useNow()
  const name = useStaffName()(created_by)
  return (
    <>
      <b>{relativeTime(saved_at, now)}</b>
      <span>
        {name && <bdi>{name}</bdi>}
        {why === 'restored' && (name ? ', חזרה לגרסה קודמת' : 'חזרה לגרסה קודמת')}
      </span>
    </>
  )
}

const textOf = (title: string, excerpt: string, plain: string) => [title, excerpt, plain].filter(Boolean).join('\n')

type RevisionActions = Omit<Props, 'postId'> & { revision: RevisionLine }

function Revision({ revision, latest, written, save, onRestored, onClose }: RevisionActions) {
  const restore = usePostAction('restoreRevision')
  const { running, run } = useSingleFlight<'restore'>()
  const now = textOf(written.title, written.excerpt, plainOf(sanitizeBody(written.body)))
  const then = textOf(revision.title, revision.excerpt, revision.plain)
  const changes = lineDiff(now, then).filter(({ what }) => what !== 'same')

  async function goBack() {
    // Saves the draft first, so that it becomes a revision too.
    if (!(await save())) return
    try {
      await restore.mutateAsync({ ...latest(), revision: revision.id })
      toast.success('הגרסה חזרה. מה שהיה כתוב לפניה נשאר ברשימה', { id: 'post-save' })
      onClose()
      onRestored()
    } catch (error) {
      toast.error(refusalText(error, refusals), { id: 'post-save' })
    }
  }

  if (changes.length === 0) return <p className="hint">המילים הן בדיוק אלה שכתובות עכשיו.</p>
  return (
    <div className="history__version">
      <p className="history__lead">מה ישתנה בחזרה לגרסה הזאת:</p>
      <div className="post-changes">
        {changes.map(({ what, line }, i) =>
          what === 'removed' ? (
            <del key={i}>
              <bdi>{line}</bdi>
            </del>
          ) : (
            <ins key={i}>
              <bdi>{line}</bdi>
            </ins>
          ),
        )}
      </div>
      <DialogActions>
        <Button look="primary" busy={running === 'restore'} onClick={() => void run('restore', goBack)}>
          חזרה לגרסה הזאת
        </Button>
      </DialogActions>
    </div>
  )
}
