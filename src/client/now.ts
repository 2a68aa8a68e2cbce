import { useEffect, useState } from 'react'

/** The current time, updated every minute, for relative dates on a screen that stays mounted for hours. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
