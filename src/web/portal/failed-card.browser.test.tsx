import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../../test/browser/make-client.ts'
import { loseRequests } from '../../../test/browser/network.ts'
import { openScreen } from '../../../test/browser/render.tsx'

test.each([
  { path: '', request: '/rest/v1/session_summaries', key: ['portal', 'summaries'], title: 'הפגישה האחרונה, בקצרה' },
  { path: '', request: '/rpc/my_packages', key: ['portal', 'packages'], title: 'חבילת הפגישות' },
  { path: '/meetings', request: '/rest/v1/session_summaries', key: ['portal', 'summaries'], title: 'סיכומי פגישות' },
  { path: '/tasks', request: '/functions/v1/read-my-metrics', key: ['metrics', 'mine'], title: 'מספרים לעדכון' },
])('the card $title at /client-portal$path offers a retry after a failure, and is hidden when empty', async (one) => {
  const { account } = await makeClient()
  const network = loseRequests(one.request)
  const { connection } = await openScreen(`/client-portal${one.path}`, account)
  const card = page.getByRole('region', { name: one.title })
  const again = card.getByRole('button', { name: 'ניסיון נוסף' })
  await expect.element(again).toBeVisible()
  network.restore()
  await again.click()
  await expect.poll(() => connection.queries.getQueryState(one.key)?.status).toBe('success')
  await expect.element(card).not.toBeInTheDocument()
})
