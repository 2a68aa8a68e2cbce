// Push messages in this browser: the state of its permission and subscription. Asked for only by a press.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import { type PushAnswer, type PushCall, pushWorkerPath } from './push.ts'

const key = ['push', 'this browser']
const scope = '/crm'

const ask = (backend: Backend, call: PushCall) => invoke<PushAnswer>(backend, 'push-subscriptions', call)
const registrationOf = () => navigator.serviceWorker.getRegistration(scope)

export type PushState = 'unsupported' | 'denied' | 'on' | 'off'

async function readState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await registrationOf()
  return (await registration?.pushManager.getSubscription()) ? 'on' : 'off'
}

export const usePushState = () => useQuery({ queryKey: key, queryFn: readState, staleTime: 0 })

async function turnOn(backend: Backend): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readState()
  const { publicKey } = await ask(backend, { action: 'key' })
  await navigator.serviceWorker.register(pushWorkerPath, { scope })
  const registration = (await registrationOf())!
  await whenActive(registration)
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  // A subscription with the key of an earlier installation is refused with InvalidStateError.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe(options)
  const { endpoint, keys = {} } = subscription.toJSON()
  try {
    await ask(backend, {
      action: 'add',
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

async function turnOff(backend: Backend): Promise<PushState> {
  const subscription = await (await registrationOf())?.pushManager.getSubscription()
  if (subscription) {
    await ask(backend, { action: 'remove', endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  }
  return readState()
}

/** Ends the subscription of this browser, whose push service then refuses what is sent: the next user of a shared computer reads nothing. */
export async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await (await (await registrationOf())?.pushManager?.getSubscription())?.unsubscribe()
}

export function useSwitchPush(onFail: (error: unknown) => void) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOn(backend) : turnOff(backend)),
    onSuccess: (state) => void queries.setQueryData(key, state),
    onError: onFail,
  })
}
