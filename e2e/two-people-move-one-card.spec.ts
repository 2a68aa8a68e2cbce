import { expect, type Page, test } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

const boardOf = (page: Page) => page.getByRole('region', { name: 'שלבי המכירה' })
const columnOf = (page: Page, name: string) => boardOf(page).getByRole('region', { name, exact: true })
const toastOn = (page: Page) => page.getByRole('region', { name: 'הודעות' })

test('two users move one card at once: the first move wins, the second gets an error, and both see the same board', async ({
  browser,
}) => {
  const [first, second] = [await openWindow(browser), await openWindow(browser)]
  await signIn(first.page, 'owner', '/crm/pipeline')
  await signIn(second.page, 'admin', '/crm/pipeline')
  const name = await columnOf(first.page, 'פנייה חדשה').locator('.deal__name').first().innerText()
  const cardOn = (page: Page) => boardOf(page).locator('[data-card]').filter({ hasText: name })
  await expect(cardOn(second.page)).toBeVisible()

  // The first move commits while the second is in flight.
  await second.page.route(
    '**/rest/v1/rpc/move_opportunity*',
    async (route) => {
      await moveTo(first.page, name, 'נוצר קשר')
      await route.continue()
    },
    { times: 1 },
  )
  await moveTo(second.page, name, 'נקבעה שיחת היכרות')

  await expect(toastOn(second.page)).toContainText('מישהו עדכן את ההזדמנות לפניכם')
  for (const page of [first.page, second.page])
    await expect(columnOf(page, 'נוצר קשר').locator('[data-card]').filter({ hasText: name })).toBeVisible()
  await first.context.close()
  await second.context.close()
})

test('the network fails during a drag: the card returns, an error is shown, and nothing is stored', async ({
  browser,
}) => {
  const { page, context } = await openWindow(browser)
  await signIn(page, 'owner', '/crm/pipeline')
  const name = await columnOf(page, 'במעקב').locator('.deal__name').first().innerText()
  const card = boardOf(page).locator('[data-card]').filter({ hasText: name })
  await card.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  // Lazily loaded parts must be present before the network fails.
  await expect(toastOn(page)).toBeAttached()
  await context.setOffline(true)
  await page.keyboard.press('Space')
  await expect(toastOn(page)).toContainText('החיבור נותק והכרטיס חזר למקומו')
  await expect(columnOf(page, 'במעקב').locator('[data-card]').filter({ hasText: name })).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(columnOf(page, 'במעקב').locator('[data-card]').filter({ hasText: name })).toBeVisible()
  await context.close()
})

async function moveTo(page: Page, name: string, stage: string) {
  const card = boardOf(page).locator('[data-card]').filter({ hasText: name })
  await card.getByRole('button', { name: /^העברה לשלב/ }).click()
  await page.getByRole('menuitem', { name: stage }).click()
}
