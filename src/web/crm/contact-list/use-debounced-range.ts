import { useEffect, useState } from 'react'

/** Less than this apart, a hand scrolls; more, somebody drags the bar through the whole list. */
const NEAR_ROWS = 150
const REST_MS = 90

/** The rows to be read: those on the screen, but while somebody rushes through the list only where they come to rest. */
export function useDebouncedRange(first: number, last: number) {
  const [debounced, setDebounced] = useState({ first, last })
  const isNear = Math.abs(first - debounced.first) < NEAR_ROWS
  useEffect(() => {
    const timer = setTimeout(() => setDebounced({ first, last }), isNear ? 0 : REST_MS)
    return () => clearTimeout(timer)
  }, [first, last, isNear])
  return isNear ? { first, last } : debounced
}
