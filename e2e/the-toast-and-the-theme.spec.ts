import { expect, test } from '@playwright/test'
import { signIn, stopClock } from './browser-helpers.ts'

test('in dark mode the sidebar is eighty percent of the secondary colour', async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signIn(page, 'owner')
  await expect(page.locator('aside.side')).toBeVisible()
  const { sidebar, expected } = await page.evaluate(() => {
    const probe = document.createElement('i')
    probe.style.background = 'color-mix(in oklab, var(--brand-secondary) 80%, black)'
    document.body.append(probe)
    // Compared as pixels: the two are written in different colour spaces.
    const pixelOf = (colour: string) => {
      const canvas = document.createElement('canvas').getContext('2d')!
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      return Array.from(canvas.getImageData(0, 0, 1, 1).data).slice(0, 3)
    }
    return {
      sidebar: pixelOf(getComputedStyle(document.querySelector('aside.side')!).backgroundColor),
      expected: pixelOf(getComputedStyle(probe).backgroundColor),
    }
  })
  for (const [i, channel] of sidebar.entries()) expect(Math.abs(channel - expected[i]!)).toBeLessThanOrEqual(2)
  await context.close()
})

test('a success toast disappears after six seconds, an error toast stays; both are listed in the history', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, 'owner')
  await page.getByRole('button', { name: /^התראות/ }).click()
  // From here on the clock is paused: machine speed must not count.
  await stopClock(page)
  await page.getByRole('button', { name: 'סימון הכול כנקרא' }).click()
  const said = page.getByRole('region', { name: 'הודעות' }).getByText('כל ההתראות סומנו כנקראו')
  await expect
    .poll(async () => {
      await page.clock.runFor(50)
      return said.isVisible()
    })
    .toBe(true)
  await page.keyboard.press('Escape')
  await page.mouse.move(5, 5)
  await page.clock.runFor(5_000)
  await expect(said).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(said).toBeHidden()
  await page.clock.resume()

  await page.route('**/rest/v1/notifications?**', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: { message: 'no' } }) : route.continue(),
  )
  await page.getByRole('button', { name: /^התראות/ }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'פנייה חדשה מהאתר' })
    .first()
    .getByRole('button', { name: /^מחיקה/ })
    .click()
  const failed = page.getByRole('region', { name: 'הודעות' }).getByText('שגיאה במחיקת ההתראה')
  await expect(failed).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(failed).toBeVisible()

  // One toast at a time: the next one replaces the previous one.
  await page
    .getByRole('listitem')
    .filter({ hasText: 'פנייה חדשה מהאתר' })
    .first()
    .getByRole('button', { name: /^מחיקה/ })
    .click()
  await expect(failed).toHaveCount(2)
  await expect(page.locator('.toast:not([data-limited])')).toHaveCount(1)

  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('כל ההתראות סומנו כנקראו')).toBeVisible()
})
