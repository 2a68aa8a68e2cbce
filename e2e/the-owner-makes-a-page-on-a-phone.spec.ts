import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'
import { countingPresses } from './counting-presses.ts'
import { makeRoomInMenu } from './menu-entries.ts'

// A green rectangle of 40 × 30 pixels.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAAALElEQVR42u3NMQ0AAAgDsAnAHg/+hSADjib9m5o+EbFYLBaLxWKxWCwW/40X1QhsvlVOlYcAAAAASUVORK5CYII=',
  'base64',
)
// The count that docs/measured.md states.
const maxPresses = 14

test('on a phone the owner creates and publishes a landing page with a picture, a form and a menu entry', async ({
  browser,
}, { retry }) => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const { page, context, quiet } = await openWindow(browser, phone)
  const { press, type, select, publish, presses } = countingPresses(page, (target) => target.tap())
  // The page of a failed first attempt may exist. Its address is the proposed one.
  const title = `סדנת אביב ${retry + 1}`
  const slug = `סדנת-אביב-${retry + 1}`
  await signIn(page, 'owner')
  await makeRoomInMenu(page)
  await page.goto('/crm/site')

  await press(page.getByRole('button', { name: 'עמוד חדש' }))
  await type(page.getByLabel('שם העמוד'), title)
  await expect(page.getByLabel('הכתובת')).toHaveValue(slug)
  await press(page.getByRole('button', { name: 'יצירת העמוד' }))

  await expect(page.getByText('לא מוצג עכשיו: לא נבחרה תמונה')).toBeVisible()
  await press(page.locator('.blocks__open', { hasText: 'תמונה' }))
  await press(page.getByRole('button', { name: 'בחירת תמונה' }))
  const chooser = page.waitForEvent('filechooser')
  await press(page.getByRole('button', { name: 'העלאת תמונות' }))
  await (await chooser).setFiles({ name: 'spring.png', mimeType: 'image/png', buffer: picture })
  await type(page.getByLabel('מה רואים בתמונה'), 'שקדייה פורחת')

  await press(page.getByRole('button', { name: 'הוספת מקטע' }))
  const kinds = page.getByRole('dialog', { name: 'מקטע חדש' })
  await press(kinds.getByRole('button', { name: /^טופס טופס שבניתם/ }))
  await expect(page.getByText('לא מוצג עכשיו: לא נבחר טופס')).toBeVisible()
  await select(page.getByRole('combobox', { name: 'הטופס' }), 'הכנה לפגישה')
  await expect(page.getByText('לא מוצג עכשיו')).toHaveCount(0)
  await expectAccessible(page)

  await press(page.getByRole('button', { name: 'תצוגה', exact: true }))
  const preview = page.frameLocator('iframe.preview__frame')
  await expect(preview.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(preview.getByRole('img', { name: 'שקדייה פורחת' })).toBeVisible()
  await press(page.getByLabel('להוסיף לתפריט האתר עם הפרסום'))
  await publish()
  await expect(page.getByText('נוסף גם קישור בתפריט האתר').first()).toBeVisible()
  expect(presses()).toBeLessThanOrEqual(maxPresses)

  await page.goto('/about')
  await page.getByRole('button', { name: 'חיוניות בלבד' }).tap()
  await page.getByRole('button', { name: 'תפריט', exact: true }).tap()
  await page.getByRole('navigation', { name: 'תפריט' }).getByRole('link', { name: title }).tap()
  await expect(page).toHaveURL(({ pathname }) => decodeURI(pathname) === `/${slug}`)
  await expect(page.getByRole('img', { name: 'שקדייה פורחת' })).toBeVisible()
  const frame = page.locator('iframe.form-frame')
  await frame.scrollIntoViewIfNeeded()
  await expect(frame.contentFrame().getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  quiet()
  await context.close()
})
