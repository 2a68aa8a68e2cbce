import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { SoundTest } from './sound-test.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('the sound test plays two tones, and shows what to check if they are not heard', async () => {
  const start = vi.spyOn(AudioScheduledSourceNode.prototype, 'start')
  await render(<SoundTest />)
  await button('בדיקת שמע').click()
  await expect.element(page.getByText('שמעתם שני צלילים?')).toBeVisible()
  expect(start).toHaveBeenCalledTimes(2)
  await button('לא שמעתי').click()
  await expect.element(page.getByRole('status')).toMatchTextContent(/להגביר את עוצמת השמע/)
  await button('השמעה נוספת').click()
  await button('כן, שמעתי').click()
  await expect.element(button('השמעה נוספת')).toHaveFocus()
  await expect.element(page.getByRole('status')).toMatchTextContent('השמע תקין, אפשר להתחיל.')
  expect(start).toHaveBeenCalledTimes(4)
  start.mockRestore()
})

test('a browser without audio support shows a message', async () => {
  vi.stubGlobal('AudioContext', undefined)
  await render(<SoundTest />)
  await button('בדיקת שמע').click()
  await expect.element(page.getByText('הדפדפן הזה לא מאפשר לבדוק כאן את השמע.')).toBeVisible()
  vi.unstubAllGlobals()
})
