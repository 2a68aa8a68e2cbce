import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAsService, makeAccount, renderApp } from '../../../../test/browser/render.tsx'
import { PublishCard } from './publish-card.tsx'

const service = backendAsService()

test('undo publishes a site that was just hidden', async () => {
  // A separate profile of an account without a role, because all tests share the business's profile.
  const account = await makeAccount()
  const { data: profile } = await service
    .from('business_profiles')
    .insert({ user_id: account.id, business_name: 'בית לדוגמה', published_at: '2026-01-02T10:00:00Z' })
    .select('*')
    .single()
    .throwOnError()
  const isPublished = async () => {
    const row = service.from('business_profiles').select('published_at').eq('user_id', account.id)
    return (await row.single().throwOnError()).data.published_at !== null
  }
  await renderApp(<PublishCard profile={profile} />, { as: account })
  await page.getByRole('button', { name: 'הסתרה' }).click()
  await expect.element(page.getByText('האתר הוסתר')).toBeVisible()
  expect(await isPublished()).toBe(false)
  await page.getByRole('button', { name: 'החזרה לאוויר' }).click()
  await expect.element(page.getByText('האתר באוויר')).toBeVisible()
  expect(await isPublished()).toBe(true)
})
