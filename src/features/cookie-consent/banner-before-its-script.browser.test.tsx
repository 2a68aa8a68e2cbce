import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { attachBanner } from './banner.ts'
import { CookieBanner } from './cookie-banner.tsx'
import { texts } from './cookie-texts.ts'
import { type CookiePreferences, preferencesKey } from './preferences.ts'

const banner = page.getByRole('region', { name: texts.title })

/** With the banner as the pre-paint script shows it. `pressed`: the button that was pressed until then. */
async function openPage(pressed: '' | 'essential') {
  document.documentElement.dataset['ask'] = pressed
  const recorded: CookiePreferences[] = []
  const screen = await render(
    <>
      <main id="main" tabIndex={-1} />
      <CookieBanner privacy="/privacy-policy" />
    </>,
  )
  attachBanner(document, (_, choice) => recorded.push(choice))
  expect('ask' in document.documentElement.dataset).toBe(false)
  return { screen, recorded }
}
const stored = () => JSON.parse(localStorage.getItem(preferencesKey) ?? 'null') as CookiePreferences | null

test('a banner shown before its script stays open, and repeats a press that came first', async () => {
  const { screen, recorded } = await openPage('')
  await expect.element(banner).toBeVisible()
  expect([recorded, stored()]).toEqual([[], null])
  await screen.unmount()
  const pressed = await openPage('essential')
  await expect.element(banner).not.toBeInTheDocument()
  expect(stored()).toMatchObject({ functional: false, performance: false, marketing: false })
  expect(pressed.recorded).toEqual([stored()])
})
