import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { openScreen } from '../../../../test/browser/render.tsx'

test('the first visit after an invitation shows an introduction until it is closed', async () => {
  const { account } = await makeClient({ first: 'תמר' })
  await openScreen('/client-login?opened')
  await expect.element(page.getByText('החשבון הופעל. עכשיו נכנסים עם הסיסמה שבחרתם')).toBeVisible()
  await page.getByLabelText('דוא״ל').fill(account.email)
  await page.getByLabelText('סיסמה', { exact: true }).fill(account.password)
  await userEvent.keyboard('{Enter}')
  const card = page.getByRole('region', { name: 'ברוכים הבאים לאזור האישי' })
  await expect.element(card.getByRole('link', { name: 'הכסף שלנו' })).toHaveAttribute('href', '/client-portal/finances')
  await card.getByRole('button', { name: 'הבנתי, אפשר להתחיל' }).click()
  await expect.element(card).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(location.search).toBe('')
})
