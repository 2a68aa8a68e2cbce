import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 180

/** The typed value, debounced. */
export function useDebounced(words: string): string {
  const [debounced, setDebounced] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(words), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return debounced
}
