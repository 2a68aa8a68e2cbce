import './picker.css'
import { Combobox } from '@base-ui/react/combobox'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ErrorText } from './field.tsx'

/** `isOffer`: an item that is not a search result, such as "create new"; selected only while it is displayed. */
export type PickerItem = { id: string; text: string; note?: ReactNode; isOffer?: boolean }

/** A combobox for selecting one item by search. The caller filters the items; a form submits the id of the selected one. */
export function Picker({
  label,
  name,
  items,
  value,
  onChange,
  onQuery,
  empty,
  isSearching = false,
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
  /** Whether the results of the typed text are loading: Enter then selects the first result once they arrive. */
  isSearching?: boolean
  error?: string | undefined
  placeholder?: string
  /** Shown after the label, e.g. "(לא חובה)"; without it the field is required. */
  optional?: string
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  /** Whether Enter was pressed while the items are loading. */
  const selectsFirst = useRef(false)
  useEffect(() => {
    if (!selectsFirst.current || isSearching) return
    selectsFirst.current = false
    // Simulates a press on the item: the list closes, and the field shows the item's text.
    list.current?.querySelector<HTMLElement>('.picker__item:not([data-offer])')?.click()
  }, [isSearching])

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
        onInputValueChange={(query, { reason }) => {
          selectsFirst.current = false
          if (reason !== 'item-press') onQuery(query)
        }}
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
          onKeyDown={(event) => {
            // With displayed items Enter selects the highlighted one.
            const isWaiting = list.current !== null && isSearching && items.length === 0
            if (event.key === 'Enter' && isWaiting && !event.nativeEvent.isComposing) {
              // Prevents submitting the form and closing the list.
              event.preventDefault()
              event.preventBaseUIHandler()
              selectsFirst.current = true
            } else if (event.key === 'Escape') selectsFirst.current = false
          }}
          onBlur={() => (selectsFirst.current = false)}
          {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        />
        <Combobox.Portal>
          <Combobox.Positioner className="picker-place" sideOffset={4} collisionPadding={8}>
            <Combobox.Popup className="picker">
              <Combobox.Empty className="picker__empty">{items.length === 0 && empty}</Combobox.Empty>
              <Combobox.List ref={list} className="picker__list">
                {(item: PickerItem) => (
                  <Combobox.Item
                    key={item.id}
                    value={item}
                    className="picker__item"
                    data-offer={item.isOffer ? '' : undefined}
                  >
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
