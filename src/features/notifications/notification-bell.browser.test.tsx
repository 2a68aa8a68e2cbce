import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayOf } from '#lib/time/dates.ts'
import { accountOf, backendAs, openScreen } from '../../../test/browser/render.tsx'

test('the notification of a task due today is unread if a colleague added the task, otherwise read', async () => {
  const bell = page.getByRole('button', { name: /^התראות/ })
  await openScreen('/crm/tasks', 'sales')
  await expect.element(page.getByLabelText(/^משימה חדשה/)).toBeVisible()
  await expect.element(bell).toBeVisible()
  const own = `להזמין מקום ${Date.now()}`
  await page.getByLabelText(/^משימה חדשה/).fill(`${own} היום`)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(own)).toBeVisible()
  const { user } = accountOf('sales').session
  const name = `להתקשר בחזרה ${Date.now()}`
  const task = { name, due_date: dayOf(new Date()), user_id: user.id }
  await backendAs('owner').from('tasks').insert(task).throwOnError()
  await bell.click()
  const list = page.getByRole('dialog', { name: 'התראות' })
  const noticeOf = (text: string) => list.getByRole('listitem').filter({ hasText: text }).last()
  await expect.element(noticeOf(name)).toMatchTextContent(/חדש: /)
  await expect.element(noticeOf(own)).not.toMatchTextContent(/חדש: /)
})
