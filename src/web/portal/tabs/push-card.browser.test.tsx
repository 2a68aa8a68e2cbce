import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { makeContact } from '../../../../test/browser/make-contact.ts'
import { backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'

/** Stubs the push service, which the test browser does not have. The permission is granted on request. */
function stubPush() {
  let subscription: object | null = null
  const requested = vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted')
  const permission = vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default')
  const unsubscribe = async () => {
    subscription = null
    return true
  }
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
      const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
      subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe }
      return subscription
    },
  }
  const registration = { active: {}, pushManager } as unknown as ServiceWorkerRegistration
  const found = vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration)
  const registered = vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration)
  onTestFinished(() => {
    for (const spy of [requested, permission, found, registered]) spy.mockRestore()
    localStorage.removeItem('push-owner')
  })
  return { requested, registered, found }
}

test('a client switches push messages on and off', async () => {
  const { requested, registered } = stubPush()
  const account = await makeAccount('client')
  const { id } = await makeContact()
  const service = backendAsService()
  await service.from('contacts').update({ client_user_id: account.id }).eq('id', id).throwOnError()
  const browsers = async () =>
    (await service.from('push_subscriptions').select('surface').eq('user_id', account.id).throwOnError()).data

  await openScreen('/client-portal/profile', account)
  const control = page.getByRole('switch', { name: 'התראות במכשיר הזה' })
  await expect.element(control).not.toBeChecked()
  expect(requested).not.toHaveBeenCalled()
  await control.click()
  await expect.element(control).toBeChecked()
  expect(await browsers()).toEqual([{ surface: 'portal' }])
  expect(requested).toHaveBeenCalledOnce()
  expect(registered).toHaveBeenCalledWith('/push-worker.js', { scope: '/client-portal' })
  await control.click()
  await expect.element(control).not.toBeChecked()
  expect(await browsers()).toEqual([])
})

test('a browser whose push registration cannot be read offers a retry, and then the switch', async () => {
  const { found } = stubPush()
  found.mockRejectedValue(new Error('InvalidStateError'))
  const { account } = await makeClient()
  await openScreen('/client-portal/profile', account)
  const card = page.getByRole('region', { name: 'התראות' })
  const again = card.getByRole('button', { name: 'ניסיון נוסף' })
  await expect.element(again).toBeVisible()
  found.mockResolvedValue(undefined)
  await again.click()
  await expect.element(card.getByRole('switch', { name: 'התראות במכשיר הזה' })).not.toBeChecked()
})
