import { useEffect, useState } from 'react'

const REST_MS = 180

/** What is being typed, once the typing rests for a moment. */
export function useSettled(words: string): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), REST_MS)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}
