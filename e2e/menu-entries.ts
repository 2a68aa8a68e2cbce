import type { Page } from '@playwright/test'

const maxEntries = 7

/** Removes the last menu entries in the opened editor while the menu is full: other tests on this server add entries too. */
export async function makeRoomForEntry(page: Page) {
  const entries = page.getByRole('group', { name: 'הקישורים' }).getByRole('listitem')
  await entries.first().waitFor()
  for (let count = await entries.count(); count >= maxEntries; count--)
    await page.getByRole('button', { name: `קישור ${count}: הסרה` }).click()
}
