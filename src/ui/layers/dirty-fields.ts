import { type InputEvent, useEffect, useState } from 'react'
import { confirmLoss, useUnsavedEntry } from '../forms/unsaved.ts'

type Field = Pick<HTMLElement, 'isConnected' | 'textContent'> & { value?: string; type?: string; form?: object | null }
type Change = { reason: string; cancel: () => void }

/**
 * The edited fields of a popup. `isDirty`: whether any of them is still mounted and not empty. `hasDirtyForm` counts
 * fields of forms only, since others apply immediately.
 */
export function dirtyFields() {
  const touched = new Set<Field>()
  const dirty = () => [...touched].filter((field) => field.isConnected && (field.value ?? field.textContent) !== '')
  return {
    markTouched(field: Field) {
      // Search text is easy to retype, so it is not protected.
      if (field.type !== 'search') touched.add(field)
    },
    isDirty: () => dirty().length > 0,
    hasDirtyForm: () => dirty().some(({ form }) => form),
    reset: () => touched.clear(),
  }
}

type Close = (open: boolean) => void

/** An outside press closes a popup, but not while it has dirty fields: the press may be accidental. */
export function useDirtyFields(open: boolean, onOpenChange: Close) {
  const [fields] = useState(dirtyFields)
  useEffect(() => {
    if (!open) fields.reset()
  }, [open, fields])
  return {
    hasDirtyForm: fields.hasDirtyForm,
    onInput: (event: InputEvent<HTMLElement>) => fields.markTouched(event.target as HTMLElement),
    onOpenChange: (next: boolean, change: Change) => {
      if (!next && change.reason === 'outside-press' && fields.isDirty()) change.cancel()
      else onOpenChange(next)
    },
  }
}

/**
 * Like useDirtyFields; Escape and the close button also ask before discarding a dirty form. Links inside the dialog,
 * and the navigation after saving, are deliberate.
 */
export function useGuardedFields(open: boolean, onOpenChange: Close) {
  const fields = useDirtyFields(open, onOpenChange)
  useUnsavedEntry({ isUnsaved: (by) => open && by !== 'link' && fields.hasDirtyForm() })
  return {
    onInput: fields.onInput,
    onOpenChange: (next: boolean, change: Change) => {
      if (next || change.reason === 'outside-press' || !fields.hasDirtyForm()) return fields.onOpenChange(next, change)
      change.cancel()
      void confirmLoss().then((isConfirmed) => isConfirmed && onOpenChange(false))
    },
  }
}
