import './segment.css'
import type { LucideIcon } from 'lucide-react'
import { Icon } from '../pictures/icon.tsx'

export type SegmentChoice<T extends string> = { value: T; text: string; icon: LucideIcon }

/** A segmented control: two to four views of the same data, applied immediately. */
export function Segment<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: T
  choices: readonly SegmentChoice<T>[]
  onChange: (value: T) => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has a frame and a legend; this is one control
    <div className="segment" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          <Icon of={choice.icon} />
          {choice.text}
        </button>
      ))}
    </div>
  )
}
