import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showFatalError } from './fatal-error-screen.ts'

test('the fatal error screen shows the reference as text, and offers to reload the page', async () => {
  const place = document.createElement('div')
  place.textContent = 'שבור'
  document.body.append(place)
  showFatalError(place, '<b>AB-12</b>')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/מספר השגיאה: \u2066<b>AB-12<\/b>\u2069/)
  await expect.element(page.getByRole('button', { name: 'רענון העמוד' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('שגיאה ברכיב')
  expect(page.getByText('שבור').elements()).toEqual([])
  place.remove()
})
