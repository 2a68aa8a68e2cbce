import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen } from '../../../../test/browser/render.tsx'
import { unique, uniquePhone } from '../../../../test/browser/unique.ts'
import { importList, listFile } from './upload-list.fixture.ts'

const chooser = page.getByLabelText('קובץ לייבוא')
const people = () => ['שם,טלפון', `${unique('דנה')},${uniquePhone()}`]

test('a refused file shows the reason, and a corrected file of the same name can be selected', async () => {
  const { router } = await openScreen('/crm/contacts/import', 'owner')
  await expect.element(page.getByRole('button', { name: 'בחירת קובץ' })).toBeVisible()
  await userEvent.upload(chooser, new File([new Uint8Array([0x25, 0x50, 0x44, 0x46, 0, 1, 2])], 'אנשים.csv'))
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^זה לא קובץ של טבלה/)
  // A browser fires no change event when the same file is selected again, unless the input was reset.
  await expect.element(chooser).toHaveValue('')
  await userEvent.upload(chooser, new File([], 'אנשים.csv'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('אין בקובץ שורות של אנשים')
  expect(router.state.location.pathname).toBe('/crm/contacts/import')
  await userEvent.upload(chooser, listFile(people(), 'אנשים.csv'))
  await expect.element(page.getByRole('heading', { name: 'אנשים', level: 1 })).toBeVisible()
  await expect.element(page.getByText(/שלב 2 מתוך 5/)).toBeInTheDocument()
  expect(router.state.location.pathname).toMatch(/^\/crm\/contacts\/import\/[0-9a-f-]{36}$/)
})

test('a file can be dropped on the area, and a previously imported list is recognised', async () => {
  const lines = people()
  await importList(lines, 'ישנה.csv')
  const { router } = await openScreen('/crm/contacts/import', 'admin')
  await expect.element(page.getByRole('link', { name: 'ישנה' }).first()).toBeVisible()
  const area = page.getByText(/^גררו לכאן קובץ/).element().parentElement!
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(listFile(lines, 'ישנה שוב.csv'))
  area.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
  await expect.poll(() => area.className).toContain('drop--over')
  area.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  await expect.element(page.getByText(/^הקובץ הזה כבר יובא בעבר/)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'ישנה שוב' })).toBeVisible()
  expect(router.state.location.pathname).not.toBe('/crm/contacts/import')
})

test('a selected encoding is used for the next file', async () => {
  // "שם" and "דן" in Windows-1255, which cannot be detected reliably in a short file.
  const bytes = new Uint8Array([0xf9, 0xed, 0x2c, 0xe8, 0xec, 0xf4, 0xe5, 0xef, 0x0a, 0xe3, 0xef, 0x2c, 0x30, 0x35])
  await openScreen('/crm/contacts/import', 'owner')
  await page.getByText('העברית בקובץ נראתה משובשת?').click()
  await page.getByLabelText('קידוד הקובץ').selectOptions('windows-1255')
  await userEvent.upload(chooser, new File([bytes], 'חלונות.csv'))
  await expect.element(page.getByText('עברית של Windows')).toBeVisible()
  await expect.element(page.getByLabelText('השדה של שם')).toHaveValue('full_name')
})

test('the sales role is refused on this screen with a reason', async () => {
  await openScreen('/crm/contacts/import', 'sales')
  await expect.element(page.getByText(/^העמודים האלה פתוחים להנהלת העסק/)).toBeVisible()
  await expect.element(chooser).not.toBeInTheDocument()
})
