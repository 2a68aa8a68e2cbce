import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'
import { makeRoomForEntry } from './menu-entries.ts'

// A green rectangle of 40 × 30 pixels.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAAALElEQVR42u3NMQ0AAAgDsAnAHg/+hSADjib9m5o+EbFYLBaLxWKxWCwW/40X1QhsvlVOlYcAAAAASUVORK5CYII=',
  'base64',
)

test('the owner creates a landing page with an image and a menu entry, from scratch to publication', async ({
  browser,
}, { retry }) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: { width: 1440, height: 900 } })
  await signIn(page, 'owner', '/crm/site')
  await page.getByRole('button', { name: 'עמוד חדש' }).click()
  await page.getByLabel('שם העמוד').fill('סדנת חורף')
  await expect(page.getByLabel('הכתובת')).toHaveValue('סדנת-חורף')
  await page.getByLabel('הכתובת').fill(`winter-${retry}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'יצירת העמוד' }).click()

  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading', { level: 1, name: 'סדנת חורף' })).toBeVisible()
  await expect(page.getByText('לא מוצג עכשיו: לא נבחרה תמונה')).toBeVisible()
  await page.locator('.blocks__open', { hasText: 'תמונה' }).click()
  await page.getByRole('button', { name: 'בחירת תמונה' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'העלאת תמונות' }).click()
  await (await chooser).setFiles({ name: 'winter.png', mimeType: 'image/png', buffer: picture })
  await page.getByLabel('מה רואים בתמונה').fill('שולחן עם ספלי תה')
  await expect(preview.getByRole('img', { name: 'שולחן עם ספלי תה' })).toBeVisible()
  await expect(page.getByText('לא מוצג עכשיו')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect(page.getByText('העמוד מפורסם, ומבקרים רואים אותו מעכשיו')).toBeVisible()

  await page.goto('/crm/site/pages/everywhere-menu')
  await page.locator('.blocks__open', { hasText: 'התפריט' }).click()
  await makeRoomForEntry(page)
  await page.getByRole('button', { name: 'הוספת קישור' }).click()
  const added = page.getByRole('group', { name: 'הקישורים' }).getByRole('listitem').last()
  await added.getByLabel('מה כתוב').fill('סדנת חורף')
  await added.getByLabel('לאן מגיעים').fill('/wintr')
  await expect(added.getByText('אין עכשיו עמוד מפורסם בכתובת הזאת')).toBeVisible()
  await added.getByLabel('לאן מגיעים').fill(`/winter-${retry}`)
  await expect(added.getByText('אין עכשיו עמוד מפורסם בכתובת הזאת')).toHaveCount(0)
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect(page.getByText('העמוד מפורסם, ומבקרים רואים אותו מעכשיו')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about')
  await page.getByRole('button', { name: 'תפריט', exact: true }).click()
  await page.getByRole('navigation', { name: 'תפריט' }).getByRole('link', { name: 'סדנת חורף' }).click()
  await expect(page).toHaveURL(new RegExp(`/winter-${retry}$`))
  await expect(page.getByRole('navigation', { name: 'ניווט ראשי' })).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'שולחן עם ספלי תה' })).toBeVisible()
  await expectAccessible(page)
  quiet()
  await context.close()
})
