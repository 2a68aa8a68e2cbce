// What a move has to be told before it counts: why it is lost, why it is opened again, what follows from winning.
import type { BoardCard } from '#features/opportunities/board/board.ts'
import type { MoveDetails } from '#features/opportunities/opportunities.data.ts'
import { LostReasonDialog } from '#features/pipelines/lost-reason-dialog.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'
import type { Asking } from './use-board-moves.ts'
import { WonDialog } from './won-dialog.tsx'

type Props = {
  asking: Pick<Asking, 'what'> | null
  card: Pick<BoardCard, 'name' | 'contact_id'> | undefined
  onAnswer: (because: MoveDetails) => void
  onKeep: () => void
}

/** One dialog at a time. Leaving it leaves the card where it was. */
export function MoveQuestions({ asking, card, onAnswer, onKeep }: Props) {
  const asked = (what: Asking['what']) => (asking?.what === what ? card : undefined)
  return (
    <>
      <LostReasonDialog name={asked('lost')?.name} onLose={(lost) => onAnswer({ lost })} onKeep={onKeep} />
      <ReopenDialog name={asked('reopened')?.name} onReopen={(reopened) => onAnswer({ reopened })} onKeep={onKeep} />
      <WonDialog card={asked('won')} onWin={(won) => onAnswer({ won })} onKeep={onKeep} />
    </>
  )
}
