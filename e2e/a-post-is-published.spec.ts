import { Buffer } from 'node:buffer'
import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'

// A green square of 64 pixels.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAoElEQVRoge2SQQkAQRDDKiD2+ln/Qk7EPcJAIQLS0PB6mugGbED1iuxCvUt0AzagekV2od4lugEbUL0iu1DvEt2ADahekV2od4luwAZUr8gu1LtEN2ADqldkF+pdohuwAdUrsgv1LtEN2IDqFdmFepfoBmxA9YrsQr1LdAM2oHpFdqHeJboBG1C9IrtQ7xLdgA2oXpFdqHeJbsAGVK/4hw8mXrCmtQapnwAAAABJRU5ErkJggg==',
  'base64',
)

test('a post is written by keyboard, rejected without alt text, published, and redirected from its former URL', async ({
  browser,
}) => {
  const staff = await openWindow(browser, { viewport: { width: 1440, height: 900 } })
  const { page } = staff
  await signIn(page, 'content', '/crm/blog')
  await page.getByRole('button', { name: 'מאמר חדש' }).click()
  await page.getByRole('textbox', { name: 'כותרת' }).fill('ארנק אחד לשניים')
  await page
    .getByRole('textbox', { name: 'תקציר' })
    .fill('איך מנהלים חשבון משותף בלי להתחשבן, ומה כדאי להשאיר לכל אחד בנפרד.')

  const text = page.getByRole('textbox', { name: 'תוכן המאמר' })
  await text.focus()
  await page.keyboard.type('חשבון אחד הוא הסכם, לא רק מספר.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/משנה')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'הוספה לטקסט' })).toHaveCount(0)
  for (let i = 0; i < 5; i++) await page.keyboard.press('Backspace')
  await page.keyboard.type('## מה משותף')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- שכר דירה')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/ציט')
  await page.keyboard.press('Enter')
  await page.keyboard.type('מה שברור לא צריך ויכוח.')
  await expect(text.locator('blockquote')).toHaveText('מה שברור לא צריך ויכוח.')

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'תמונה', exact: true }).click()
  await (await chooser).setFiles({ name: 'ארנק.png', mimeType: 'image/png', buffer: png })
  await expect(text.getByLabel('מה רואים בתמונה')).toBeVisible()
  await expect(page.getByText('נשמר עכשיו')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect(page.getByText('יש במאמר תמונה בלי תיאור')).toBeVisible()
  await text.getByLabel('מה רואים בתמונה').fill('ארנק ירוק על שולחן')
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect(page.getByText('המאמר באתר, ומבקרים רואים אותו מעכשיו')).toBeVisible()

  const visitor = await openWindow(browser, { viewport: { width: 390, height: 844 } })
  await visitor.page.goto('/blog')
  await visitor.page.getByRole('link', { name: 'ארנק אחד לשניים' }).click()
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('ארנק אחד לשניים')
  const picture = visitor.page.getByAltText('ארנק ירוק על שולחן')
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(visitor.page)
  const before = visitor.page.url()

  await page.getByRole('button', { name: 'שינוי הכתובת' }).click()
  await page.getByRole('textbox', { name: 'הכתובת' }).fill('ארנק משותף')
  await page.getByRole('button', { name: 'שמירת הכתובת' }).click()
  await expect(page.getByText('הכתובת השתנתה, והקודמת מפנה אליה')).toBeVisible()
  await expect(async () => {
    await visitor.page.goto(before)
    expect(decodeURIComponent(visitor.page.url())).toContain('/blog/ארנק-משותף')
  }).toPass()

  // A draft is private to its author until published, and an earlier version can be restored.
  await page.getByRole('textbox', { name: 'כותרת' }).fill('ארנק אחר')
  await expect(page.getByText('יש שינויים שלא פורסמו')).toBeVisible()
  await visitor.page.reload()
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('ארנק אחד לשניים')
  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  await page.getByRole('menuitem', { name: 'גרסאות קודמות' }).click()
  await page.getByRole('list', { name: 'גרסאות' }).getByRole('button').last().click()
  await expect(page.getByRole('dialog').getByText('ארנק אחד לשניים')).toBeVisible()
  await page.getByRole('button', { name: 'חזרה לגרסה הזאת' }).click()
  await expect(page.getByRole('textbox', { name: 'כותרת' })).toHaveValue('ארנק אחד לשניים')

  staff.quiet()
  visitor.quiet()
  await Promise.all([staff.context.close(), visitor.context.close()])
})
