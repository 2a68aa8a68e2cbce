import { useSyncExternalStore } from 'react'

const never = () => () => {}
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Known only in the browser: the first render equals the server's. */
export const useDevice = (): { isAwake: boolean; ownZone: string | undefined } => ({
  isAwake: useSyncExternalStore(
    never,
    () => true,
    () => false,
  ),
  ownZone: useSyncExternalStore(never, ownZone, () => undefined),
})
