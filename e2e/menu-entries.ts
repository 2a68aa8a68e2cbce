import { expect, type Page } from '@playwright/test'

const maxEntries = 7

/** Removes the last links of the menu while it is full: other tests on this server add links too. */
export async function makeRoomInMenu(page: Page) {
  await page.goto('/crm/site/pages/everywhere-menu')
  await page.locator('.blocks__open', { hasText: 'התפריט' }).click()
  const entries = page.getByRole('group', { name: 'הקישורים' }).getByRole('listitem')
  await entries.first().waitFor()
  let count = await entries.count()
  if (count < maxEntries) return
  for (; count >= maxEntries; count--) await page.getByRole('button', { name: `קישור ${count}: הסרה` }).click()
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect(page.getByText('העמוד מפורסם, ומבקרים רואים אותו מעכשיו').first()).toBeVisible()
}
