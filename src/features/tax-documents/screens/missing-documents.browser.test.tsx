import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { sellToDealer } from '../../../../test/browser/sell-to-dealer.ts'

const backend = backendAs('owner')

test('a document issued elsewhere is entered manually, and its payment is no longer listed', async () => {
  const { id } = await addContact()
  await backend.from('payments').insert({ contact_id: id, method: 'bit', amount_agorot: 12_345 }).throwOnError()
  await openScreen('/crm/payments?shown=documents', 'owner')
  const row = page.getByRole('row').filter({ hasText: '123.45' })
  await expect.element(row).toMatchTextContent(/חשבונית מס\/קבלה.*עוד לא הופק.*להפקה ידנית/)
  await row.getByRole('button', { name: 'רישום ידני' }).click()
  await dialog.getByRole('textbox', { name: /^קישור למסמך/ }).fill('example')
  await dialog.getByRole('textbox', { name: /^מספר המסמך/ }).fill('71')
  await dialog.getByRole('button', { name: 'רישום' }).click()
  await expect.element(dialog.getByRole('textbox', { name: /^קישור למסמך/ })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: /^קישור למסמך/ }).fill('https://example.com/71')
  await dialog.getByRole('button', { name: 'רישום' }).click()
  await expect.element(row).not.toBeInTheDocument()
  await openScreen(`/crm/payment/${id}`, 'owner')
  await expect
    .element(page.getByRole('link', { name: 'חשבונית מס/קבלה 71' }))
    .toHaveAttribute('href', 'https://example.com/71')
})

test('an invoice without its allocation number stays listed with the reason until the number is entered', async () => {
  const name = `עסק ${unique('לדוגמה')}`
  const contactId = await sellToDealer(name)
  await openScreen('/crm/payments?shown=documents', 'owner')
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: 'רישום ידני' }).click()
  await dialog.getByRole('textbox', { name: /^מספר המסמך/ }).fill('8071')
  await dialog.getByRole('button', { name: 'רישום' }).click()
  await expect
    .element(row)
    .toMatchTextContent(/8071.*ממתינה למספר הקצאה.*נרשמה בלי מספר הקצאה.*לא נשלחת.*בקשו מספר הקצאה מרשות המסים/)
  await row.getByRole('button', { name: 'רישום מספר הקצאה' }).click()
  await dialog.getByRole('textbox', { name: /^מספר הקצאה/ }).fill('12345')
  await dialog.getByRole('button', { name: 'רישום' }).click()
  await expect.element(dialog.getByRole('textbox', { name: /^מספר הקצאה/ })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: /^מספר הקצאה/ }).fill('123456789')
  await dialog.getByRole('button', { name: 'רישום' }).click()
  await expect.element(row).not.toBeInTheDocument()
  await openScreen(`/crm/payment/${contactId}`, 'owner')
  await expect.element(page.getByRole('row').filter({ hasText: '8071' })).toMatchTextContent(/הקצאה 123456789/)
})
