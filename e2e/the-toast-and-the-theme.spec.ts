import { expect, test } from '@playwright/test'
import { signIn, stopClock } from './browser-helpers.ts'

/** Seeds of every lightness; at #7c9aa0 the text colour switches between black and white. */
const seconds = [
  '#14363c',
  '#000000',
  '#7a1f4b',
  '#0057ff',
  '#8a6d00',
  '#7c9aa0',
  '#9bb7bd',
  '#f2c14e',
  '#ffff00',
  '#ffffff',
]

test('in dark mode the sidebar has eighty percent of the secondary colour, and its text always has a contrast of 4.5 to 1', async ({
  browser,
}) => {
  const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signIn(page, 'owner')
  await expect(page.locator('aside.side')).toBeVisible()
  for (const second of seconds) {
    const { sidebar, expected, texts } = await page.evaluate(sidebarColours, second)
    for (const [i, channel] of sidebar.entries())
      expect(Math.abs(channel - expected[i]!), second).toBeLessThanOrEqual(2)
    expect(texts.length).toBeGreaterThan(6)
    for (const { what, ratio } of texts) expect(ratio, `${second}: ${what}`).toBeGreaterThanOrEqual(4.5)
  }
  await context.close()
})

/** Measured in the page: the sidebar with this secondary colour, and the contrast of its texts, also when hovered. */
function sidebarColours(second: string) {
  const root = document.documentElement
  root.style.setProperty('--brand-secondary', second)
  // Compared as pixels: the colours are written in different colour spaces.
  const pixelOf = (colour: string) => {
    const canvas = document.createElement('canvas').getContext('2d')!
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    return Array.from(canvas.getImageData(0, 0, 1, 1).data).slice(0, 3)
  }
  const luminance = (pixel: number[]) => {
    const [red = 0, green = 0, blue = 0] = pixel.map((channel) =>
      channel <= 10 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one: string, other: string) => {
    const [light = 0, dark = 0] = [luminance(pixelOf(one)), luminance(pixelOf(other))].sort((a, b) => b - a)
    return (light + 0.05) / (dark + 0.05)
  }
  const resolved = (colour: string) => {
    const probe = document.createElement('i')
    probe.style.background = colour
    root.append(probe)
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  }
  const side = document.querySelector('aside.side')!
  const ground = getComputedStyle(side).backgroundColor
  const hover = resolved('var(--sidebar-hover)')
  const texts = [
    ...side.querySelectorAll('.side__label, .side__link, .side__me b, .side__me small, .logo__word'),
  ].flatMap((element) => {
    const { color, backgroundColor } = getComputedStyle(element)
    const grounds = backgroundColor === 'rgba(0, 0, 0, 0)' ? [ground, hover] : [backgroundColor]
    return grounds.map((behind) => ({ what: `${element.className} ${color}`, ratio: contrast(color, behind) }))
  })
  return {
    sidebar: pixelOf(ground),
    expected: pixelOf(resolved(`color-mix(in oklab, ${second} 80%, black)`)),
    texts,
  }
}

test('a success toast disappears after six seconds, an error toast stays; both are listed in the history', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, 'owner')
  const bell = page.getByRole('button', { name: /^התראות/ })
  await bell.click()
  // From here on the clock is paused: machine speed must not count.
  await stopClock(page)
  await page.getByRole('button', { name: 'סימון הכול כנקרא' }).click()
  const successToast = page.getByRole('region', { name: 'הודעות' }).getByText('כל ההתראות סומנו כנקראו')
  await expect
    .poll(async () => {
      await page.clock.runFor(50)
      return successToast.isVisible()
    })
    .toBe(true)
  await page.keyboard.press('Escape')
  await page.mouse.move(5, 5)
  await page.clock.runFor(5_000)
  await expect(successToast).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(successToast).toBeHidden()
  await page.clock.resume()
  // The panel returns the focus by a timer, which would close a panel that is opened before it fires.
  await expect(page.getByRole('dialog', { name: 'התראות' })).toBeHidden()
  await expect(bell).toBeFocused()

  await page.route('**/rest/v1/notifications?**', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: { message: 'no' } }) : route.continue(),
  )
  await bell.click()
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
