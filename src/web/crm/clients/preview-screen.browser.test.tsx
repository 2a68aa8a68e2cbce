import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { loseRequests } from '../../../../test/browser/network.ts'
import { openScreen } from '../../../../test/browser/render.tsx'

test('the preview of a client says that there is no process, and that the processes could not be read', async () => {
  const { contactId } = await makeClient()
  const network = loseRequests('/rest/v1/client_processes')
  await openScreen(`/crm/clients/${contactId}/preview`, 'owner')
  const again = page.getByRole('button', { name: 'ניסיון נוסף' })
  await expect.element(again).toBeVisible()
  network.restore()
  await again.click()
  await expect.element(page.getByText('אין כרגע תהליך פעיל')).toBeVisible()
})
