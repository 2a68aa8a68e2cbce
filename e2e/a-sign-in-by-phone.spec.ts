import { expect, test } from '@playwright/test'
import { mailInstallation } from './mail-installation.ts'

const { site } = mailInstallation({
  GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
  // No message is sent: new phone numbers count as confirmed.
  GOTRUE_SMS_AUTOCONFIRM: 'true',
  GOTRUE_HOOK_SEND_SMS_URI: 'http://127.0.0.1:9/',
  GOTRUE_HOOK_SEND_SMS_SECRETS: 'v1,whsec_Zm9yZ2Vk',
})

test('where sign-in by phone is enabled, a user signs in with their phone number and password', async ({ page }) => {
  await page.goto(`${site}/auth`)
  const password = 'a river of 7 lemons'
  const signedUp = await page.request.post(`${site}/auth/v1/signup`, {
    headers: { apikey: (await page.locator('meta[name="backend-key"]').getAttribute('content'))! },
    data: { phone: '972521234567', password },
  })
  expect(signedUp.ok()).toBe(true)
  const send = page.getByRole('button', { name: 'כניסה', exact: true })

  await send.click()
  await expect(page.getByText('יש להזין דוא״ל או טלפון, וסיסמה')).toBeVisible()
  await page.getByLabel('דוא״ל או טלפון').fill('052-123 4567')
  await page.getByLabel('סיסמה', { exact: true }).fill('another one')
  await send.click()
  await expect(page.getByText('הטלפון או הסיסמה אינם נכונים')).toBeVisible()
  await page.getByLabel('סיסמה', { exact: true }).fill(password)
  await send.click()
  await expect(page).toHaveURL(/\/crm$/)
})

test('where sign-in by phone is not enabled, no screen offers it', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
  await expect(page.getByText('יש להזין דוא״ל וסיסמה')).toBeVisible()
  await expect(page.getByText('טלפון')).toHaveCount(0)
})
