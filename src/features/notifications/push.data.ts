// Browser push on this device: permission and subscription. Permission is requested only on a click.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend, useSession } from '#client/session-context.tsx'
import { readPushOwner, writePushOwner } from './push-owner.ts'
import type { PushAnswer, PushCall, PushSurface } from './push.ts'
import { pushWorkerPath } from './push-worker-path.ts'

/** One service worker script, registered separately per surface. */
const scopes: Readonly<Record<PushSurface, string>> = { crm: '/crm', portal: '/client-portal' }

const keyOf = (surface: PushSurface) => ['push', 'this browser', surface]
const ask = (backend: Backend, call: PushCall) => invoke<PushAnswer>(backend, 'push-subscriptions', call)
const registrationOf = (surface: PushSurface) => navigator.serviceWorker.getRegistration(scopes[surface])

export type PushState = 'unsupported' | 'denied' | 'on' | 'off'

async function readState(surface: PushSurface): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await registrationOf(surface)
  return (await registration?.pushManager.getSubscription()) ? 'on' : 'off'
}

export const usePushState = (surface: PushSurface) =>
  useQuery({ queryKey: keyOf(surface), queryFn: () => readState(surface), staleTime: 0 })

async function turnOn(backend: Backend, surface: PushSurface): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readState(surface)
  const { publicKey } = await ask(backend, { action: 'key', surface })
  await navigator.serviceWorker.register(pushWorkerPath, { scope: scopes[surface] })
  const registration = (await registrationOf(surface))!
  await whenActive(registration)
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  // Unsubscribes first: subscribing with another key, as of a former installation, throws InvalidStateError.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe(options)
  const { endpoint, keys = {} } = subscription.toJSON()
  try {
    await ask(backend, {
      action: 'add',
      surface,
      endpoint: endpoint!,
      keys: { p256dh: keys['p256dh']!, auth: keys['auth']! },
    })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

const whenActive = ({ active, installing, waiting }: ServiceWorkerRegistration) =>
  new Promise<void>((resolve) => {
    const worker = installing ?? waiting
    if (active || !worker) return resolve()
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
  })

async function turnOff(backend: Backend, surface: PushSurface): Promise<PushState> {
  const subscription = await (await registrationOf(surface))?.pushManager.getSubscription()
  if (subscription) {
    await ask(backend, { action: 'remove', surface, endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  }
  return readState(surface)
}

/**
 * Removes the subscriptions of this browser and closes displayed notifications. The push service then rejects further
 * messages, so that the next user of a shared computer sees none.
 */
export async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const owner = readPushOwner()
  for (const surface of ['crm', 'portal'] as const) {
    const registration = await registrationOf(surface)
    await (await registration?.pushManager?.getSubscription())?.unsubscribe()
    for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
  }
  // Cleared last, so that the next session change retries after a failure. Another user may have enabled push since.
  if (readPushOwner() === owner) writePushOwner(undefined)
}

export function useSwitchPush(surface: PushSurface, onFail: (error: unknown) => void) {
  const backend = useBackend()
  const queries = useQueryClient()
  const userId = useSession().user?.id
  return useMutation({
    async mutationFn(isOn: boolean) {
      if (!isOn) return turnOff(backend, surface)
      // Before subscribing: a page closed in between leaves no subscription without an owner.
      writePushOwner(userId)
      return turnOn(backend, surface)
    },
    onSuccess: (state) => void queries.setQueryData(keyOf(surface), state),
    onError: onFail,
  })
}
