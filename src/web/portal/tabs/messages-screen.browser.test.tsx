import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { holdNextRequest } from '../../../../test/browser/network.ts'
import { backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'

test('a couple whose household is read late is shown the shared thread only, and no private one is opened', async () => {
  const account = await makeAccount('client')
  const service = backendAsService()
  const { data: home } = await service
    .from('households')
    .insert({ name: unique('משפחת לוי') })
    .select('id')
    .single()
    .throwOnError()
  const ids: string[] = []
  for (const client_user_id of [account.id, null]) {
    const { id } = await makeContact()
    ids.push(id)
    await service
      .from('contacts')
      .update({ client_user_id, household_id: home.id, household_role: 'partner' })
      .eq('id', id)
      .throwOnError()
  }
  const names = holdNextRequest('/rpc/my_household_names')
  await openScreen('/client-portal/messages', account)
  await names.sent
  await expect.element(page.getByRole('heading', { level: 1, name: 'הודעות' })).toBeVisible()
  names.release()
  await expect.element(page.getByRole('region', { name: 'שיחה משותפת' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'הודעה חדשה' })).toBeVisible()
  const { data: threads } = await service.from('threads').select('household_id').in('contact_id', ids).throwOnError()
  expect(threads).toEqual([{ household_id: home.id }])
})
