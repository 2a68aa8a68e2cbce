import { useEffect, useState } from 'react'

/** Jumps of fewer rows are normal scrolling; larger ones are scrollbar drags. */
const NEAR_ROWS = 150
const DEBOUNCE_MS = 90

/** The range to fetch: the visible rows, debounced during scrollbar drags. */
export function useDebouncedRange(first: number, last: number) {
  const [debounced, setDebounced] = useState({ first, last })
  const isNear = Math.abs(first - debounced.first) < NEAR_ROWS
  useEffect(() => {
    const timer = setTimeout(() => setDebounced({ first, last }), isNear ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [first, last, isNear])
  return isNear ? { first, last } : debounced
}
