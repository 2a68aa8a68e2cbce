import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { matchingColleagues, type Mentionable, nameBeingTyped, withName } from './mentions.ts'

type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  /** Colleagues who can be mentioned with '@'. If empty, the listbox never opens. */
  people: readonly Mentionable[]
  limit: number
  errorId?: string | undefined
  /** Key handler while the listbox is closed. */
  onEscape?: () => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** Textarea with mentions: '@' opens a listbox, arrow keys move, Enter selects, Escape closes. */
export function MentionField({ label, value, onChange, people, limit, errorId, onEscape, field }: Props) {
  const id = useId()
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [closedAt, setClosedAt] = useState<string | undefined>()
  const typed = people.length > 0 ? nameBeingTyped(value, caret) : undefined
  const found = typed === undefined || typed === closedAt ? [] : matchingColleagues(people, typed)
  const selected = found[Math.min(active, found.length - 1)]

  function take(person: Mentionable) {
    const next = withName(value, caret, person)
    // Rendered synchronously: the next key may arrive before the next frame, and is inserted at the caret.
    flushSync(() => {
      onChange(next.text)
      setCaret(next.caret)
      setActive(0)
    })
    field.current?.focus()
    field.current?.setSelectionRange(next.caret, next.caret)
  }

  function press(event: KeyboardEvent) {
    if (!selected && event.key === 'Escape') onEscape?.()
    if (!selected || event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(selected)
    else if (event.key === 'Escape') setClosedAt(typed)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <textarea
        ref={field}
        className="composer__text"
        aria-label={label}
        placeholder={label}
        dir="auto"
        maxLength={limit}
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          setCaret(event.target.selectionStart)
          setActive(0)
          setClosedAt(undefined)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={press}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(selected && { 'aria-controls': id, 'aria-activedescendant': `${id}-${selected.user_id}` })}
        {...(errorId && { 'aria-invalid': true, 'aria-describedby': errorId })}
      />
      {selected && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a listbox of a combobox textarea has no native element
        <div className="mentions" role="listbox" id={id} aria-label="את מי להזכיר">
          {found.map((person) => (
            <button
              key={person.user_id}
              type="button"
              tabIndex={-1}
              id={`${id}-${person.user_id}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
              role="option"
              aria-selected={person === selected}
              // Keeps the focus in the textarea.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(person)}
            >
              <Avatar name={person.name} size="sm" />
              <bdi>{person.name}</bdi>
            </button>
          ))}
        </div>
      )}
    </>
  )
}
