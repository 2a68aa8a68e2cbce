import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../../test/browser/render.tsx'

const field = page.getByRole('textbox', { name: 'מספר הפיקסל' })
const save = page.getByRole('button', { name: 'שמירה', exact: true })

test('a non-numeric id is refused at its field, and an empty field disables tracking', async () => {
  const screen = await openScreen('/crm/settings?tab=integrations', 'owner')
  await field.fill('12ab')
  await save.click()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill('123456789012345')
  await save.click()
  await expect.element(page.getByText('הפיקסל נשמר')).toBeVisible()
  await expect.element(page.getByText('פעיל', { exact: true })).toBeVisible()
  await field.fill('')
  await save.click()
  await expect.element(page.getByText('הפיקסל הוסר')).toBeVisible()
  await expect.element(page.getByText('כבוי', { exact: true })).toBeVisible()
  await screen.unmount()
  await openScreen('/crm/settings?tab=integrations', 'coach')
  await expect.element(page.getByRole('button', { name: 'חיבור' })).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
})
