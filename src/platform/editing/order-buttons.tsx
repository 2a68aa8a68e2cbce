import { ChevronDown, ChevronUp } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

/** Moves a row up or down. Buttons at the ends stay focusable, so that focus is not lost. */
export function OrderButtons({
  name,
  isFirst,
  isLast,
  onMove,
}: {
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
}) {
  return (
    <>
      <Button
        look="ghost"
        size="sm"
        iconOnly
        aria-label={`העלאה: ${name}`}
        aria-disabled={isFirst}
        icon={<Icon of={ChevronUp} />}
        onClick={() => !isFirst && onMove(-1)}
      />
      <Button
        look="ghost"
        size="sm"
        iconOnly
        aria-label={`הורדה: ${name}`}
        aria-disabled={isLast}
        icon={<Icon of={ChevronDown} />}
        onClick={() => !isLast && onMove(1)}
      />
    </>
  )
}

/** The ids with one of them moved by one position. */
export function moveByOne(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const at = ids.indexOf(id)
  const next = [...ids]
  const [taken] = next.splice(at, 1)
  next.splice(at + by, 0, taken!)
  return next
}
