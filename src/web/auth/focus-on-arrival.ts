import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** For the main part of a page: after a walk from another screen, also out of the app, the keyboard starts here, as it would on a new page. */
export function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    // The browser's own name of the page that was loaded and not walked to.
    if (key !== 'default') main.current?.focus({ preventScroll: true })
  }, [key])
  return main
}
