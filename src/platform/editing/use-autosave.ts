import { useEffect, useSyncExternalStore } from 'react'
import { useNetwork } from '#client/session-context.tsx'
import type { SaveState } from './autosave.ts'

type Writing<Now> = {
  read: () => Now
  subscribe: (listener: () => void) => () => void
  save: () => Promise<boolean>
  close: () => void
}

/** The state of an autosave, for the lifetime of its screen. A failed save is repeated once the server is reachable again. */
export function useAutosave<Now extends { saving: SaveState }>(writing: Writing<Now>): Now {
  const network = useNetwork()
  const now = useSyncExternalStore(writing.subscribe, writing.read)
  useEffect(() => () => writing.close(), [writing])
  useEffect(
    () =>
      network.subscribe(() => {
        if (network.read() === 'reachable' && writing.read().saving === 'failed') void writing.save()
      }),
    [network, writing],
  )
  return now
}
