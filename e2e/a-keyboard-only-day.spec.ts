import { expect, type Page, test } from '@playwright/test'
import { openWindow, signIn } from './demo.ts'

const toastOn = (page: Page) => page.getByRole('region', { name: 'הודעות' })

test('a day without a mouse: the list is worked through, something is taken back, a sale gets its next step and moves on', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'sales')
  const { keyboard } = page
  await page.getByRole('button', { name: 'התחלת העבודה' }).focus()
  await keyboard.press('Enter')
  const thing = page.locator('.work').getByRole('heading')
  await expect(thing).toBeVisible()
  const isShown = async (words: string) => (await thing.innerText()).includes(words)
  const walkTo = async (words: string) => {
    for (let step = 0; step < 40 && !(await isShown(words)); step += 1) {
      const before = await thing.innerText()
      await keyboard.press('KeyJ')
      await expect(thing).not.toHaveText(before)
    }
    await expect(thing).toHaveText(words)
  }

  const late = 'מעקב אחרי הצעה – הדס'
  await walkTo(late)
  await keyboard.press('KeyD')
  await expect(toastOn(page)).toContainText(`בוצע: ${late}`)
  await expect(thing).not.toHaveText(late)
  await keyboard.press('Control+KeyZ')
  await expect(toastOn(page)).toContainText('בוטל')

  const promised = 'להתקשר שוב – צח"י'
  await page.reload()
  await expect(thing).toBeVisible()
  await walkTo(promised)
  await keyboard.press('KeyS')
  await page.getByRole('menuitem', { name: 'מחר' }).press('Enter')
  await expect(toastOn(page)).toContainText(`נדחה (מחר): ${promised}`)
  await keyboard.press('Control+KeyZ')
  await expect(toastOn(page)).toContainText('בוטל')

  const sale = 'בית מאוזן – ניר'
  await page.reload()
  await expect(thing).toBeVisible()
  await walkTo(sale)
  await keyboard.press('KeyN')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByLabel('מה צריך לעשות').fill('לשלוח הצעה מעודכנת')
  await keyboard.press('Enter')
  await expect(toastOn(page)).toContainText('המשימה נוספה')
  await expect(thing).not.toHaveText(sale)

  await page.getByRole('navigation').getByRole('link', { name: 'צינור מכירות' }).focus()
  await keyboard.press('Enter')
  const board = page.getByRole('region', { name: 'שלבי המכירה' })
  const card = board.locator('[data-card]').filter({ hasText: sale })
  await expect(card).toContainText('לשלוח הצעה מעודכנת')
  await card.focus()
  await keyboard.press('KeyM')
  await page.getByRole('menuitem', { name: 'נוצר קשר' }).press('Enter')
  await expect(
    board.getByRole('region', { name: 'נוצר קשר', exact: true }).locator('[data-card]').filter({ hasText: sale }),
  ).toBeVisible()
  quiet()
  await context.close()
})
