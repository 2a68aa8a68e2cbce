import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { firstScreenStands } from '#lib/first-screen.ts'

/** For an app layout: the first screen is ready when no query is in flight. */
export function useFirstScreen() {
  const isReading = useIsFetching() > 0
  useEffect(() => {
    if (isReading) return undefined
    // Debounced: one response often triggers the next query.
    const quiet = setTimeout(firstScreenStands, 200)
    return () => clearTimeout(quiet)
  }, [isReading])
}
