import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../test/browser/add-contact.ts'
import { captureDownloads } from '../../../test/browser/downloads.ts'
import { renderApp } from '../../../test/browser/render.tsx'
import { unique } from '../../../test/browser/unique.ts'
import { ExportMenu } from './export-menu.tsx'

test('an export contains only the filtered rows, or only the selected ones', async () => {
  const mark = unique('יצוא').replace(' ', '')
  const [first, second] = [
    await addContact({ first_name: 'אבי', last_name: mark }),
    await addContact({ first_name: 'בני', last_name: mark }),
  ]
  const other = await addContact()
  const downloads = captureDownloads()
  const screen = await renderApp(<ExportMenu search={`q=${encodeURIComponent(mark)}`} />, { as: 'admin' })
  await page.getByRole('button', { name: 'ייצוא' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect.poll(() => downloads.length).toBe(1)
  const all = await downloads[0]!.text
  expect(downloads[0]!.name).toMatch(/^אנשי קשר \d{4}-\d\d-\d\d\.csv$/)
  expect(all).toContain('אבי')
  expect(all).toContain('בני')
  expect(all).not.toContain(other.last_name!)
  await screen.unmount()
  await renderApp(<ExportMenu search="" ids={[second.id]} />, { as: 'admin' })
  await page.getByRole('button', { name: 'ייצוא' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect.poll(() => downloads.length).toBe(2)
  const selected = await downloads[1]!.text
  expect(selected).toContain('בני')
  expect(selected).not.toContain(`אבי`)
  expect(first.id).not.toBe(second.id)
})

test('coaches are not offered an export', async () => {
  await renderApp(
    <>
      <ExportMenu search="" />
      <p>סוף</p>
    </>,
    { as: 'coach' },
  )
  await expect.element(page.getByText('סוף')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'ייצוא' })).not.toBeInTheDocument()
})
