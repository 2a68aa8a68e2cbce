import { type InputEvent, useEffect, useState } from 'react'

type Field = Pick<HTMLElement, 'isConnected' | 'textContent'> & { value?: string; type?: string }
type Change = { reason: string; cancel: () => void }

/** The edited fields of a popup. `isDirty` says whether any of them is still mounted and not empty. */
export function dirtyFields() {
  const touched = new Set<Field>()
  return {
    markTouched(field: Field) {
      // A search is repeated with two keys, so it is never worth protecting.
      if (field.type !== 'search') touched.add(field)
    },
    isDirty: () => [...touched].some((field) => field.isConnected && (field.value ?? field.textContent) !== ''),
    reset: () => touched.clear(),
  }
}

/**
 * An outside press closes a popup, but not while it has dirty fields: the press may be accidental. Escape closes it too, unless
 * `onDirtyEscape` handles dirty fields.
 */
export function useDirtyFields(open: boolean, onOpenChange: (open: boolean) => void, onDirtyEscape?: () => void) {
  const [fields] = useState(dirtyFields)
  useEffect(() => {
    if (!open) fields.reset()
  }, [open, fields])
  return {
    onInput: (event: InputEvent<HTMLElement>) => fields.markTouched(event.target as HTMLElement),
    onOpenChange: (next: boolean, change: Change) => {
      const isGuarded = change.reason === 'outside-press' || (change.reason === 'escape-key' && onDirtyEscape)
      if (next || !isGuarded || !fields.isDirty()) return onOpenChange(next)
      change.cancel()
      if (change.reason === 'escape-key') onDirtyEscape?.()
    },
  }
}
