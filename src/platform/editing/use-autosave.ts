import { useEffect, useSyncExternalStore } from 'react'
import { refusalCode } from '#client/refusal.ts'
import { useNetwork } from '#client/session-context.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { SaveState } from './autosave.ts'

type Writing<Now> = {
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
export function useAutosave<Now extends { saving: SaveState }>(writing: Writing<Now>, noticeId: string): Now {
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
  useEffect(() => {
    let hasNotice = false
    return writing.subscribe(() => {
      const { saving } = writing.read()
      if (saving === 'failed') hasNotice = true
      if (saving !== 'saved' || !hasNotice) return
      hasNotice = false
      toast.close(noticeId)
    })
  }, [writing, noticeId])
  useEffect(() => {
    // Once per content: a request that is blocked on the network path would be retried forever.
    let repeated: unknown
    let isClosed = false
    const hasFailed = () => writing.read().saving === 'failed'
    const unsubscribe = writing.subscribe(() => {
      const failure = hasFailed() ? writing.lastFailure() : undefined
      if (!failure || failure.text === repeated || refusalCode(failure.error) !== 'network') return
      repeated = failure.text
      void network.retry().then(() => {
        if (!isClosed && network.read() === 'reachable' && hasFailed()) void writing.save()
      })
    })
    return () => {
      isClosed = true
      unsubscribe()
    }
  }, [network, writing])
  return now
}
