import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markFirstScreenReady } from '#lib/first-screen-ready.ts'

/** Reports the first screen of an app layout as ready when no query is in flight. */
export function useFirstScreen() {
  const isReading = useIsFetching() > 0
  useEffect(() => {
    if (isReading) return undefined
    // Debounced: one response often triggers the next query.
    const quiet = setTimeout(markFirstScreenReady, 200)
    return () => clearTimeout(quiet)
  }, [isReading])
}
