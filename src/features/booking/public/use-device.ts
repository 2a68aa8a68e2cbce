import { useEffect, useState } from 'react'

/** Known only in the browser: the first render equals the server's. */
export function useDevice(): { isAwake: boolean; ownZone: string | undefined } {
  const [ownZone, setOwnZone] = useState<string>()
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    setOwnZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)
    setAwake(true)
  }, [])
  return { isAwake, ownZone }
}
