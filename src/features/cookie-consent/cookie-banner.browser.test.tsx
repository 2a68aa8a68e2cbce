import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { attachBanner } from './banner.ts'
import { CookieBanner, CookieChoicesButton } from './cookie-banner.tsx'
import { texts } from './cookie-texts.ts'
import { type CookiePreferences, preferencesKey } from './preferences.ts'

const banner = page.getByRole('region', { name: texts.title })
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function openPage() {
  const recorded: [string, CookiePreferences][] = []
  const screen = await render(
    <>
      <main id="main" tabIndex={-1}>
        <CookieChoicesButton />
      </main>
      <CookieBanner privacy="/privacy-policy" />
    </>,
  )
  attachBanner(document, (...choice) => recorded.push(choice))
  return { screen, recorded }
}
const stored = () => JSON.parse(localStorage.getItem(preferencesKey) ?? 'null') as CookiePreferences | null

test('refusal takes a single click, is recorded with an id, and hides the banner on the next page', async () => {
  const { screen, recorded } = await openPage()
  await expect.element(banner).toBeVisible()
  await button(texts.onlyEssential).click()
  await expect.element(banner).not.toBeInTheDocument()
  expect(stored()).toMatchObject({ functional: false, performance: false, marketing: false })
  expect(recorded).toEqual([[expect.stringMatching(/^[0-9a-f-]{36}$/), stored()]])
  expect(document.activeElement?.id).toBe('main')
  await screen.unmount()
  await openPage()
  await expect.element(banner).not.toBeInTheDocument()
})

test('choices by category can be made and reviewed from the footer, which gets the focus back', async () => {
  const { recorded } = await openPage()
  await button(texts.reopen).click()
  const kinds = Object.values(texts.kinds).map(({ name }) =>
    page.getByRole('checkbox', { name: new RegExp(`^${name}`) }),
  )
  await expect.element(kinds[0]!).toHaveFocus()
  for (const kind of kinds) await expect.element(kind).not.toBeChecked()
  await kinds[1]!.click()
  await button(texts.save).click()
  expect(stored()).toMatchObject({ functional: false, performance: true, marketing: false })
  await button(texts.reopen).click()
  await expect.element(kinds[1]!).toBeChecked()
  await expect.element(kinds[0]!).not.toBeChecked()
  await button(texts.all).click()
  await expect.element(button(texts.reopen)).toHaveFocus()
  expect(recorded.map(([, { marketing }]) => marketing)).toEqual([false, true])
})
