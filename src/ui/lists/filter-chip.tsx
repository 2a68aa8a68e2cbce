import './filter-chip.css'
import { Check, type LucideIcon, X } from 'lucide-react'
import { Icon } from '../pictures/icon.tsx'
import { Popover } from '../layers/popover.tsx'

export type FilterOption = { value: string; text: string }

/** A list filter: a button that shows the selection and opens the options. Multi-select, or single with `single`. */
export function FilterChip({
  label,
  icon,
  options,
  chosen,
  single = false,
  open,
  onOpenChange,
  onChange,
}: {
  label: string
  icon: LucideIcon
  options: readonly FilterOption[]
  chosen: readonly string[]
  single?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  onChange: (chosen: string[]) => void
}) {
  const isOn = chosen.length > 0
  const toggle = (value: string) => {
    const without = chosen.filter((one) => one !== value)
    if (single) onChange(without.length < chosen.length ? [] : [value])
    else onChange(without.length < chosen.length ? without : [...chosen, value])
  }
  return (
    <div className="filter-chip" data-on={isOn || undefined}>
      <Popover
        label={label}
        align="start"
        {...(open !== undefined && { open })}
        {...(onOpenChange && { onOpenChange })}
        trigger={
          <button type="button" className="filter-chip__open">
            <Icon of={icon} />
            <span>
              {label}: <b>{optionsText(options, chosen)}</b>
            </span>
          </button>
        }
      >
        <ul className="filter-chip__list">
          {options.map(({ value, text }) => (
            <li key={value}>
              <button type="button" aria-pressed={chosen.includes(value)} onClick={() => toggle(value)}>
                <span className="filter-chip__tick" data-single={single || undefined} aria-hidden="true">
                  {chosen.includes(value) && <Icon of={Check} />}
                </span>
                <bdi>{text}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </Popover>
      {isOn && (
        <button
          type="button"
          className="filter-chip__clear"
          aria-label={`ביטול הסינון: ${label}`}
          onClick={({ currentTarget }) => {
            // The clear button disappears with the selection; the focus stays on the filter.
            currentTarget.parentElement?.querySelector('button')?.focus()
            onChange([])
          }}
        >
          <Icon of={X} />
        </button>
      )}
    </div>
  )
}

function optionsText(options: readonly FilterOption[], selected: readonly string[]): string {
  if (selected.length === 0) return 'הכול'
  if (selected.length > 1) return `${selected.length} נבחרו`
  return options.find(({ value }) => value === selected[0])?.text ?? 'אחר'
}
