import { useEffect, useState } from 'react'

const PATIENCE_MS = 200

/** False at first: what comes at once needs no sign that it is coming. */
export function useDelayedSpinner(): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLong
}
