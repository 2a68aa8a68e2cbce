import './tags.css'
import { X } from 'lucide-react'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'
import type { ShownTag } from './tags.data.ts'

/** A removable tag next to a name. */
export function TagChip({ tag, onRemove }: { tag: ShownTag; onRemove: () => void }) {
  const rowFocusProps = useRowFocus<HTMLSpanElement>({ rows: '.tag', within: '.tags', fallback: 'button' })
  return (
    <span className="tag" {...rowFocusProps}>
      <StageDot color={tag.color} />
      <bdi>{tag.name}</bdi>
      <button type="button" className="tag__off" aria-label={`הסרת התגית ${tag.name}`} onClick={onRemove}>
        <Icon of={X} />
      </button>
    </span>
  )
}
