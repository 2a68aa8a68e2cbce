import { type InputEvent, useEffect, useState } from 'react'

type Field = Pick<HTMLElement, 'isConnected' | 'textContent'> & { value?: string; type?: string }
type Change = { reason: string; cancel: () => void }

/** The fields that somebody has touched in a window. `holds` says whether any of them is still there with something in it. */
export function dirtyFields() {
  const touched = new Set<Field>()
  return {
    note(field: Field) {
      // What is looked for is found again with two keys.
      if (field.type !== 'search') touched.add(field)
    },
    holds: () => [...touched].some((field) => field.isConnected && (field.value ?? field.textContent) !== ''),
    forget: () => touched.clear(),
  }
}

/** A press beside a window closes it, but not over what was typed there: the hand may only have slipped. */
export function useDirtyFields(open: boolean, onOpenChange: (open: boolean) => void) {
  const [fields] = useState(dirtyFields)
  useEffect(() => {
    if (!open) fields.forget()
  }, [open, fields])
  return {
    onInput: (event: InputEvent<HTMLElement>) => fields.note(event.target as HTMLElement),
    onOpenChange: (next: boolean, change: Change) => {
      if (!next && change.reason === 'outside-press' && fields.holds()) change.cancel()
      else onOpenChange(next)
    },
  }
}
