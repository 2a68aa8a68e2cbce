import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow } from './browser-helpers.ts'

const phone = { width: 390, height: 844 }

test('the home page is at most eight phone screens long, and collapsed or offscreen content is reachable by keyboard', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: phone })
  await page.goto('/')
  await page.getByRole('button', { name: 'חיוניות בלבד' }).click()
  await expect(page.getByRole('region', { name: 'העוגיות שלנו, הבחירה שלכם' })).toBeHidden()
  const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight)
  expect(screens).toBeLessThanOrEqual(8)

  // The last card of the row is outside the viewport.
  await page.getByRole('link', { name: 'לליווי המשפחתי' }).scrollIntoViewIfNeeded()
  const last = page.getByRole('link', { name: 'לפגישה הבודדת' })
  await expect(last).not.toBeInViewport({ ratio: 0.9 })
  await last.focus()
  await expect(last).toBeInViewport({ ratio: 0.9 })

  const quotes = page.getByRole('region', { name: 'מה משתנה אחרי הליווי' }).locator('figure')
  await expect(quotes.first()).toBeVisible()
  await expect(quotes.last()).toBeHidden()
  await page.getByText('עוד המלצות').press('Enter')
  await expect(quotes.last()).toBeVisible()
  await page.getByText('כל העמודים').press('Enter')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'שאלות נפוצות' })).toBeVisible()
  await expectAccessible(page)

  // In print the row cannot scroll, so all of it must fit.
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.locator('.services').evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
  quiet()
  await context.close()
})

test('on a phone the text in the landscape is at least 12 pixels high', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: phone })
  for (const path of ['/', '/home-2']) {
    await page.goto(path)
    const heights = await page
      .locator('.hero__art text')
      .evaluateAll((descriptions) =>
        descriptions
          .filter((one) => one.checkVisibility())
          .map((one) => Number.parseFloat(getComputedStyle(one).fontSize) * (one as SVGTextElement).getScreenCTM()!.d),
      )
    expect(heights.length, path).toBeGreaterThan(1)
    expect(Math.min(...heights), path).toBeGreaterThanOrEqual(12)
  }
  quiet()
  await context.close()
})

test('on a phone the bar at the bottom does not cover the amount in the landscape', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: phone })
  await page.goto('/')
  await page.getByRole('button', { name: 'חיוניות בלבד' }).click()
  const bar = page.getByRole('navigation', { name: 'פנייה מהירה' })
  await expect(bar).toBeVisible()
  const amount = page.locator('.hero__narrow .hero__figure')
  await expect
    .poll(async () => (await bar.boundingBox())!.y - bottomOf((await amount.boundingBox())!))
    .toBeGreaterThan(0)
  quiet()
  await context.close()
})

const bottomOf = ({ y, height }: { y: number; height: number }) => y + height

test('on a desktop the amount in the landscape is beside the accessibility button', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  const button = page.getByRole('button', { name: 'אפשרויות נגישות' })
  await expect(button).toBeVisible()
  for (const width of [1024, 1280, 1366]) {
    await page.setViewportSize({ width, height: 768 })
    const { x, width: size } = (await button.boundingBox())!
    const amount = page.locator('.hero__wide .hero__figure')
    await expect.poll(async () => (await amount.boundingBox())!.x, `${width} pixels`).toBeGreaterThan(x + size)
  }
  quiet()
  await context.close()
})

test('on a desktop nothing on the home page is collapsed', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  for (const folded of [
    page.getByRole('region', { name: 'מה משתנה אחרי הליווי' }).locator('figure').last(),
    page.getByText('ואינה מכסה'),
    page.getByRole('contentinfo').getByRole('link', { name: 'שאלות נפוצות' }),
  ])
    await expect(folded).toBeVisible()
  for (const text of ['עוד המלצות', 'הכשרה והסמכה', 'כל העמודים']) await expect(page.getByText(text)).toBeHidden()
  quiet()
  await context.close()
})
