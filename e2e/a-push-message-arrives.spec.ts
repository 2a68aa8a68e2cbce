import { expect, test } from '@playwright/test'
import { wholeChromium } from '../test/chromium.ts'
import { signIn } from './browser-helpers.ts'

// The headless shell shows no notifications.
test.use({ launchOptions: wholeChromium })

test('a push message is shown by the service worker, in Hebrew and with its path', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['notifications'])
  await signIn(page, 'sales', '/crm/settings?tab=notifications')
  // No permission is requested and nothing is registered before a click.
  await expect(page.getByRole('button', { name: 'הפעלה בדפדפן הזה' })).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated')
      if (active) resolve(active.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await page.evaluate(() => navigator.serviceWorker.register('/push-worker.js', { scope: '/crm' }))
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: baseURL!,
    registrationId: await registered,
    data: JSON.stringify({ title: 'פנייה חדשה', body: 'נועה לוי', path: '/crm/tasks', tag: 'one' }),
  })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/crm')
      return (await registration!.getNotifications()).map(({ title, body, dir, data }) => ({ title, body, dir, data }))
    })
  await expect
    .poll(shown)
    .toEqual([{ title: 'פנייה חדשה', body: 'נועה לוי', dir: 'rtl', data: { path: '/crm/tasks' } }])
})
