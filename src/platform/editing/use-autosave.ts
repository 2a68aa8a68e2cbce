import { useEffect, useSyncExternalStore } from 'react'
import { refusalCode } from '#client/refusal.ts'
import { useNetwork } from '#client/session-context.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { SaveState } from './autosave.ts'

type AutosaveHandle<Now> = {
  read: () => Now
  subscribe: (listener: () => void) => () => void
  save: () => Promise<boolean>
  lastFailure: () => { text: unknown; error: unknown } | undefined
  close: () => void
}

/**
 * The state of an autosave, for the lifetime of its screen. A failed save is retried once the server is reachable again; one without a
 * response from a reachable server is retried once. `noticeId` is the toast of a failed save, closed once everything is saved.
 */
export function useAutosave<Now extends { saving: SaveState }>(autosave: AutosaveHandle<Now>, noticeId: string): Now {
  const network = useNetwork()
  const now = useSyncExternalStore(autosave.subscribe, autosave.read)
  useEffect(() => () => autosave.close(), [autosave])
  useEffect(
    () =>
      network.subscribe(() => {
        if (network.read() === 'reachable' && autosave.read().saving === 'failed') void autosave.save()
      }),
    [network, autosave],
  )
  useEffect(() => {
    let hasNotice = false
    return autosave.subscribe(() => {
      const { saving } = autosave.read()
      if (saving === 'failed') hasNotice = true
      if (saving !== 'saved' || !hasNotice) return
      hasNotice = false
      toast.close(noticeId)
    })
  }, [autosave, noticeId])
  useEffect(() => {
    // Retried once per content: a request that is blocked on the network path would otherwise be retried forever.
    let repeated: unknown
    let isClosed = false
    const hasFailed = () => autosave.read().saving === 'failed'
    const unsubscribe = autosave.subscribe(() => {
      const failure = hasFailed() ? autosave.lastFailure() : undefined
      if (!failure || failure.text === repeated || refusalCode(failure.error) !== 'network') return
      repeated = failure.text
      void network.retry().then(() => {
        if (!isClosed && network.read() === 'reachable' && hasFailed()) void autosave.save()
      })
    })
    return () => {
      isClosed = true
      unsubscribe()
    }
  }, [network, autosave])
  return now
}
