// Sends messages of the user's offline store.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Backend } from '#client/backend.ts'
import { useBackend, useNetwork, useUserId } from '#client/session-context.tsx'
import { offlineStoreOf } from '#platform/offline/offline-store.ts'
import { useUnsavedEntry } from '#ui/forms/unsaved.ts'
import type { NewMessage } from './inbox.data.ts'
import type { UnsentMessage } from './message-rules.ts'
import { sendUnsentMessage, unsentFolder } from './send-unsent-message.ts'

const keyOf = (userId: string) => ['unsent', userId] as const

export function useUnsent() {
  const userId = useUserId()
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: () => offlineStoreOf(userId).list<UnsentMessage>(unsentFolder),
    staleTime: 0,
  })
}

/** Returns a function that stores a message offline, and resolves to false if the browser cannot store it. */
export function useStoreUnsent() {
  const userId = useUserId()
  const queries = useQueryClient()
  return async (message: NewMessage) => {
    const isStored = await offlineStoreOf(userId).write(unsentFolder + message.id, message)
    await queries.invalidateQueries({ queryKey: keyOf(userId) })
    return isStored
  }
}

export function useRemoveUnsent() {
  const userId = useUserId()
  const queries = useQueryClient()
  return async (id: string) => {
    await offlineStoreOf(userId).remove(unsentFolder + id)
    await queries.invalidateQueries({ queryKey: keyOf(userId) })
  }
}

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

/**
 * Sends the stored messages: now, when a message is added, and when the network is back. A single lost request does not change the network
 * state, so remaining messages are retried with a growing delay. Asks for confirmation before a sign-out, which would wipe the store.
 */
export function useSendUnsent() {
  const backend = useBackend()
  const network = useNetwork()
  const queries = useQueryClient()
  const userId = useUserId()
  const { data: unsent = [] } = useUnsent()
  useUnsavedEntry({ isUnsaved: (by) => by === 'end' && unsent.length > 0 })
  const waiting = unsent.filter(({ refusal }) => !refusal).length
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let isOpen = true
    const send = async () => {
      clearTimeout(timer)
      if (network.read() !== 'reachable') return
      const isDone = await sendSequentially(backend, queries, userId)
      if (!isOpen || isDone) return
      clearTimeout(timer)
      timer = setTimeout(() => void send(), Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS))
      failures += 1
    }
    void send()
    const stop = network.subscribe(() => void send())
    return () => {
      isOpen = false
      clearTimeout(timer)
      stop()
    }
  }, [backend, network, queries, userId, waiting])
}

// One tab at a time. The database would refuse a second copy anyway; the lock avoids these requests.
const sendSequentially = (backend: Backend, queries: QueryClient, userId: string): Promise<boolean> =>
  navigator.locks.request(`unsent-of-${userId}`, async () => {
    const isSignedIn = async () => (await backend.auth.getSession()).data.session?.user.id === userId
    const { settled, isDone } = await sendUnsentMessage(backend, offlineStoreOf(userId), isSignedIn)
    if (settled > 0)
      await Promise.all([keyOf(userId), ['threads']].map((queryKey) => queries.invalidateQueries({ queryKey })))
    return isDone
  })
