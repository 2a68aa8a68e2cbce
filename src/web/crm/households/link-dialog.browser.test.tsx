import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, renderApp } from '../../../../test/browser/render.tsx'
import { LinkDialog } from './link-dialog.tsx'

test('the household picker suggests contacts with the same phone number, but never the contact itself', async () => {
  const backend = backendAs('owner')
  const stamp = String(Date.now() % 1_000_000).padStart(6, '0')
  const add = async (first_name: string) =>
    (
      await backend
        .rpc('add_contact', { first_name, last_name: `שותף${stamp}`, phone: `+972501${stamp}` })
        .throwOnError()
    ).data
  const [self, partner] = [await add('אבי'), await add('בתיה')]
  await renderApp(<LinkDialog contactId={self.id} open onOpenChange={() => {}} />, { as: 'owner' })
  const picker = page.getByRole('dialog').getByRole('combobox')
  await picker.click()
  await expect.element(page.getByText(partner.full_name, { exact: true })).toBeVisible()
  expect(page.getByRole('option').elements()).toHaveLength(1)
  await picker.fill(`שותף${stamp}`)
  await expect.element(page.getByText(partner.full_name, { exact: true })).toBeVisible()
  expect(page.getByRole('option').elements()).toHaveLength(1)
})
