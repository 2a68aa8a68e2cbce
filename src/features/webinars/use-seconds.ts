import { useEffect, useState } from 'react'

/** A clock in milliseconds, read once a second. */
export function useSeconds(read: () => number = Date.now): number {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), 1000)
    return () => clearInterval(timer)
  }, [read])
  return now
}
