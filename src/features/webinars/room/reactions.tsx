import { Heart, Lightbulb, type LucideIcon, PartyPopper, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { type ReactionKind, reactionKinds, reactionLabels } from '../webinar-labels.ts'
import type { Room } from './room-types.ts'
import type { RoomHandle } from './use-room.ts'

const icons: Record<ReactionKind, LucideIcon> = {
  heart: Heart,
  agree: ThumbsUp,
  bravo: PartyPopper,
  insight: Lightbulb,
}

/** Reactions to the broadcast with their counts. The viewer's own click is shown immediately; one above the rate limit is not counted. */
export function Reactions({ reactions, call }: Pick<Room, 'reactions'> & Pick<RoomHandle, 'call'>) {
  const [own, setOwn] = useState<Room['reactions']>({})
  const countOf = (kind: ReactionKind) => Math.max(reactions[kind] ?? 0, own[kind] ?? 0)
  const react = (kind: ReactionKind) => {
    const before = countOf(kind)
    const show = (count: number) => setOwn((shown) => ({ ...shown, [kind]: count }))
    show(before + 1)
    call('react-in-webinar', { kind }).catch(() => show(before))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings a frame and a legend
    <div className="room__reactions" role="group" aria-label="תגובות לשידור">
      {reactionKinds.map((kind) => {
        const ReactionIcon = icons[kind]
        return (
          <button key={kind} type="button" onClick={() => react(kind)}>
            <ReactionIcon size={18} aria-hidden="true" />
            {reactionLabels[kind]}
            {countOf(kind) > 0 && <b>{countOf(kind)}</b>}
          </button>
        )
      })}
    </div>
  )
}
