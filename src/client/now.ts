import { useEffect, useState } from 'react'

/** The time, new once a minute: for words like "yesterday" on a screen that stays open all day. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
