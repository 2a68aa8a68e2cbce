import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { unique } from '../../../../test/browser/make-contact.ts'
import { loseRequests } from '../../../../test/browser/network.ts'
import { backendAsService, openScreen } from '../../../../test/browser/render.tsx'

const open = page.getByRole('region', { name: 'לעשות' })

test('a client without tasks gets a link to the stages; one and no open task are shown in words', async () => {
  const { account, contactId } = await makeClient()
  const service = backendAsService()
  const empty = await openScreen('/client-portal/tasks', account)
  await expect.element(page.getByText('אין כרגע משימות')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'לכל השלבים' })).toHaveAttribute('href', '/client-portal/process')
  await empty.unmount()
  const { data: task } = await service
    .from('tasks')
    .insert({ name: unique('רישום'), contact_id: contactId, shared_with: 'client' })
    .select('id')
    .single()
    .throwOnError()
  const one = await openScreen('/client-portal/tasks', account)
  await expect.element(open).toMatchTextContent(/משימה פתוחה אחת/)
  await one.unmount()
  await service.from('tasks').update({ status: 'Done' }).eq('id', task.id).throwOnError()
  await openScreen('/client-portal/tasks', account)
  await expect.element(open).toMatchTextContent(/הכול נעשה.*אין משימות פתוחות/)
})

test('a task is shown as open again if ticking it failed without a connection', async () => {
  const { account, contactId } = await makeClient()
  const name = unique('רישום')
  await backendAsService().from('tasks').insert({ name, contact_id: contactId, shared_with: 'client' }).throwOnError()
  await openScreen('/client-portal/tasks', account)
  const tick = open.getByRole('checkbox', { name })
  await expect.element(tick).not.toBeChecked()
  loseRequests('/rpc/set_client_task_done')
  loseRequests('GET /rest/v1/tasks')
  await tick.click()
  await expect.element(page.getByText('אין חיבור לשרת. נסו שוב')).toBeVisible()
  await expect.element(tick).not.toBeChecked()
  await expect.element(open).toMatchTextContent(/משימה פתוחה אחת/)
})
