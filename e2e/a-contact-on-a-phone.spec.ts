import { expect, test } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

test('on a phone a contact opens on the composer, with tasks and opportunities before the timeline', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await signIn(page, 'owner', '/crm/contacts/00000000-0000-4000-8002-000000000001')
  const top = async (of: ReturnType<typeof page.locator>) => (await of.boundingBox())!.y
  const composer = await top(page.locator('.composer'))
  const tasks = await top(page.getByRole('region', { name: 'משימות' }))
  const opportunities = await top(page.getByRole('region', { name: 'הזדמנויות' }))
  const story = await top(page.locator('.story'))
  expect(composer).toBeLessThan(700)
  expect(tasks).toBeLessThan(2 * 844)
  expect([composer, tasks, opportunities, story]).toEqual(
    [composer, tasks, opportunities, story].toSorted((one, other) => one - other),
  )
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  quiet()
  await context.close()
})
