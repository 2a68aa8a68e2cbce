import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { texts, toggles } from './accessibility-texts.ts'
import { applySettings, defaultSettings, settingsKey } from './accessibility.ts'
import { AccessibilitySheet } from './accessibility-sheet.tsx'
import { attachWidget } from './accessibility-widget.ts'
import { showTheme } from '#platform/screens/theme-choice.ts'

afterEach(() => {
  applySettings(document.documentElement, defaultSettings)
  showTheme('light')
})

const theme = (name: string) => page.getByRole('radio', { name, exact: true })
const shownTheme = () => document.documentElement.dataset['theme'] ?? 'light'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const sheet = page.getByRole('dialog', { name: texts.title })
const opener = () => document.querySelector('#a11y-open')!
const stored = () => JSON.parse(localStorage.getItem(settingsKey) ?? '{}') as Record<string, unknown>

async function openSheet(statement?: string) {
  const screen = await render(<AccessibilitySheet statement={statement} />)
  attachWidget(document).open()
  await expect.element(sheet).toBeVisible()
  return screen
}

test('the text size grows in steps up to a limit, is announced, and persists on the next page', async () => {
  const screen = await openSheet()
  await expect.element(button(texts.smaller)).toHaveAttribute('aria-disabled', 'true')
  await button(texts.larger).click()
  await expect.element(page.getByText('120%', { exact: true })).toBeVisible()
  await expect.element(page.getByText(`${texts.textSize}: 120%`)).toBeInTheDocument()
  for (let i = 0; i < 4; i++) await button(texts.larger).click({ force: true })
  await expect.element(page.getByText('160%', { exact: true })).toBeVisible()
  await expect.element(button(texts.larger)).toHaveAttribute('aria-disabled', 'true')
  expect(stored()).toMatchObject({ fontScale: 1.6 })
  await screen.unmount()
  await openSheet()
  await expect.element(page.getByText('160%', { exact: true })).toBeVisible()
})

test('contrast and switches apply immediately, and reset undoes all of them', async () => {
  await openSheet('/accessibility')
  const [toggle, label] = Object.entries(toggles)[0]!
  // Rendered as a switch, not as a native checkbox.
  expect(getComputedStyle(page.getByRole('switch', { name: label }).element()).appearance).toBe('none')
  await page.getByRole('switch', { name: label }).click()
  const [contrast, contrastText] = Object.entries(texts.contrasts).at(-1)!
  await page.getByText(new RegExp(`${contrastText}$`)).click()
  expect(stored()).toMatchObject({ [toggle]: true, contrast })
  await button(texts.reset).click()
  await expect.element(page.getByRole('switch', { name: label })).not.toBeChecked()
  expect(stored()).toMatchObject({ ...defaultSettings })
  await expect.element(page.getByText(texts.wasReset)).toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: texts.statement })).toHaveAttribute('href', '/accessibility')
})

test("a theme is selected and announced, and reset returns to the device's theme", async () => {
  await openSheet()
  await expect.element(theme(texts.themes.auto)).toBeChecked()
  await page.getByText(texts.themes.dark, { exact: true }).click()
  expect([shownTheme(), localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
  await expect.element(page.getByText(`${texts.theme}: ${texts.themes.dark}`)).toBeInTheDocument()
  await button(texts.reset).click()
  await expect.element(theme(texts.themes.auto)).toBeChecked()
  expect(shownTheme()).toBe('light')
})

test('high contrast is light on black in both themes, and disables the theme choice', async () => {
  await openSheet()
  await page.getByText(texts.themes.light, { exact: true }).click()
  await page.getByText(new RegExp(`${texts.contrasts.high}$`)).click()
  expect(shownTheme()).toBe('dark')
  const style = getComputedStyle(document.documentElement)
  expect(['--bg', '--text', '--primary'].map((name) => style.getPropertyValue(name))).toEqual([
    '#000',
    '#fff',
    '#ffe14d',
  ])
  await expect.element(theme(texts.themes.light)).toBeDisabled()
  await page.getByText(new RegExp(`${texts.contrasts.normal}$`)).click()
  await expect.element(theme(texts.themes.light)).toBeEnabled()
  expect(shownTheme()).toBe('light')
})

test("Escape closes the dialog, and the button's expanded state is updated", async () => {
  await openSheet()
  expect(opener().getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  expect(opener().getAttribute('aria-expanded')).toBe('false')
  await expect.element(page.getByRole('link', { name: texts.statement })).not.toBeInTheDocument()
})

test('reading aloud includes collapsed parts of the page, which stay collapsed', async () => {
  const said: string[] = []
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue([{ lang: 'en-US' } as SpeechSynthesisVoice])
  vi.spyOn(speechSynthesis, 'speak').mockImplementation((utterance) => {
    said.push(utterance.text)
    utterance.dispatchEvent(new Event('end'))
  })
  await render(
    <>
      <main>
        <details>
          <summary>כמה זמן נמשך הליווי?</summary>
          <p>חצי שנה.</p>
          <details>
            <summary>ואפשר להאריך?</summary>
            <p>אפשר.</p>
          </details>
        </details>
      </main>
      <AccessibilitySheet statement={undefined} />
    </>,
  )
  attachWidget(document).open()
  await button(texts.read).click()
  expect(said).toEqual(['כמה זמן נמשך הליווי?', 'חצי שנה.', 'ואפשר להאריך?', 'אפשר.'])
  expect(document.querySelectorAll('main details[open]')).toHaveLength(0)
})
