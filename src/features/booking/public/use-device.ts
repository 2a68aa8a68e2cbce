import { useSyncExternalStore } from 'react'

const never = () => () => {}
const zoneOfDevice = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || ''

/** Known only in the browser: the first render matches the server's. */
export function useDevice(): { isAwake: boolean; ownZone: string | undefined } {
  const ownZone = useSyncExternalStore(never, zoneOfDevice, () => undefined)
  return { isAwake: ownZone !== undefined, ownZone }
}
