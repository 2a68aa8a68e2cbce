import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact } from '../../../../../test/browser/make-contact.ts'
import { holdNextRequest } from '../../../../../test/browser/network.ts'
import { backendAsService, makeAccount, openScreen } from '../../../../../test/browser/render.tsx'

const fixtures = '/src/features/budget/bank-files/fixtures'
const chooser = page.getByLabelText('קובץ מהבנק או מהכרטיס')

/** Requests by the last segment of their path, with their bodies. */
let sent: { name: string; body: string }[] = []
const ownFetch = window.fetch
beforeEach(() => {
  sent = []
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const body = await request.clone().text()
    sent.push({ name: new URL(request.url).pathname.split('/').at(-1) ?? '', body })
    return ownFetch(request)
  }
})
afterEach(() => {
  window.fetch = ownFetch
})

async function openImport() {
  const account = await makeAccount('client')
  const { id } = await makeContact({ first: 'ליאור' })
  await backendAsService().from('contacts').update({ client_user_id: account.id }).eq('id', id).throwOnError()
  await openScreen('/client-portal/finances/import', account)
  await expect.element(page.getByRole('button', { name: 'בחירת קובץ' })).toBeVisible()
  return account
}
const fileOf = async (name: string) => new File([await (await ownFetch(`${fixtures}/${name}`)).blob()], name)

test('a card file is read without a request, saved on click, and recognised when chosen again', async () => {
  await openImport()
  const card = await fileOf('isracard.xlsx')
  const before = sent.length
  await chooser.upload(card)
  await expect.element(page.getByText('7', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/תנועה אחת במטבע אחר \(דולר\)/)).toBeVisible()
  await page.getByLabelText('קטגוריה של קפה הדוגמה').selectOptions('בילויים')
  expect(sent.slice(before)).toEqual([])
  // No request so far contains any text of the file.
  expect(sent.map(({ body }) => body).join()).not.toMatch(/שופרסל|קפה|NETFLIX/)

  await page.getByRole('button', { name: /^שמירת 7 תנועות/ }).click()
  await expect.element(page.getByText('נרשמו 7 תנועות')).toBeVisible()
  const [saved] = sent.filter(({ name }) => name === 'import-budget-entries')
  expect(JSON.parse(saved!.body)).toMatchObject({
    isPrivate: false,
    rules: [{ match: 'קפה הדוגמה', kind: 'variable', category: 'בילויים' }],
  })

  await page.getByRole('button', { name: 'קובץ נוסף' }).click()
  await chooser.upload(card)
  await expect.element(page.getByText('7 תנועות מהקובץ כבר רשומות, ולא יירשמו שוב.')).toBeVisible()
  expect(page.getByRole('button', { name: /^שמירת/ }).elements()).toEqual([])
})

test('unknown columns are reported, and lines are read by the chosen columns', async () => {
  await openImport()
  await chooser.upload(new File(['a;b;c\n03/11/2026;מכולת השכונה;42.50\n'], 'unknown.csv'))
  await expect.element(page.getByRole('alert')).toMatchTextContent(/לא מצאנו בקובץ כותרות/)
  await page.getByRole('button', { name: 'הצגת התנועות' }).click()
  await expect.element(page.getByText('יש לבחור באיזו עמודה התאריך')).toBeVisible()
  for (const [role, column] of [
    ['תאריך', '0'],
    ['תיאור או שם העסק', '1'],
    ['סכום שיצא (חובה, חיוב)', '2'],
  ] as const)
    // prettier-ignore
    await page.getByLabelText(role).selectOptions(column)
  await page.getByRole('button', { name: 'הצגת התנועות' }).click()
  await expect.element(page.getByText('מכולת השכונה')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'שמירת תנועה אחת' })).toBeVisible()
})

test('a second click while a file is being saved sends nothing', async () => {
  await openImport()
  await chooser.upload(new File(['תאריך;תיאור;חובה\n03/11/2026;מכולת השכונה;42.50\n'], 'bank.csv'))
  const save = page.getByRole('button', { name: 'שמירת תנועה אחת' })
  await expect.element(save).toBeVisible()
  const held = holdNextRequest('import-budget-entries')
  await save.click()
  await held.sent
  await expect.element(save).toHaveAttribute('aria-busy', 'true')
  await save.click({ force: true })
  held.release()
  await expect.element(page.getByText('נרשמו תנועה אחת')).toBeVisible()
  expect(sent.filter(({ name }) => name === 'import-budget-entries')).toHaveLength(1)
})

test('a file that the device cannot read shows what to do, and a readable one can be chosen afterwards', async () => {
  await openImport()
  const unreadable = new File(['x'], 'ענן.csv')
  vi.spyOn(unreadable, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'))
  const input = chooser.element() as HTMLInputElement
  // Assigned to the element, because a file of a FileList is a copy without the spy.
  Object.defineProperty(input, 'files', { value: [unreadable], configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(page.getByRole('alert').filter({ hasText: 'הקובץ לא נפתח. אם הוא שמור בענן' })).toBeVisible()
  Reflect.deleteProperty(input, 'files')
  await chooser.upload(await fileOf('isracard.xlsx'))
  await expect.element(page.getByRole('button', { name: /^שמירת 7 תנועות/ })).toBeVisible()
})
