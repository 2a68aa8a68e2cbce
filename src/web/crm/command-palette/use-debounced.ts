import { useEffect, useState } from 'react'

const REST_MS = 180

/** What is being typed, once the typing rests for a moment. */
export function useDebounced(words: string): string {
  const [debounced, setDebounced] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(words), REST_MS)
    return () => clearTimeout(timer)
  }, [words])
  return debounced
}
