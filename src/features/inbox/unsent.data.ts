// Messages that wait for the network in the user's offline store, and their sending.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Backend } from '#client/backend.ts'
import { useBackend, useNetwork, useUserId } from '#client/session-context.tsx'
import { offlineStoreOf } from '#platform/offline/offline-store.ts'
import { useUnsavedEntry } from '#ui/forms/unsaved.ts'
import type { NewMessage } from './inbox.data.ts'
import type { UnsentMessage } from './inbox.ts'
import { sendStored, unsentFolder } from './send-stored.ts'

const keyOf = (userId: string) => ['unsent', userId] as const

export function useUnsent() {
  const userId = useUserId()
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: () => offlineStoreOf(userId).list<UnsentMessage>(unsentFolder),
    staleTime: 0,
  })
}

/** Resolves to false if the browser does not store it. */
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

/** Sends what waits, now and whenever the network is back. Asks before a sign-out, which would wipe it. */
export function useSendUnsent() {
  const backend = useBackend()
  const network = useNetwork()
  const queries = useQueryClient()
  const userId = useUserId()
  const { data: unsent = [] } = useUnsent()
  useUnsavedEntry({ isUnsaved: (by) => by === 'end' && unsent.length > 0 })
  useEffect(() => {
    const send = () => {
      if (network.read() === 'reachable') void sendInTurn(backend, queries, userId)
    }
    send()
    return network.subscribe(send)
  }, [backend, network, queries, userId])
}

// One tab at a time. The database would refuse a second copy anyway; the lock saves the requests.
const sendInTurn = (backend: Backend, queries: QueryClient, userId: string) =>
  navigator.locks.request(`unsent-of-${userId}`, async () => {
    if ((await sendStored(backend, offlineStoreOf(userId))) === 0) return
    await Promise.all([keyOf(userId), ['threads']].map((queryKey) => queries.invalidateQueries({ queryKey })))
  })
