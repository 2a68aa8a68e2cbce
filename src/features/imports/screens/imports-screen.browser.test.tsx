import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { captureDownloads } from '../../../../test/browser/downloads.ts'
import { openScreen } from '../../../../test/browser/render.tsx'
import { unique, uniquePhone } from '../../../../test/browser/unique.ts'
import { importList, previewList } from './upload-list.fixture.ts'

const row = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(name) })

test('the list shows the result or next step of each import, and links to it', async () => {
  const [done, waiting] = [unique('גמור'), unique('מחכה')]
  await importList(['שם,טלפון', `דנה,${uniquePhone()}`, `,${uniquePhone()}`], `${done}.csv`)
  const id = await previewList(['שם,טלפון', `רון,${uniquePhone()}`], `${waiting}.csv`)
  const { router } = await openScreen('/crm/contacts/imports', 'owner')
  await expect.element(row(done)).toMatchTextContent(/רשומה חדשה · שגיאה אחת/)
  await expect.element(row(done)).toMatchTextContent(/הושלם/)
  await expect.element(row(waiting)).toMatchTextContent(/שורה אחת/)
  await expect.element(row(waiting)).toMatchTextContent(/מוכן לייבוא/)
  await page.getByRole('link', { name: waiting }).click()
  await expect.poll(() => router.state.location.pathname).toBe(`/crm/contacts/import/${id}`)
  await expect.element(page.getByRole('heading', { name: waiting })).toBeVisible()
})

test('the error file contains the rows for correction, and is named after the list', async () => {
  const name = unique('לתיקון')
  const phone = uniquePhone()
  const id = await importList(['שם,טלפון', `דנה,${uniquePhone()}`, `,${phone}`], `${name}.csv`)
  const downloads = captureDownloads()
  await openScreen(`/crm/contacts/import/${id}`, 'owner')
  await page.getByRole('button', { name: 'קובץ השגיאות' }).click()
  await expect.poll(() => downloads.length).toBe(1)
  expect(downloads[0]!.name).toBe(`${name} – לתיקון.csv`)
  const text = await downloads[0]!.text
  expect(text).toContain(phone.slice(-9))
  expect(text).toContain('חסר שם')
  expect(text).not.toContain('דנה')
})
