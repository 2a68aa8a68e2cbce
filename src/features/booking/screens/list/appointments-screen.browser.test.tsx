import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../../test/browser/make-contact.ts'
import { openDialog as dialog } from '../../../../../test/browser/open-dialog.ts'
import { backendAs, openScreen } from '../../../../../test/browser/render.tsx'

const backend = backendAs('owner')

test('the list is searched by name, opens an appointment, and shows it among the ended ones after its cancellation', async () => {
  const contact = await makeContact({ last: unique('ברשימה') })
  const { data: types } = await backend
    .from('appointment_types')
    .select('id')
    .eq('is_active', true)
    .limit(1)
    .throwOnError()
  await backend
    .rpc('book_for_contact', {
      type: types[0]!.id,
      contact: contact.id,
      starts: ['2031-07-08T09:20:00Z'],
      minutes: 20,
      is_silent: true,
    })
    .throwOnError()
  await openScreen('/crm/appointments', 'owner')
  await page.getByRole('searchbox', { name: 'חיפוש פגישה' }).fill(contact.full_name)
  const row = page.getByRole('row').filter({ hasText: contact.full_name })
  await expect.element(row).toMatchTextContent(/8\.7\.2031/)
  await row.getByRole('button').click()
  await dialog.getByRole('button', { name: 'ביטול הפגישה' }).click()
  await dialog.getByLabelText(/סיבה/).fill('לבקשת הלקוחות')
  await dialog.getByRole('button', { name: 'ביטול הפגישה' }).click()
  await expect.element(page.getByText('אין פגישה שמתאימה לסינון הזה')).toBeVisible()
  await page.getByRole('link', { name: 'בוטלו או נדחו' }).click()
  await expect.element(row).toMatchTextContent(/בוטל/)
})
