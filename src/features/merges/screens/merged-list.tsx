import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { type ShownMerge, useMerges, useUnmergeContacts } from '#features/merges/merges.data.ts'
import { type UnmergeResult, refusals } from '#features/merges/merges.ts'
import { formatDate } from '#lib/time/dates.ts'
import { count } from '#lib/hebrew/count.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'

/** Recent merges. Each can be undone, the newest of a record first. */
export function MergedList() {
  const { data: merges, error, isPending, refetch } = useMerges()
  const nameOf = useStaffName()
  const [undoing, setUndoing] = useState<ShownMerge>()
  if (isPending) return <Loading page size="lg" />
  if (!merges) return <FailedToLoad insteadOf={merges} error={error} onRetry={() => void refetch()} />
  if (merges.length === 0)
    return <EmptyState text="עוד לא אוחדו רשומות. איחוד שייעשה יופיע כאן, ואפשר יהיה להפריד אותו בחזרה." />
  return (
    <>
      <ul className="merged">
        {merges.map((merge) => (
          <li key={merge.id}>
            <div>
              <p>
                הרשומה של <bdi>{merge.loser.full_name}</bdi> אוחדה אל{' '}
                <Link to={`/crm/contacts/${merge.winner.id}`}>
                  <bdi>{merge.winner.full_name}</bdi>
                </Link>
              </p>
              <small>
                {formatDate(merge.merged_at)}
                {nameOf(merge.merged_by) && `, ${nameOf(merge.merged_by)}`}
              </small>
            </div>
            {merge.undone_at ? (
              <Badge>הופרדו ב־{formatDate(merge.undone_at)}</Badge>
            ) : (
              <Button size="sm" onClick={() => setUndoing(merge)}>
                הפרדה
                <span className="vh">
                  {' '}
                  של {merge.loser.full_name} ושל {merge.winner.full_name}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {undoing && <UndoMergeDialog merge={undoing} onClose={() => setUndoing(undefined)} />}
    </>
  )
}

function UndoMergeDialog({ merge, onClose }: { merge: ShownMerge; onClose: () => void }) {
  const part = useUnmergeContacts()
  const submit = () =>
    part.mutate(merge.id, {
      onSuccess(parted) {
        toast.success(unrestoredText(parted), { title: 'הרשומות הופרדו' })
        onClose()
      },
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="להפריד את הרשומות?"
      text={`כל רשומה תקבל בחזרה את מה שהיה שלה לפני האיחוד. מה שנוסף מאז יישאר אצל ${merge.winner.full_name}.`}
    >
      {part.error && (
        <DialogBody>
          <ErrorText>{refusalText(part.error, refusals)}</ErrorText>
        </DialogBody>
      )}
      <DialogActions>
        <Button look="primary" busy={part.isPending} onClick={submit}>
          הפרדה
        </Button>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function unrestoredText({ changed, gone, kept }: UnmergeResult): string {
  const parts = [
    ...(kept.length > 0 ? ['פרטים ששונו אחרי האיחוד נשארו כפי שהם'] : []),
    ...(changed > 0
      ? [
          count(changed, {
            one: 'רישום אחד שונה מאז וחזר עם השינוי',
            two: 'שני רישומים שונו מאז וחזרו עם השינוי',
            other: '# רישומים שונו מאז וחזרו עם השינוי',
          }),
        ]
      : []),
    ...(gone > 0
      ? [
          count(gone, {
            one: 'רישום אחד נמחק מאז ולא חזר',
            two: 'שני רישומים נמחקו מאז ולא חזרו',
            other: '# רישומים נמחקו מאז ולא חזרו',
          }),
        ]
      : []),
  ]
  return parts.length > 0 ? `${parts.join('. ')}.` : 'שתיהן בדיוק כפי שהיו.'
}
