import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp, openScreen } from '../../../test/browser/render.tsx'
import { FailedToLoad } from './failed-to-load.tsx'
import { ScreenTitleProvider, useScreenTitle, useShownTitle } from './screen-title.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useDebounced } from './use-debounced.ts'
import { useDelayedSpinner } from './use-delayed-spinner.ts'

test('an unknown path below /crm shows a not-found title, and links to the first screen', async () => {
  await openScreen('/crm/no-such-screen', 'owner')
  await expect.poll(() => document.title).toMatch(/^העמוד לא נמצא \| /)
  await page.getByRole('link', { name: 'למסך היום' }).click()
  await expect.poll(() => location.pathname).toBe('/crm')
})

test('the document title follows the screen and ends with the name of the business', async () => {
  function Screen() {
    const [name, setName] = useState('משימות')
    useScreenTitle(name)
    return (
      <button type="button" onClick={() => setName('')}>
        {useShownTitle() || 'בלי כותרת'}
      </button>
    )
  }
  await renderApp(
    <ScreenTitleProvider business="בית מרווח">
      <Screen />
    </ScreenTitleProvider>,
  )
  await expect.poll(() => document.title).toBe('משימות | בית מרווח')
  await page.getByRole('button', { name: 'משימות' }).click()
  await expect.poll(() => document.title).toBe('בית מרווח')
})

test('a failed load shows the reason in Hebrew, and its button retries', async () => {
  let requestCount = 0
  await renderApp(
    <FailedToLoad insteadOf={null} error={new TypeError('Failed to fetch')} onRetry={() => (requestCount += 1)} />,
  )
  await expect.element(page.getByRole('alert')).toMatchTextContent(/אין חיבור לשרת\. נסו שוב/)
  await page.getByRole('button', { name: 'ניסיון נוסף' }).click()
  expect(requestCount).toBe(1)
})

test('a settings card is a region labelled by its title', async () => {
  await renderApp(
    <SettingsCard title="צבעי המותג" text="שלושה צבעים">
      <p>תוכן</p>
    </SettingsCard>,
  )
  await expect.element(page.getByRole('region', { name: 'צבעי המותג' })).toMatchTextContent(/שלושה צבעים.*תוכן/)
})

test('a search is debounced, and runs with the latest text', async () => {
  const seen: string[] = []
  function Search() {
    const [typed, setTyped] = useState('')
    const debounced = useDebounced(typed)
    if (seen.at(-1) !== debounced) seen.push(debounced)
    return <input aria-label="חיפוש" value={typed} onChange={(event) => setTyped(event.target.value)} />
  }
  await renderApp(<Search />)
  const field = page.getByLabelText('חיפוש')
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
  for (const text of ['נ', 'נו', 'נועה']) {
    value.set!.call(field.element(), text)
    field.element().dispatchEvent(new Event('input', { bubbles: true }))
  }
  expect(seen).toEqual([''])
  await expect.poll(() => seen).toEqual(['', 'נועה'])
})

test('a fast response shows no spinner, and a slow one does', async () => {
  const seen: boolean[] = []
  function Wait() {
    const isVisible = useDelayedSpinner()
    seen.push(isVisible)
    return null
  }
  await renderApp(<Wait />)
  expect(seen[0]).toBe(false)
  await expect.poll(() => seen.at(-1)).toBe(true)
})
