import { expect, type Locator, type Page } from '@playwright/test'

/** Counts the presses of a mouse or a finger. Entering a field is one; the typed characters are not counted. */
export function countingPresses(page: Page, pressOn: (target: Locator) => Promise<void>) {
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await pressOn(target)
  }
  return {
    press,
    presses: () => presses,
    type: async (target: Locator, text: string) => {
      await press(target)
      await target.fill(text)
    },
    /** Two presses: one opens the native list, one selects the option. */
    select: async (target: Locator, label: string) => {
      presses += 2
      await target.selectOption({ label })
    },
    /** The button is disabled once the latest version is published. The toast may be of an earlier publication. */
    publish: async () => {
      const button = page.getByRole('button', { name: 'פרסום', exact: true })
      await press(button)
      await expect(button).toBeDisabled()
      await expect(page.getByText('העמוד מפורסם, ומבקרים רואים אותו מעכשיו').first()).toBeVisible()
    },
  }
}
