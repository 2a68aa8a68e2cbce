// Board moves: optimistic, sent in order, reverted with a toast when refused.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { type BoardCard, type PendingMove, withMoves } from '#features/opportunities/board/board.ts'
import {
  BaseMoveRefused,
  type BoardScope,
  invalidateBoard,
  useMoveOpportunity,
  useRefetchCards,
} from '#features/opportunities/board/board.data.ts'
import {
  invalidateSideEffects,
  invalidateOthers,
  type MoveDetails,
} from '#features/opportunities/opportunities.data.ts'
import { refusals } from '#features/opportunities/opportunities.ts'
import { pipelinesKey } from '#platform/pipelines/pipelines.data.ts'
import type { Stage } from '#platform/pipelines/pipelines.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { explainLateUndo } from './explain-late-undo.ts'
import { undoneMoveText } from './undone-move-text.ts'

const TOAST = 'opportunity-move'
/** A requested move. `seen`: the version of the opportunity at the start of the drag. */
export type MoveRequest = { id: string; to: string; before: string | null; seen: number }
/** A move that waits for a dialog; the card is already rendered at its target. */
export type PendingDialog = { what: 'lost' | 'won' | 'reopened'; move: PendingMove }

export function useBoardMoves(place: BoardScope, known: readonly BoardCard[], stages: readonly Stage[]) {
  const [pending, setPending] = useState<PendingMove[]>([])
  const [openDialog, setOpenDialog] = useState<PendingDialog | null>(null)
  const queries = useQueryClient()
  const sending = useMoveOpportunity(place, stages)
  const readAgain = useRefetchCards(place)
  const readOne = async (id: string) => (await readAgain([id]).catch(() => []))[0]
  const cards = useMemo(
    () => withMoves(known, openDialog ? [...pending, openDialog.move] : pending, stages),
    [known, pending, openDialog, stages],
  )

  const startMove = ({ seen, ...request }: MoveRequest) => {
    const card = cards.find(({ id }) => id === request.id)
    const stage = stages.find(({ id }) => id === request.to)
    if (!card || !stage) return
    const move: PendingMove = { ...request, version: seen, at: new Date().toISOString() }
    if (stage.kind === card.status) void send(move)
    else setOpenDialog({ what: stage.kind === 'open' ? 'reopened' : stage.kind, move })
  }

  // A stable function identity, so that memoized cards do not re-render on every move.
  const latest = useRef(startMove)
  useEffect(() => {
    latest.current = startMove
  })
  const move = useCallback((request: MoveRequest) => latest.current(request), [])

  async function send(made: PendingMove, because: MoveDetails = {}) {
    const from = known.find(({ id }) => id === made.id)
    setPending((moves) => [...moves.filter((other) => isWaiting(other, known)), made])
    toast.close(TOAST)
    try {
      const card = await sending.mutateAsync({ move: made, because })
      invalidateSideEffects(queries, because)
      if (from && from.stage_id !== card.stage_id) offerUndoOfMove(from, card)
    } catch (error) {
      setPending((moves) => moves.filter((other) => other !== made))
      if (!(error instanceof BaseMoveRefused)) await explain(error, made, because)
    }
  }

  /** Undo works until the row changes again. */
  function offerUndoOfMove(from: BoardCard, moved: BoardCard) {
    const to = stages.find(({ id }) => id === moved.stage_id)?.name ?? ''
    offerUndo({
      title: `${isolate(from.name)} עברה לשלב ${isolate(to)}`,
      undone: undoneMoveText(from.name, stages.find(({ id }) => id === from.stage_id)?.name),
      explain: (error) => refusalText(error, refusals),
      undo: async () => {
        await explainLateUndo(sending.mutateAsync({ undo: moved }))
        await invalidateOthers(queries)
      },
    })
  }

  async function explain(error: unknown, move: PendingMove, because: MoveDetails) {
    const code = refusalCode(error)
    if (code === 'network') {
      toast.error('החיבור נותק והכרטיס חזר למקומו. שום דבר לא אבד', {
        id: TOAST,
        title: 'ההעברה לא נשמרה',
        action: { text: 'ניסיון נוסף', run: () => void retry(move, because) },
      })
      return
    }
    if (code === 'unknown_stage') {
      // The stage was deleted: refetch the columns.
      void queries.invalidateQueries({ queryKey: pipelinesKey })
      void invalidateBoard(queries)
    }
    const now = code === 'stale_version' || code === 'opportunity_not_found' ? await readOne(move.id) : undefined
    // The response of an earlier attempt may have been lost: then the row is already at its target.
    if (now?.stage_id === move.to) return
    toast.error(refusalText(error, refusals), { id: TOAST, title: 'ההעברה לא נשמרה' })
  }

  async function retry(move: PendingMove, because: MoveDetails) {
    const now = await readOne(move.id)
    if (now?.stage_id === move.to && now.version > move.version) return
    await send({ ...move, version: now?.version ?? move.version }, because)
  }

  return {
    cards,
    move,
    openDialog,
    /** Sends the pending move with the dialog's reason. */
    answer: (because: MoveDetails) => {
      if (openDialog) void send(openDialog.move, because)
      setOpenDialog(null)
    },
    keep: () => setOpenDialog(null),
  }
}

/** Whether the loaded rows do not include an optimistic move yet. */
const isWaiting = (move: PendingMove, known: readonly BoardCard[]) =>
  (known.find(({ id }) => id === move.id)?.version ?? 0) <= move.version
