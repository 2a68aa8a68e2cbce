import '../forms/field.css'
import './search-field.css'
import { Search, X } from 'lucide-react'
import { Button } from '../button.tsx'
import { Icon } from '../pictures/icon.tsx'

/** Filters the visible list while typing. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <search className="search-field">
      <Icon of={Search} />
      <input
        type="search"
        className="input"
        aria-label={label}
        placeholder={placeholder}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value && (
        <Button
          look="ghost"
          size="sm"
          iconOnly
          aria-label="ניקוי"
          onClick={() => onChange('')}
          icon={<Icon of={X} />}
        />
      )}
    </search>
  )
}
