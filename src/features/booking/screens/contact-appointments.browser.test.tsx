import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { openScreen } from '../../../../test/browser/render.tsx'

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
