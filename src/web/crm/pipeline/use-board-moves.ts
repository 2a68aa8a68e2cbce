// A person's moves on the board: seen at once, sent in order, taken back with a sentence when they are refused.
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
import { type MoveDetails, invalidateAfterWin } from '#features/opportunities/opportunities.data.ts'
import { refusals } from '#features/opportunities/opportunities.ts'
import { pipelinesKey } from '#features/pipelines/pipelines.data.ts'
import type { Stage } from '#features/pipelines/pipelines.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo, TooLateToUndo } from '#ui/undo/undo.ts'

const TOAST = 'opportunity-move'
/** `seen` is the version the person had before their eyes when they took the card. */
export type Wish = { id: string; to: string; before: string | null; seen: number }
/** What a move still has to be told before it can be sent; the card is already shown where it was dropped. */
export type Asking = { what: 'lost' | 'won' | 'reopened'; move: PendingMove }

export function useBoardMoves(place: BoardScope, known: readonly BoardCard[], stages: readonly Stage[]) {
  const [pending, setPending] = useState<PendingMove[]>([])
  const [asking, setAsking] = useState<Asking | null>(null)
  const queries = useQueryClient()
  const sending = useMoveOpportunity(place, stages)
  const readAgain = useRefetchCards(place)
  const readOne = async (id: string) => (await readAgain([id]).catch(() => []))[0]
  const cards = useMemo(
    () => withMoves(known, asking ? [...pending, asking.move] : pending, stages),
    [known, pending, asking, stages],
  )

  const begin = ({ seen, ...wish }: Wish) => {
    const card = cards.find(({ id }) => id === wish.id)
    const stage = stages.find(({ id }) => id === wish.to)
    if (!card || !stage) return
    const move: PendingMove = { ...wish, version: seen, at: new Date().toISOString() }
    if (stage.kind === card.status) void send(move)
    else setAsking({ what: stage.kind === 'open' ? 'reopened' : stage.kind, move })
  }

  // Always the same function, so that a hundred cards need not be drawn anew because one has moved.
  const latest = useRef(begin)
  useEffect(() => {
    latest.current = begin
  })
  const move = useCallback((wish: Wish) => latest.current(wish), [])

  async function send(made: PendingMove, because: MoveDetails = {}) {
    const from = known.find(({ id }) => id === made.id)
    setPending((moves) => [...moves.filter((other) => isWaiting(other, known)), made])
    toast.close(TOAST)
    try {
      const card = await sending.mutateAsync({ move: made, because })
      invalidateAfterWin(queries, because)
      if (from && from.stage_id !== card.stage_id) offerWayBack(from, card)
    } catch (error) {
      setPending((moves) => moves.filter((other) => other !== made))
      if (!(error instanceof BaseMoveRefused)) await explain(error, made, because)
    }
  }

  /** The way back is open as long as nobody has touched the card since. */
  function offerWayBack(from: BoardCard, moved: BoardCard) {
    const to = stages.find(({ id }) => id === moved.stage_id)?.name ?? ''
    offerUndo({
      title: `${isolate(from.name)} עברה לשלב ${isolate(to)}`,
      explain: (error) => refusalText(error, refusals),
      undo: async () => {
        const now = await readOne(moved.id)
        if (now?.version !== moved.version) throw new TooLateToUndo('מישהו שינה את ההזדמנות מאז, ולכן היא נשארה במקומה')
        const before = known.find((card) => card.stage_id === from.stage_id && card.rank > from.rank)?.id ?? null
        const back = { id: from.id, to: from.stage_id, before, version: now.version, at: from.stage_entered_at }
        await sending.mutateAsync({ move: back })
      },
    })
  }

  async function explain(error: unknown, made: PendingMove, because: MoveDetails) {
    const code = refusalCode(error)
    if (code === 'network') {
      toast.error('החיבור נותק והכרטיס חזר למקומו. שום דבר לא אבד', {
        id: TOAST,
        title: 'ההעברה לא נשמרה',
        action: { text: 'ניסיון נוסף', run: () => void retry(made, because) },
      })
      return
    }
    if (code === 'unknown_stage') {
      // Somebody has taken the stage away: the columns are no longer what they were.
      void queries.invalidateQueries({ queryKey: pipelinesKey })
      void invalidateBoard(queries)
    }
    const now = code === 'stale_version' || code === 'opportunity_not_found' ? await readOne(made.id) : undefined
    // The answer to our own earlier attempt may have been lost on the way: then everything is as it was meant.
    if (now?.stage_id === made.to) return
    toast.error(refusalText(error, refusals), { id: TOAST, title: 'ההעברה לא נשמרה' })
  }

  async function retry(made: PendingMove, because: MoveDetails) {
    const now = await readOne(made.id)
    if (now?.stage_id === made.to && now.version > made.version) return
    await send({ ...made, version: now?.version ?? made.version }, because)
  }

  return {
    cards,
    move,
    asking,
    /** Sends the move that waited, now that it is known why. */
    answer: (because: MoveDetails) => {
      if (asking) void send(asking.move, because)
      setAsking(null)
    },
    keep: () => setAsking(null),
  }
}

/** Moves that the server has overtaken only cost memory. */
const isWaiting = (move: PendingMove, known: readonly BoardCard[]) =>
  (known.find(({ id }) => id === move.id)?.version ?? 0) <= move.version
