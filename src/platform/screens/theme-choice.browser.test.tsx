import { afterEach, expect, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { chooseTheme, followTheme, isDark, onThemeChange, readTheme } from './theme-choice.ts'

const device = (value: 'dark' | 'light') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })

afterEach(async () => {
  await device('light')
  chooseTheme('light')
})

test('a choice is stored, shown, and announced', () => {
  const listener = vi.fn()
  const leave = onThemeChange(listener)
  chooseTheme('dark')
  expect([readTheme(), isDark(), listener.mock.calls.length]).toEqual(['dark', true, 1])
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('dark')
  leave()
  chooseTheme('light')
  expect([isDark(), listener.mock.calls.length]).toEqual([false, 1])
})

test('without a choice the theme follows the device, and a choice overrides it', async () => {
  followTheme()
  chooseTheme('auto')
  expect(isDark()).toBe(false)
  await device('dark')
  await expect.poll(isDark).toBe(true)
  chooseTheme('light')
  await device('light')
  await device('dark')
  expect(isDark()).toBe(false)
})

test('a page in the dark theme is printed in the light theme', async () => {
  chooseTheme('dark')
  const scheme = () => getComputedStyle(document.documentElement).colorScheme
  expect(scheme()).toBe('dark')
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  expect(scheme()).toBe('light')
  await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  expect(scheme()).toBe('dark')
})

test.each(['light', 'dark'] as const)(
  'prefers-contrast increases the contrast of secondary text in the %s theme',
  async (theme) => {
    chooseTheme(theme)
    const lightness = (role: string) => {
      const probe = document.createElement('i')
      probe.style.color = `oklch(from var(${role}) l 0 0)`
      document.body.append(probe)
      const found = Number(/oklch\(([\d.]+)/.exec(getComputedStyle(probe).color)![1])
      probe.remove()
      return found
    }
    const distance = () => Math.abs(lightness('--text-2') - lightness('--bg'))
    const usual = distance()
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-contrast', value: 'more' }] })
    expect(distance()).toBeGreaterThan(usual)
  },
)

test('a choice made in another tab is applied', () => {
  followTheme()
  localStorage.setItem('theme', 'dark')
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect(isDark()).toBe(true)
})

test('an unknown stored value counts as no choice', () => {
  localStorage.setItem('theme', 'sepia')
  expect(readTheme()).toBe('auto')
})
