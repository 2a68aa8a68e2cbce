import { useSyncExternalStore } from 'react'
import { localTime } from '#lib/time/local-time.ts'

const never = () => () => {}
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** An instant on the visitor's clock, where it is not Israel's. The zone is known after hydration. */
export function Island({ at }: { at: string }) {
  const zone = useSyncExternalStore(never, ownZone, () => undefined)
  const local = zone && localTime(at, zone)
  return local ? <small>{local}</small> : null
}
