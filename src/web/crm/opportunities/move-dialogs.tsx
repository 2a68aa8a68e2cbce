// Dialogs that complete a move: loss reason, reopen reason, side effects of a win.
import type { BoardCard } from '#features/opportunities/board/board.ts'
import type { MoveDetails } from '#features/opportunities/opportunities.data.ts'
import { LostReasonDialog } from '#platform/pipelines/lost-reason-dialog.tsx'
import { ReopenDialog } from '#features/opportunities/screens/reopen-dialog.tsx'
import type { PendingDialog } from '#features/opportunities/screens/use-board-moves.ts'
import { readRevertedSideEffects, RevertSideEffects } from './revert-side-effects.tsx'
import { WonDialog } from './won-dialog.tsx'

type Props = {
  openDialog: Pick<PendingDialog, 'what'> | null
  /** The opportunity before the move. */
  card: Pick<BoardCard, 'name' | 'contact_id' | 'status'> | undefined
  onAnswer: (because: MoveDetails) => void
  onKeep: () => void
}

/** One dialog at a time. Closing it cancels the move. */
export function MoveDialogs({ openDialog, card, onAnswer, onKeep }: Props) {
  const cardFor = (what: PendingDialog['what']) => (openDialog?.what === what ? card : undefined)
  const reopening = cardFor('reopened')
  return (
    <>
      <LostReasonDialog name={cardFor('lost')?.name} onLose={(lost) => onAnswer({ lost })} onKeep={onKeep} />
      <ReopenDialog
        name={reopening?.name}
        onReopen={(because, form) => onAnswer({ reopened: { because, ...readRevertedSideEffects(form) } })}
        onKeep={onKeep}
      >
        {reopening?.status === 'won' && <RevertSideEffects contactId={reopening.contact_id} />}
      </ReopenDialog>
      <WonDialog card={cardFor('won')} onWin={(won) => onAnswer({ won })} onKeep={onKeep} />
    </>
  )
}
