import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { loseRequests } from '../../../../test/browser/network.ts'
import { openScreen } from '../../../../test/browser/render.tsx'

test('the preview of a client shows a message if there is no process, or if the processes fail to load', async () => {
  const { contactId } = await makeClient()
  const network = loseRequests('/rest/v1/client_processes')
  await openScreen(`/crm/clients/${contactId}/preview`, 'owner')
  const again = page.getByRole('button', { name: 'ניסיון נוסף' })
  await expect.element(again).toBeVisible()
  network.restore()
  await again.click()
  await expect.element(page.getByText('אין כרגע תהליך פעיל')).toBeVisible()
})
