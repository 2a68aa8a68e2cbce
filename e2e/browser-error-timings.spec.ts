// Timings of the error reports, tested in a browser with a paused clock.
import { expect, type Page, test } from '@playwright/test'
import { openWindow, stopClock } from './browser-helpers.ts'
import { counted, second, settled } from './paused-clock.ts'

test.describe('spec §4, §8, §9: errors', () => {
  let reported: () => number

  /** Opens a page without a previous error. */
  async function openErrors(page: Page) {
    await page.clock.install()
    reported = counted(page, (url) => url.pathname === '/browser-errors')
    await page.goto('/auth')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await stopClock(page)
  }

  const raise = (page: Page, message: string) =>
    page.evaluate((message) => void dispatchEvent(new ErrorEvent('error', { error: new Error(message) })), message)

  /** Whether this error is shown. */
  async function isReported(page: Page, message: string) {
    const before = reported()
    await raise(page, message)
    await settled(page)
    return reported() > before
  }
  /** Long enough to reset every limit. */
  const forget = (page: Page) => page.clock.fastForward(3 * 60 * second)
  /** Slow enough not to count as a burst. */
  async function oneByOne(page: Page, messages: string[]) {
    const answers = []
    for (const message of messages) {
      answers.push(await isReported(page, message))
      await page.clock.runFor(1_001)
    }
    return answers
  }
  const many = (count: number, message: string) =>
    Array.from({ length: count }, (_, i) => `${message} ${'x'.repeat(i)}`)
  const yes = (count: number) => Array.from({ length: count }, () => true)

  test('cooldowns, caps, circuit breakers and mute periods start and end on time', async ({ browser }) => {
    const { page, context } = await openWindow(browser)
    await openErrors(page)

    // The same error: 5 s of cooldown, two repeats, then silence for 60 s.
    expect(await isReported(page, 'the same')).toBe(true)
    await page.clock.runFor(5 * second - 1)
    expect(await isReported(page, 'the same')).toBe(false)
    await page.clock.runFor(1)
    expect(await isReported(page, 'the same')).toBe(true)
    await page.clock.runFor(5 * second)
    expect(await isReported(page, 'the same')).toBe(true)
    await page.clock.runFor(5 * second)
    expect(await isReported(page, 'the same')).toBe(false)
    await page.clock.runFor(60 * second - 1)
    expect(await isReported(page, 'the same')).toBe(false)
    await page.clock.runFor(5 * second)
    expect(await isReported(page, 'the same')).toBe(true)
    await forget(page)

    // Caps: postMessage 3, flow diagram 5, network 8, each independent.
    expect(await oneByOne(page, many(4, 'postMessage failed'))).toEqual([...yes(3), false])
    expect(await oneByOne(page, many(6, 'react flow'))).toEqual([...yes(5), false])
    expect(await oneByOne(page, many(9, 'Failed to fetch'))).toEqual([...yes(8), false])
    await forget(page)

    // At most 20 of all kinds per minute. A critical error has no separate cap, but counts.
    const mixed = [...many(8, 'Failed to fetch'), ...many(9, 'broken'), ...many(4, 'out of memory')]
    expect(await oneByOne(page, mixed)).toEqual([...yes(20), false])
    await forget(page)

    // Ten failures open the circuit breaker of their kind for 30 s.
    expect(await oneByOne(page, many(10, 'out of memory'))).toEqual(yes(10))
    await page.clock.runFor(30 * second - 1_001 - 1)
    expect(await isReported(page, 'out of memory at last')).toBe(false)
    expect(await isReported(page, 'another kind')).toBe(true)
    await page.clock.runFor(1)
    expect(await isReported(page, 'out of memory again')).toBe(true)
    await forget(page)

    // Five errors within a second mute the log for a minute.
    const burst = []
    for (const message of many(5, 'rapid')) burst.push(await isReported(page, message))
    expect(burst).toEqual([...yes(4), false])
    await page.clock.runFor(60 * second - 1)
    expect(await isReported(page, 'still silent')).toBe(false)
    await page.clock.runFor(1)
    expect(await isReported(page, 'heard again')).toBe(true)
    await context.close()
  })

  test('a burst of ten thousand errors in a second leaves the page usable, and sends four reports', async ({
    browser,
  }) => {
    const { page, context } = await openWindow(browser)
    await openErrors(page)
    const took = await page.evaluate(() => {
      const startedAt = Date.now.call(Date)
      for (let i = 0; i < 10_000; i++) dispatchEvent(new ErrorEvent('error', { error: new Error(`storm ${i}`) }))
      return Date.now.call(Date) - startedAt
    })
    expect(took).toBeLessThan(5 * second)
    await settled(page)
    expect(reported()).toBe(4)
    await page.clock.resume()
    await page.getByLabel('דוא״ל').fill('noa@example.com')
    await expect(page.getByLabel('דוא״ל')).toHaveValue('noa@example.com')
    await context.close()
  })
})
