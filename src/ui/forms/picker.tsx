import './picker.css'
import { Combobox } from '@base-ui/react/combobox'
import { type ReactNode, useId } from 'react'
import { ErrorText } from './field.tsx'

export type PickerItem = { id: string; text: string; note?: ReactNode }

/** Combobox: one item is found by typing. The caller filters the items; a form submits the id of the selected one. */
export function Picker({
  label,
  name,
  items,
  value,
  onChange,
  onQuery,
  empty,
  error,
  placeholder,
  optional,
}: {
  label: string
  name: string
  items: readonly PickerItem[]
  value: PickerItem | null
  onChange: (item: PickerItem | null) => void
  onQuery: (query: string) => void
  /** Status text while loading or without a match. */
  empty: ReactNode
  error?: string | undefined
  placeholder?: string
  /** Shown after the label, e.g. "(לא חובה)"; without it the field is required. */
  optional?: string
}) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {optional ? (
          <span className="opt"> {optional}</span>
        ) : (
          <span className="req" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      <Combobox.Root
        items={items}
        filter={null}
        value={value}
        onValueChange={onChange}
        onInputValueChange={(query, { reason }) => reason !== 'item-press' && onQuery(query)}
        itemToStringLabel={({ text }: PickerItem) => text}
        isItemEqualToValue={(a: PickerItem, b: PickerItem) => a.id === b.id}
        autoHighlight
      >
        <Combobox.Input
          id={id}
          className="input"
          placeholder={placeholder}
          dir="auto"
          required={!optional}
          {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        />
        <Combobox.Portal>
          <Combobox.Positioner className="picker-place" sideOffset={4} collisionPadding={8}>
            <Combobox.Popup className="picker">
              <Combobox.Empty className="picker__empty">{items.length === 0 && empty}</Combobox.Empty>
              <Combobox.List className="picker__list">
                {(item: PickerItem) => (
                  <Combobox.Item key={item.id} value={item} className="picker__item">
                    <bdi>{item.text}</bdi>
                    {item.note && <span className="picker__note">{item.note}</span>}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <input type="hidden" name={name} value={value?.id ?? ''} />
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  )
}
