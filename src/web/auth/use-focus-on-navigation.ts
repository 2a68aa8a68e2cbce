import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Focuses the main element after a client-side navigation, as a full page load would. */
export function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    // A form field with autofocus keeps the focus.
    const isTaken = main.current?.contains(document.activeElement)
    // The history key of the first page load is "default".
    if (key !== 'default' && !isTaken) main.current?.focus({ preventScroll: true })
  }, [key])
  return main
}
