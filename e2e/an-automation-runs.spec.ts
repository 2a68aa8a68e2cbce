import { type Browser, expect, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'
import { waitPastSpamGuard } from './wait-past-spam-guard.ts'

const visitorName = 'כרמית לדוגמה'

async function writeToUs(browser: Browser, message: string) {
  const { page, context } = await openWindow(browser)
  await page.goto('/contact')
  await waitPastSpamGuard(page)
  await page.getByLabel('שם מלא').fill(visitorName)
  await page.getByLabel('טלפון').fill('050 000-0067')
  await page.getByLabel('הודעה').fill(message)
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByText('תודה, הפנייה נשלחה. מספר פנייה:')).toBeVisible()
  await context.close()
}

test('an owner builds an automation, simulates and publishes it; a visitor enters it, submits again, and exits it', async ({
  browser,
}) => {
  const { page, quiet } = await openWindow(browser)
  await signIn(page, 'owner', '/crm/automations')
  await page.getByRole('button', { name: 'אוטומציה חדשה' }).click()
  await page.getByLabel('שם', { exact: true }).fill('לחזור לפניות')
  const addStep = async (kind: string) => {
    await page.getByRole('button', { name: 'צעד', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'צעד חדש' })
    await dialog.getByLabel('סוג הצעד').selectOption({ label: kind })
    return dialog
  }
  const task = await addStep('משימה לצוות')
  await task.getByLabel('מה לעשות').fill('לחזור לפנייה מהאוטומציה')
  await task.getByRole('button', { name: 'הוספה' }).click()
  await (await addStep('המתנה')).getByRole('button', { name: 'הוספה' }).click()
  await expectAccessible(page)

  await page.getByRole('button', { name: '30 הימים האחרונים' }).click()
  await expect(page.getByRole('status', { name: 'תוצאת הסימולציה' })).toContainText('נכנס')

  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  const publication = page.getByRole('dialog', { name: 'פרסום והפעלה' })
  await expect(publication.getByRole('region', { name: 'מה משתנה' })).toContainText('לחזור לפנייה מהאוטומציה')
  await publication.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect(page.getByText('פעילה', { exact: true })).toBeVisible()

  await writeToUs(browser, 'נשמח לשיחה בערב')
  await page.getByRole('link', { name: 'מי בפנים' }).click()
  await expect(page).toHaveURL(/\/runs$/)
  const run = page.locator('details').filter({ hasText: visitorName })
  await expect(async () => {
    await page.reload()
    await expect(run).toContainText('בהמתנה', { timeout: 2000 })
  }).toPass()
  await run.locator('summary').click()
  await expect(run).toContainText('משימה: ״לחזור לפנייה מהאוטומציה״')
  await expectAccessible(page)

  await writeToUs(browser, 'הנה התשובה שלי: אפשר גם מחר')
  await expect(async () => {
    await page.reload()
    await expect(run).toContainText('התקבלה תשובה', { timeout: 2000 })
  }).toPass()
  quiet()
})
