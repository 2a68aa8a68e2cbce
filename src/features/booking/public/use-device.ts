import { useSyncExternalStore } from 'react'

const never = () => () => {}
const zoneOfDevice = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || ''

/** The time zone is known only in the browser: the first render, like the server's, has none. */
export function useDevice(): { isAwake: boolean; ownZone: string | undefined } {
  const ownZone = useSyncExternalStore(never, zoneOfDevice, () => undefined)
  return { isAwake: ownZone !== undefined, ownZone }
}
