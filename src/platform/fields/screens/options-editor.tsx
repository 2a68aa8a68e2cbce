import { Eye, EyeOff, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { type FieldOption, maxOptionLength, newOptionId } from '#platform/fields/fields.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type Props = {
  options: readonly FieldOption[]
  /** Options that records may use: these are hidden instead of deleted. */
  saved: readonly FieldOption[]
  onChange: (options: FieldOption[]) => void
  error?: string | undefined
}

/** Ordered options of a select field. */
export function OptionsEditor({ options, saved, onChange, error }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const change = (id: string, part: Partial<FieldOption>) =>
    onChange(options.map((option) => (option.id === id ? { ...option, ...part } : option)))
  function add() {
    onChange([...options, { id: newOptionId(), label: '' }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus())
  }
  return (
    <fieldset className="fields__choices">
      <legend className="label">אפשרויות לבחירה</legend>
      <ul ref={list}>
        {options.map((option, i) => (
          <li key={option.id}>
            <input
              className="input"
              aria-label={`אפשרות ${i + 1}`}
              value={option.label}
              maxLength={maxOptionLength}
              autoComplete="off"
              disabled={option.hidden}
              onChange={({ target }) => change(option.id, { label: target.value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                if (!event.repeat) add()
              }}
            />
            {saved.some(({ id }) => id === option.id) ? (
              <Button
                look="ghost"
                size="sm"
                iconOnly
                icon={<Icon of={option.hidden ? EyeOff : Eye} />}
                aria-label={`${option.hidden ? 'להציע שוב' : 'להפסיק להציע'}: ${option.label}`}
                aria-pressed={!option.hidden}
                onClick={() => change(option.id, { hidden: !option.hidden })}
              />
            ) : (
              <Button
                look="ghost"
                size="sm"
                iconOnly
                icon={<Icon of={Trash2} />}
                aria-label={`הסרה: ${option.label || `אפשרות ${i + 1}`}`}
                onClick={() => onChange(options.filter(({ id }) => id !== option.id))}
              />
            )}
          </li>
        ))}
      </ul>
      {error && <ErrorText>{error}</ErrorText>}
      <Button size="sm" icon={<Icon of={Plus} />} onClick={add}>
        אפשרות
      </Button>
      {saved.length > 0 && <p className="hint">אפשרות שכבר נשמרה אפשר להפסיק להציע. היא תישאר ברשומות שבחרו בה.</p>}
    </fieldset>
  )
}
