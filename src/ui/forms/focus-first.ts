import { type RefObject, useEffect } from 'react'

/** Puts the keyboard into the first field of a form that has come late, into a dialog that was open before it. */
export function useFocusFirst(form: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return
    form.current?.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea')?.focus()
  }, [form])
}
