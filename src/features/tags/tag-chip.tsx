import './tags.css'
import { X } from 'lucide-react'
import { Icon } from '#ui/pictures/icon.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'
import type { ShownTag } from './tags.data.ts'

/** A tag as it stands beside a name. With `onRemove` it can be taken off. */
export const TagChip = ({ tag, onRemove }: { tag: ShownTag; onRemove?: () => void }) => (
  <span className="tag">
    <StageDot color={tag.color} />
    <bdi>{tag.name}</bdi>
    {onRemove && (
      <button type="button" className="tag__off" aria-label={`הסרת התגית ${tag.name}`} onClick={onRemove}>
        <Icon of={X} />
      </button>
    )}
  </span>
)
