import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../../test/browser/make-contact.ts'
import { openDialog as dialog } from '../../../../../test/browser/open-dialog.ts'
import { backendAs, openScreen } from '../../../../../test/browser/render.tsx'

const backend = backendAs('owner')

async function book(contact: string, starts: string[]) {
  const { data: types } = await backend
    .from('appointment_types')
    .select('id')
    .eq('is_active', true)
    .limit(1)
    .throwOnError()
  await backend
    .rpc('book_for_contact', {
      type: types[0]!.id,
      contact,
      starts,
      minutes: 20,
      is_silent: true,
    })
    .throwOnError()
}

test('the list is searched by name, opens an appointment, and lists it in the ended tab after its cancellation', async () => {
  const contact = await makeContact({ last: unique('ברשימה') })
  await book(contact.id, ['2031-07-08T09:20:00Z'])
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

test('cancelling an appointment of a series also cancels the following ones if selected', async () => {
  const contact = await makeContact({ last: unique('בסדרה') })
  await book(contact.id, ['2031-08-05T09:20:00Z', '2031-08-19T09:20:00Z', '2031-09-02T09:20:00Z'])
  await openScreen('/crm/appointments', 'owner')
  await page.getByRole('searchbox', { name: 'חיפוש פגישה' }).fill(contact.full_name)
  const rows = page.getByRole('row').filter({ hasText: contact.full_name })
  await rows.filter({ hasText: '19.8.2031' }).getByRole('button').click()
  await dialog.getByRole('button', { name: 'ביטול הפגישה' }).click()
  await dialog.getByLabelText(/סיבה/).fill('לבקשת הלקוחות')
  await dialog.getByLabelText('גם הפגישה הבאה בסדרה, ב־2.9.2031').click()
  await dialog.getByRole('button', { name: 'ביטול שתי פגישות' }).click()
  await expect.element(rows).toMatchTextContent(/5\.8\.2031/)
  const { data } = await backend
    .from('appointments')
    .select('status')
    .eq('contact_id', contact.id)
    .order('starts_at')
    .throwOnError()
  expect(data.map(({ status }) => status)).toEqual(['confirmed', 'cancelled', 'cancelled'])
})

test('switching the tab keeps text that has been typed but not applied yet', async () => {
  const { router } = await openScreen('/crm/appointments', 'owner')
  const tab = page.getByRole('link', { name: 'בוטלו או נדחו' })
  await expect.element(tab).toBeVisible()
  await page.getByRole('searchbox', { name: 'חיפוש פגישה' }).fill('נועה')
  // Clicks before the debounced text reaches the URL.
  ;(tab.element() as HTMLElement).click()
  await expect.poll(() => router.state.location.search).toBe(`?${new URLSearchParams({ q: 'נועה', shown: 'ended' })}`)
  await expect.element(page.getByRole('searchbox', { name: 'חיפוש פגישה' })).toHaveValue('נועה')
})
