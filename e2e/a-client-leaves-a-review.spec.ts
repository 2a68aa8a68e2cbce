import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow } from './browser-helpers.ts'
import { mailInstallation } from './mail-installation.ts'

const { site, lastLinkTo, signInAsOwner } = mailInstallation()
const address = 'rachel@example.com'
const quote = 'אחרי חודשיים הפסקנו לנחש כמה עולה חודש. ממש הפסקנו.'
const shorter = 'אחרי חודשיים הפסקנו לנחש כמה עולה חודש.'
// A PNG of one pixel.
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a client writes a review and confirms it by mail, the owner proposes a shorter wording, and only the accepted wording is published', async ({
  browser,
}) => {
  const visitor = await openWindow(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const { page: wall } = visitor
  await wall.goto(`${site}/reviews`)
  await wall.getByLabel('מה השתנה אצלכם').fill(quote)
  await wall.getByRole('button', { name: 'שליחת ההמלצה' }).click()
  await expect(wall.getByRole('alert')).toContainText('בלי הסכמה לא נוכל לפרסם את הדברים')
  await expect(wall.getByLabel('מה השתנה אצלכם')).toHaveValue(quote)
  await wall.getByLabel('שם מלא').fill('רחל לדוגמה')
  await wall.getByLabel('דוא״ל').fill(address)
  await wall.getByLabel('מאשרים לפרסם את הדברים').check()
  await wall.getByText('כמה מילים עליכם, דירוג ותמונה').click()
  await wall.getByLabel('מאשרים להציג את התמונה').check()
  await wall.getByLabel('בחירת תמונה').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo })
  await wall.getByRole('button', { name: 'שליחת ההמלצה' }).click()
  await expect(wall.getByText('תודה ששיתפתם')).toBeVisible()

  await expect.poll(() => lastLinkTo(address, '/reviews/confirm/')).toBeTruthy()
  await wall.goto(lastLinkTo(address, '/reviews/confirm/')!)
  await expect(wall.getByText(quote)).toBeVisible()
  await wall.getByRole('button', { name: 'כן, אלה המילים שלי' }).click()
  await expect(wall.getByRole('heading', { name: 'תודה, ההמלצה אצלנו' })).toBeVisible()

  const { page, context, quiet } = await openWindow(browser)
  await signInAsOwner(page, '/crm')
  await page.getByRole('button', { name: /התראות/ }).click()
  await page.getByRole('link', { name: 'המלצה חדשה מחכה לקריאה' }).first().click()
  const review = page.getByRole('article', { name: 'המלצה של רחל' })
  await expect(review.getByText(quote)).toBeVisible()
  await expect(review.getByText(address)).toBeVisible()
  await expect(review.getByRole('img', { name: 'התמונה של רחל' })).toBeVisible()
  await review.getByRole('button', { name: 'עריכה ותשובה' }).click()
  await page.getByLabel('המילים').fill(shorter)
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect(review.getByText('ומחכה לאישור שלהם')).toBeVisible()
  await expectAccessible(page)
  await review.getByRole('button', { name: 'פרסום באתר' }).click()
  await expect(page.getByText('ההמלצה באתר')).toBeVisible()
  await wall.goto(`${site}/reviews`)
  await expect(wall.getByText(quote)).toBeVisible()
  await expect(wall.getByText('אומת בדוא״ל')).toBeVisible()

  await expect.poll(() => lastLinkTo(address, '/reviews/wording/')).toBeTruthy()
  await wall.goto(lastLinkTo(address, '/reviews/wording/')!)
  await wall.getByRole('button', { name: 'אישור הנוסח החדש' }).click()
  await expect(wall.getByRole('heading', { name: 'הנוסח החדש אושר' })).toBeVisible()
  await wall.goto(`${site}/reviews`)
  await expect(wall.getByText(shorter, { exact: true })).toBeVisible()

  await page.goto(`${site}/crm/site/reviews?show=shown`)
  await review.getByRole('button', { name: 'הסרה מהאתר' }).click()
  await page.getByRole('menuitem', { name: 'הכותבים ביקשו להסיר' }).click()
  await expect(page.getByText('ההמלצה לא תופיע באתר')).toBeVisible()
  await wall.reload()
  await expect(wall.getByText(shorter)).toHaveCount(0)
  quiet()
  await context.close()
  await visitor.context.close()
})
