import { useSyncExternalStore } from 'react'
import { localTime } from '#lib/time/local-time.ts'

const never = () => () => {}
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** An instant in the visitor's time zone, if it differs from Israel's. The zone is known only after hydration. */
export function Island({ at }: { at: string }) {
  const zone = useSyncExternalStore(never, ownZone, () => undefined)
  const local = zone && localTime(at, zone)
  return local ? <small>{local}</small> : null
}
