import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { openScreen } from '../../../../test/browser/render.tsx'

const card = (name: string) => page.getByRole('region', { name, exact: true })

test('the profile lists the active sessions, and sends a password reset link', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/profile', account)
  await expect.element(card('איפה החשבון פתוח').getByText('כאן', { exact: true })).toBeVisible()
  await card('סיסמה').getByRole('button', { name: 'החלפת סיסמה' }).click()
  await expect.element(page.getByText(/^הקישור נשלח/)).toBeVisible()
})

test('a client without an e-mail address gets a message instead of the subscriptions page', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/profile', account)
  await card('דיוור בדוא״ל').getByRole('button', { name: 'בחירת הדיוור' }).click()
  await expect.element(page.getByText('לא רשומה אצלנו כתובת דוא״ל. כתבו לנו ונוסיף אותה')).toBeVisible()
})

test('a client without a partner requests an invitation by a prefilled message', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/profile', account)
  await page.getByRole('link', { name: 'הזמנת בן או בת הזוג' }).click()
  const messageField = page.getByRole('textbox', { name: 'הודעה חדשה' })
  await expect.element(messageField).toHaveValue('נשמח לפתוח כניסה גם לבן או בת הזוג. השם והדוא״ל: ')
})
