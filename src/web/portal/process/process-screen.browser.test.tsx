import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { loseRequests } from '../../../../test/browser/network.ts'
import { openScreen } from '../../../../test/browser/render.tsx'

test.each(['/client-portal/process', '/client-portal/process/00000000-0000-4000-8000-000000000000'])(
  'a failure to read the processes at %s is shown with a retry, and not as a missing process or stage',
  async (path) => {
    const { account } = await makeClient()
    const network = loseRequests('contact_id=neq.')
    await openScreen(path, account)
    const again = page.getByRole('button', { name: 'ניסיון נוסף' })
    await expect.element(again).toBeVisible()
    const missing = page.getByText(/אין כרגע תהליך פעיל|השלב לא נמצא/)
    expect(missing.elements()).toEqual([])
    network.restore()
    await again.click()
    await expect.element(missing).toBeVisible()
  },
)
