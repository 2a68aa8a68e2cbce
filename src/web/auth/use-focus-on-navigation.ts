import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** For the main part of a page: after a walk from another screen, also out of the app, the keyboard starts here, as it would on a new page. */
export function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    // A form that already has the cursor keeps it.
    const isTaken = main.current?.contains(document.activeElement)
    // The browser's own name of the page that was loaded and not walked to.
    if (key !== 'default' && !isTaken) main.current?.focus({ preventScroll: true })
  }, [key])
  return main
}
