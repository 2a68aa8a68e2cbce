import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'

test('a partner leaves the household after a confirmation, and sees that nothing is shared', async () => {
  const account = await makeAccount('client')
  const service = backendAsService()
  const { data: home } = await service
    .from('households')
    .insert({ name: unique('משפחת לוי') })
    .select('id')
    .single()
    .throwOnError()
  for (const [i, client_user_id] of [account.id, null].entries()) {
    const { id } = await makeContact({ first: `נועה ${i}` })
    await service
      .from('contacts')
      .update({ client_user_id, household_id: home.id, household_role: 'partner' })
      .eq('id', id)
      .throwOnError()
  }
  await openScreen('/client-portal/profile', account)
  await page.getByRole('button', { name: 'יציאה מהבית המשותף' }).click()
  const dialog = page.getByRole('dialog', { name: 'לצאת מהבית המשותף?' })
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'יציאה מהבית המשותף' }).click()
  await dialog.getByRole('button', { name: 'יציאה' }).click()
  await expect.element(page.getByText('מה שכאן רואים אתם והצוות שמלווה אתכם.', { exact: false })).toBeVisible()
  expect(page.getByRole('button', { name: 'יציאה מהבית המשותף' }).elements()).toEqual([])
})
