// A person's moves on the board: seen at once, sent in order, taken back with a sentence when they are refused.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { toast } from '#ui/toast.tsx'
import { type BoardCard, type PendingMove, type Stage, withMoves } from './board.ts'
import { GroundLost, type Lost, useMoveOpportunity, useReadCardsAgain } from './opportunities.data.ts'
import { refusals } from './opportunities.ts'

const TOAST = 'opportunity-move'
/** `seen` is the version the person had before their eyes when they took the card. */
type Wish = { id: string; to: string; before: string | null; seen: number }

/** `losing` is the move that waits for a reason; the card is already shown where it was dropped. */
export function useBoardMoves(pipelineId: string | undefined, known: readonly BoardCard[], stages: readonly Stage[]) {
  const [pending, setPending] = useState<PendingMove[]>([])
  const [losing, setLosing] = useState<PendingMove | null>(null)
  const sending = useMoveOpportunity(pipelineId)
  const readAgain = useReadCardsAgain(pipelineId)
  const readOne = async (id: string) => (await readAgain([id]).catch(() => []))[0]
  const cards = useMemo(
    () => withMoves(known, losing ? [...pending, losing] : pending, stages),
    [known, pending, losing, stages],
  )

  const begin = ({ seen, ...wish }: Wish) => {
    const card = cards.find(({ id }) => id === wish.id)
    const stage = stages.find(({ id }) => id === wish.to)
    if (!card || !stage) return
    const made: PendingMove = { ...wish, version: seen, at: new Date().toISOString() }
    if (stage.kind === 'lost' && card.status !== 'lost') setLosing(made)
    else void send(made)
  }

  // Always the same function, so that a hundred cards need not be drawn anew because one has moved.
  const latest = useRef(begin)
  useEffect(() => {
    latest.current = begin
  })
  const move = useCallback((wish: Wish) => latest.current(wish), [])

  async function send(made: PendingMove, lost?: Lost) {
    setPending((moves) => [...moves.filter((other) => isWaiting(other, known)), made])
    toast.close(TOAST)
    try {
      await sending.mutateAsync({ move: made, ...(lost && { lost }) })
    } catch (error) {
      setPending((moves) => moves.filter((other) => other !== made))
      if (!(error instanceof GroundLost)) await explain(error, made, lost)
    }
  }

  async function explain(error: unknown, made: PendingMove, lost?: Lost) {
    const code = refusalCode(error)
    if (code === 'network') {
      toast.error('החיבור נותק והכרטיס חזר למקומו. שום דבר לא אבד', {
        id: TOAST,
        title: 'ההעברה לא נשמרה',
        action: { text: 'ניסיון נוסף', run: () => void retry(made, lost) },
      })
      return
    }
    const now = code === 'stale_version' || code === 'opportunity_not_found' ? await readOne(made.id) : undefined
    // The answer to our own earlier attempt may have been lost on the way: then everything is as it was meant.
    if (now?.stage_id === made.to) return
    toast.error(refusalText(error, refusals), { id: TOAST, title: 'ההעברה לא נשמרה' })
  }

  async function retry(made: PendingMove, lost?: Lost) {
    const now = await readOne(made.id)
    if (now?.stage_id === made.to && now.version > made.version) return
    await send({ ...made, version: now?.version ?? made.version }, lost)
  }

  return {
    cards,
    move,
    losing,
    lose: (lost: Lost) => {
      if (losing) void send(losing, lost)
      setLosing(null)
    },
    keep: () => setLosing(null),
  }
}

/** Moves that the server has overtaken only cost memory. */
const isWaiting = (move: PendingMove, known: readonly BoardCard[]) =>
  (known.find(({ id }) => id === move.id)?.version ?? 0) <= move.version
