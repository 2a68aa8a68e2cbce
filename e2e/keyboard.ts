import { expect, type Locator, type Page } from '@playwright/test'

/** The keyboard of a page, with a count of presses. */
export function countingKeyboard(page: Page) {
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  return {
    press,
    presses: () => presses,
    type: async (text: string) => {
      presses += text.length
      await page.keyboard.type(text)
    },
    /** Moves the focus with the Tab key, backwards with `Shift+Tab`. */
    walkTo: async (target: Locator, key = 'Tab') => {
      await expect(target).toBeVisible()
      const isThere = () => target.evaluate((element) => element === document.activeElement)
      for (let step = 0; step < 80 && !(await isThere()); step++) await press(key)
      await expect(target).toBeFocused()
    },
  }
}
