import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow } from './browser-helpers.ts'

test('invalid input is reported beside its field, and no input is lost', async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('שם מלא').fill('<b>דנה</b> לדוגמה')
  await page.getByLabel('טלפון').fill('12')
  await page.getByLabel('הודעה').fill('שלום')
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByText('מספר הטלפון אינו תקין. דוגמה: 050-0000001').first()).toBeVisible()
  await expect(page.getByLabel('טלפון')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('שם מלא')).toHaveValue('<b>דנה</b> לדוגמה')
  await expectAccessible(page)
  await page.getByLabel('טלפון').fill('0500000067')
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByText('תודה, הפנייה נשלחה. מספר פנייה:')).toBeVisible()
})

test('without JavaScript the form works as plain HTML', async ({ browser }) => {
  const { page, context } = await openWindow(browser, { javaScriptEnabled: false })
  await page.goto('/contact')
  await page.getByLabel('שם מלא').fill('יעל לדוגמה')
  await page.getByLabel('טלפון').fill('12')
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByText('מספר הטלפון אינו תקין. דוגמה: 050-0000001').first()).toBeVisible()
  await expect(page.getByLabel('שם מלא')).toHaveValue('יעל לדוגמה')
  await page.getByLabel('טלפון').fill('+972 50-000-0068')
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByText('תודה, הפנייה נשלחה. מספר פנייה:')).toBeVisible()
  await context.close()
})

test('a submit before hydration is replayed after hydration', async ({ page }) => {
  await page.route('**/assets/**', async (route) => {
    if (route.request().resourceType() === 'script') await new Promise((done) => setTimeout(done, 700))
    await route.continue()
  })
  await page.goto('/contact')
  await page.getByLabel('שם מלא').fill('נטע לדוגמה')
  await page.getByLabel('טלפון').fill('0500000069')
  await page.keyboard.press('Enter')
  await expect(page.getByText('תודה, הפנייה נשלחה. מספר פנייה:')).toBeVisible()
})

test('a message over the limit is reported beside its field and keeps its text', async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('שם מלא').fill('אורי לדוגמה')
  await page.getByLabel('טלפון').fill('0500000072')
  const message = page.getByLabel('הודעה')
  await message.evaluate((field: HTMLTextAreaElement) => (field.value = 'מילים\n'.repeat(20_000)))
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByText('עד 4,000 תווים').first()).toBeVisible()
  expect(await message.evaluate((field: HTMLTextAreaElement) => field.value.length)).toBe(120_000)
  // Emptied first: Chromium takes half a minute to paint a selection of 20,000 lines.
  await message.evaluate((field: HTMLTextAreaElement) => (field.value = ''))
  await message.fill('קצר יותר')
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByText('תודה, הפנייה נשלחה. מספר פנייה:')).toBeVisible()
})

test('a double submit sends one request', async ({ browser }) => {
  const tickets = await Promise.all(
    [1, 2].map(async () => {
      const { page, context } = await openWindow(browser)
      await page.goto('/contact')
      await page.getByLabel('שם מלא').fill('רונן לדוגמה')
      await page.getByLabel('טלפון').fill('050-0000070')
      await page.getByLabel('הודעה').fill('אותן מילים')
      await page.getByRole('button', { name: 'שליחה' }).click()
      const ticket = await page.getByText('מספר פנייה:').innerText()
      await context.close()
      return ticket
    }),
  )
  expect(tickets[0]).toBe(tickets[1])
})

test('after a network failure the input stays, and a retry succeeds', async ({ browser }) => {
  const { page, context } = await openWindow(browser)
  await page.goto('/contact')
  await page.getByLabel('שם מלא').fill('עדי לדוגמה')
  await page.getByLabel('טלפון').fill('0500000071')
  await expect(page.locator('[data-awake]')).toBeAttached()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByText('אין חיבור לשרת').first()).toBeVisible()
  await expect(page.getByLabel('שם מלא')).toHaveValue('עדי לדוגמה')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'ניסיון נוסף' }).click()
  await expect(page.getByText('תודה, הפנייה נשלחה. מספר פנייה:')).toBeVisible()
  await context.close()
})
