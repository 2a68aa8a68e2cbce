import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markFirstScreenReady } from '#lib/first-screen-ready.ts'

/** For the frame of a house: its first screen stands when nothing more is being read for it. */
export function useFirstScreen() {
  const isReading = useIsFetching() > 0
  useEffect(() => {
    if (isReading) return undefined
    // One answer often leads to the next question.
    const quiet = setTimeout(markFirstScreenReady, 200)
    return () => clearTimeout(quiet)
  }, [isReading])
}
