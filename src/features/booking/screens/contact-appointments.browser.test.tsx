import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { addOpportunity } from '../../opportunities/add-opportunity.fixture.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

test('an appointment is booked on the page of the contact, is listed there and on the timeline, and opens its dialog', async () => {
  const contact = await makeContact({ last: unique('מהכרטיס') })
  await openScreen(`/crm/contacts/${contact.id}`, 'owner')
  await expect.element(page.getByText('עוד לא נקבעו פגישות')).toBeVisible()
  await page.getByRole('button', { name: 'קביעת פגישה' }).click()
  await expect.element(dialog.getByLabelText(/סוג הפגישה/)).toMatchTextContent(/שיחת היכרות/)
  await dialog.getByLabelText(/^יום/).fill('3.6.2031')
  await dialog.getByLabelText(/^שעה/).fill('11:15')
  await dialog.getByRole('button', { name: 'קביעת הפגישה' }).click()
  const line = page.getByRole('button', { name: /3\.6\.2031, 11:15/ })
  await expect.element(line).toBeVisible()
  await expect.element(page.getByText(/נקבעה הפגישה/)).toBeVisible()
  await line.click()
  await expect.element(dialog.getByText(/יום שלישי, 3 ביוני 2031/)).toBeVisible()
})

test('an appointment booked on an opportunity belongs to it, and stands on its card', async () => {
  const contact = await makeContact({ last: unique('מההזדמנות') })
  const { id } = await addOpportunity({ contact_id: contact.id })
  await openScreen(`/crm/opportunities/${id}`, 'owner')
  await page.getByRole('button', { name: 'קביעת פגישה' }).click()
  await expect.element(dialog.getByLabelText(/סוג הפגישה/)).toMatchTextContent(/שיחת היכרות/)
  await dialog.getByLabelText(/^יום/).fill('4.6.2031')
  await dialog.getByLabelText(/^שעה/).fill('11:50')
  await dialog.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(page.getByRole('button', { name: /4\.6\.2031, 11:50/ })).toBeVisible()
  const { data } = await backendAs('owner')
    .from('appointments')
    .select('opportunity_id')
    .eq('contact_id', contact.id)
    .throwOnError()
  expect(data).toEqual([{ opportunity_id: id }])
  await openScreen(`/crm/pipeline?q=${encodeURIComponent(contact.full_name)}`, 'owner')
  await expect.element(page.getByText(/פגישה: .*, 11:50/)).toBeVisible()
})
