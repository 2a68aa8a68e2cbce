import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, renderApp } from '../../../test/browser/render.tsx'
import { RedirectListDialog } from './redirect-list-dialog.tsx'

const dialog = page.getByRole('dialog', { name: 'ייבוא הפניות' })
const list = dialog.getByRole('textbox', { name: 'ההפניות' })
const add = dialog.getByRole('button', { name: 'הוספת ההפניות' })
const alert = dialog.getByRole('alert')

test('a list of redirects is added completely or not at all, and each invalid line is reported', async () => {
  let isOpen = true
  await renderApp(<RedirectListDialog open onOpenChange={(open) => (isOpen = open)} />, { as: 'content' })
  await add.click()
  await expect.element(alert).toMatchTextContent('לא מצאנו כאן הפניות')
  const [a, b] = [`/old-${crypto.randomUUID().slice(0, 8)}`, `/old-${crypto.randomUUID().slice(0, 8)}`]
  await list.fill(`${a},/contact\n${a},/terms\n${b},/terms,305`)
  await add.click()
  await expect.element(alert).toMatchTextContent(/שורה 2: הכתובת כבר הופיעה.*שורה 3: הסוג הוא 301 או 302/)
  await list.fill(Array.from({ length: 7 }, (_, i) => `/x${i},/contact,999`).join('\n'))
  await add.click()
  await expect.element(alert).toMatchTextContent('ועוד 2 שורות לתיקון')
  await list.fill(`כתובת ישנה,חדשה\n${a},/contact\n${b};/terms;302`)
  await add.click()
  await expect.element(page.getByText('נוספו שתי הפניות')).toBeVisible()
  expect(isOpen).toBe(false)
  await list.fill(`${a},/privacy`)
  await add.click()
  await expect.element(alert).toHaveTextContent('כבר יש הפניה מהכתובת הזאת')
  const { data } = await backendAs('owner')
    .from('redirects')
    .select('to_address, code')
    .in('from_path', [a, b])
    .order('code')
    .throwOnError()
  expect(data).toEqual([
    { to_address: '/contact', code: 301 },
    { to_address: '/terms', code: 302 },
  ])
})
