// The portal as an installable app: manifest, service worker and offline data.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNetwork, useSession } from '#client/session-context.tsx'
import { useSendUnsent } from '#features/inbox/unsent.data.ts'
import { pushWorkerPath } from '#features/notifications/push-worker-path.ts'
import { portalManifestPath } from '#features/portal/portal.ts'
import { firstScreenReady } from '#lib/first-screen-ready.ts'
import { offlineStoreOf } from '#platform/offline/offline-store.ts'
import { portalPath } from '../portal-tabs.ts'
import { persistQueries } from './persist-queries.ts'

/** Stores the query results of the signed-in user. Must be called before the first query of the portal. */
export function usePortalAnswers() {
  const queries = useQueryClient()
  const network = useNetwork()
  const userId = useSession().user?.id
  useEffect(() => {
    if (userId) return persistQueries(queries, network, offlineStoreOf(userId))
  }, [queries, network, userId])
}

/** Makes the portal installable, and sends messages written offline. Only the portal registers the worker, after the first screen. */
export function InstallablePortal() {
  useSendUnsent()
  useEffect(() => {
    if (import.meta.env.PROD) void registerShell()
  }, [])
  return <link rel="manifest" href={portalManifestPath} />
}

async function registerShell() {
  await firstScreenReady
  try {
    await navigator.serviceWorker.register(pushWorkerPath, { scope: portalPath })
  } catch {
    // Without a service worker the portal does not work offline.
  }
}
