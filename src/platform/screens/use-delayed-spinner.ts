import { useEffect, useState } from 'react'

const DELAY_MS = 200

/** False for the first 200 ms: fast responses show no spinner. */
export function useDelayedSpinner(): boolean {
  const [isVisible, setVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isVisible
}
