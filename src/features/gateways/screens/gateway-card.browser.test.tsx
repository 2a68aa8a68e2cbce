import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const card = page.getByRole('region', { name: 'סליקה', exact: true })
const backend = backendAs('owner')

test('the owner can choose a provider, and a local site without its keys shows that payments are simulated', async () => {
  // Restores the state of a new installation for the tests of other screens.
  onTestFinished(async () => void (await backend.rpc('choose_gateway', { chosen: null as never })))
  const screen = await openScreen('/crm/settings?tab=integrations', 'owner')
  await expect.element(card.getByText('הדמיה', { exact: true })).toBeVisible()
  await expect.element(card.getByRole('note')).toMatchTextContent(/חברת סליקה מדומה.*אין חיוב אמיתי/)
  await card.getByRole('button', { name: 'הזנת מפתחות: PayPlus' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText(/^מזהה מסוף/).fill('12')
  await dialog.getByRole('button', { name: 'שמירה ובדיקה' }).click()
  await expect.element(dialog.getByLabelText(/^מזהה מסוף/)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(dialog.getByLabelText(/^Secret Key/)).toHaveAttribute('type', 'password')
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await card.getByRole('button', { name: 'בחירה: PayPlus' }).click()
  await expect.element(card.getByText('נבחרה', { exact: true })).toBeVisible()
  await expect.element(card.getByText('הדמיה', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'הפסקה' }).click()
  await expect.element(card.getByText('הדמיה', { exact: true })).toBeVisible()
  await screen.unmount()
  await openScreen('/crm/settings?tab=integrations', 'sales')
  await expect.element(page.getByText('Google Calendar')).toBeVisible()
  await expect.element(card).not.toBeInTheDocument()
})
