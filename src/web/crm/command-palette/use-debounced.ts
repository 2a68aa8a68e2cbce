import { useEffect, useState } from 'react'

const REST_MS = 180

/** The typed value, debounced. */
export function useDebounced(words: string): string {
  const [debounced, setDebounced] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(words), REST_MS)
    return () => clearTimeout(timer)
  }, [words])
  return debounced
}
