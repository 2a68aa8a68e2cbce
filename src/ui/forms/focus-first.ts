import { type RefObject, useEffect } from 'react'

/** Focuses the first field of a form that is loaded after its dialog has opened. */
export function useFocusFirst(form: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return
    form.current?.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea')?.focus()
  }, [form])
}
