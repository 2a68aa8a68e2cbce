import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeClient } from '../../../test/browser/make-client.ts'
import { backendAsService, openScreen } from '../../../test/browser/render.tsx'

test('a client signs in by mailed code: a wrong code is marked at its field, and the right one opens the requested page', async () => {
  const { account } = await makeClient({ first: 'תמר' })
  await openScreen('/client-portal?from=mail')
  await page.getByRole('link', { name: 'כניסה עם קוד שנשלח בדוא״ל' }).click()
  await page.getByLabelText('דוא״ל').fill(account.email)
  await page.getByRole('button', { name: 'שליחת קוד' }).click()
  const code = page.getByLabelText('קוד בן 6 ספרות')
  await expect.element(code).toBeVisible()
  // Generates another code through the admin API: the test cannot read the mailbox.
  const { data, error } = await backendAsService().auth.admin.generateLink({ type: 'magiclink', email: account.email })
  if (error) throw error
  const { email_otp: mailed } = data.properties
  await code.fill(mailed === '000000' ? '111111' : '000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(code).toHaveAccessibleDescription(/הקוד אינו נכון, או שכבר אינו בתוקף/)
  await expect.element(code).toHaveFocus()
  await code.fill(mailed)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname + location.search).toBe('/client-portal?from=mail')
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/תמר/)
})
