import { expect, type Page, test } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

// Parallel: this is the last file of the run, and its tests would otherwise queue on one worker while the others idle.
test.describe.configure({ mode: 'parallel' })

const question = (page: Page) => page.getByRole('dialog', { name: 'לצאת בלי לשמור?' })
const stay = (page: Page) => question(page).getByRole('button', { name: 'חזרה לעריכה' }).click()
const leave = (page: Page) => question(page).getByRole('button', { name: 'יציאה בלי לשמור' }).click()
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'ניווט במערכת' })

test('leaving a changed settings form by any route asks for confirmation and preserves the input', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner', '/crm/tasks')
  await sidebar(page).getByRole('link', { name: 'הגדרות' }).click()
  await page.getByRole('link', { name: 'פרופיל העסק' }).click()
  // Located by its name: the former tab also has fields until this one has loaded.
  const name = page.locator('[name="business_name"]')
  const before = await name.inputValue()
  await name.fill(`${before} החדש`)

  const stays = async (way: () => Promise<unknown>) => {
    await way()
    await expect(question(page)).toBeVisible()
    await stay(page)
    await expect(question(page)).toHaveCount(0)
    await expect(name).toHaveValue(`${before} החדש`)
  }
  await stays(() => page.getByRole('link', { name: 'מיתוג' }).click())
  await stays(() => sidebar(page).getByRole('link', { name: 'משימות' }).click())
  await stays(() => page.evaluate(() => history.back()))
  await stays(async () => {
    await page.keyboard.press('Control+K')
    await page.getByRole('option', { name: 'צינור מכירות' }).first().click()
  })
  await stays(async () => {
    await page.getByRole('button', { name: /בעלות/ }).click()
    await page.getByRole('menuitem', { name: 'יציאה' }).click()
  })
  let message = ''
  page.once('dialog', (dialog) => {
    message = dialog.type()
    void dialog.dismiss()
  })
  await page.evaluate(() => location.reload())
  await expect.poll(() => message).toBe('beforeunload')
  await expect(name).toHaveValue(`${before} החדש`)

  await sidebar(page).getByRole('link', { name: 'משימות' }).click()
  await leave(page)
  await expect(page).toHaveURL((url) => url.pathname === '/crm/tasks')
  await page.goto('/crm/settings?tab=business')
  await expect(name).toHaveValue(before)

  // After saving no confirmation is shown.
  const line = page.getByRole('main').getByRole('textbox').nth(1)
  const old = await line.inputValue()
  for (const value of [`${old} `.trimStart() + 'א', old]) {
    await line.fill(value)
    // The toast of the first save is still shown during the second.
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.getByRole('button', { name: 'שמירת השינויים' }).click()
    await saved
    await expect(page.getByRole('button', { name: 'שומרים' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'הודעות' })).toContainText('עודכן בהצלחה')
  }
  await sidebar(page).getByRole('link', { name: 'משימות' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/crm/tasks')
  quiet()
  await context.close()
})

test('every settings form asks for confirmation before its input is discarded', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner', '/crm/products')
  await page.getByRole('main').locator('a[href*="/products/0"]').first().click()
  await page.waitForURL(/products\/0/)
  const product = new URL(page.url()).pathname
  for (const path of [
    '/crm/settings?tab=profile',
    '/crm/settings?tab=brand',
    '/crm/settings?tab=pipeline',
    '/crm/settings?tab=integrations',
    '/crm/site/legal',
    '/crm/site/link-in-bio',
    '/crm/settings?tab=messages',
    '/crm/seo-manager/settings',
    '/crm/seo-manager/page?path=%2Fabout',
    product,
  ]) {
    page.once('dialog', (dialog) => void dialog.accept())
    await page.goto(path)
    const field = page
      .locator('main form')
      .locator('input[type="text"], input:not([type]), input[type="number"]')
      .first()
    const before = await field.inputValue()
    const typed = /^\d\d:\d\d$/.test(before) ? '09:30' : /^\d+$/.test(before) ? '7' : '1'
    await field.fill(typed)
    await sidebar(page).getByRole('link', { name: 'משימות' }).click()
    await expect(question(page), path).toBeVisible()
    await stay(page)
    await expect(field, path).toHaveValue(typed)
    await sidebar(page).getByRole('link', { name: 'משימות' }).click()
    await leave(page)
    await expect(page).toHaveURL((url) => url.pathname === '/crm/tasks')
  }
  quiet()
  await context.close()
})

test('a dialog with input asks for confirmation before Escape or the back button closes it', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner', '/crm/tasks')
  await sidebar(page).getByRole('link', { name: 'דיוור' }).click()
  await page.getByRole('link', { name: 'נוסחי הודעות' }).click()
  await page.getByRole('main').getByRole('button', { name: /^עריכ/ }).first().click()
  const heading = page.getByLabel('כותרת')
  await heading.fill('כותרת חדשה')
  for (const way of [() => page.keyboard.press('Escape'), () => page.evaluate(() => history.back())]) {
    await way()
    await expect(question(page)).toBeVisible()
    await stay(page)
    await expect(question(page)).toHaveCount(0)
    await expect(heading).toHaveText('כותרת חדשה')
  }
  await page.keyboard.press('Escape')
  await leave(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  quiet()
  await context.close()
})
