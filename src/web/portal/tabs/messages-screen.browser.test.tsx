import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sendMessage } from '#features/inbox/inbox.data.ts'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { holdNextRequest, loseRequests } from '../../../../test/browser/network.ts'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'

const service = backendAsService()

/** Creates a client with a partner; the contacts of both, the client first. */
async function makeCouple() {
  const { account, contactId } = await makeClient()
  const { id: partner } = await makeContact()
  const ids = [contactId, partner]
  const { data: home } = await service
    .from('households')
    .insert({ name: unique('משפחת לוי') })
    .select('id')
    .single()
    .throwOnError()
  await service
    .from('contacts')
    .update({ household_id: home.id, household_role: 'partner' })
    .in('id', ids)
    .throwOnError()
  return { account, ids, contactId, home: home.id }
}

test('a couple whose household loads late sees only the shared thread, and no private one is opened', async () => {
  const { account, ids, home } = await makeCouple()
  const names = holdNextRequest('/rpc/my_household_names')
  await openScreen('/client-portal/messages', account)
  await names.sent
  await expect.element(page.getByRole('heading', { level: 1, name: 'הודעות' })).toBeVisible()
  names.release()
  await expect.element(page.getByRole('region', { name: 'שיחה משותפת' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'הודעה חדשה' })).toBeVisible()
  const { data: threads } = await service.from('threads').select('household_id').in('contact_id', ids).throwOnError()
  expect(threads).toEqual([{ household_id: home }])
})

test('when the household fails to load, a retry is shown and no thread is opened, unlike for a client without a partner', async () => {
  const { account, ids, home } = await makeCouple()
  const network = loseRequests('/rpc/my_household_names')
  await openScreen('/client-portal/messages', account)
  const again = page.getByRole('button', { name: 'ניסיון נוסף' })
  await expect.element(again).toBeVisible()
  expect(page.getByRole('textbox', { name: 'הודעה חדשה' }).elements()).toEqual([])
  network.restore()
  await again.click()
  await expect.element(page.getByRole('region', { name: 'שיחה משותפת' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'הודעה חדשה' })).toBeVisible()
  const { data: threads } = await service.from('threads').select('household_id').in('contact_id', ids).throwOnError()
  expect(threads).toEqual([{ household_id: home }])
})

test('the shared thread of a couple links to an unread message of the private one', async () => {
  const { account, contactId } = await makeCouple()
  const owner = backendAs('owner')
  const { data: threadId } = await owner.rpc('open_thread', { contact: contactId, is_shared: false }).throwOnError()
  const body = unique('רק בינינו')
  await sendMessage(owner, { id: crypto.randomUUID(), threadId, body })
  await openScreen('/client-portal/messages', account)
  await expect.element(page.getByRole('region', { name: 'שיחה משותפת' })).toBeVisible()
  await page.getByRole('link', { name: 'הודעה חדשה בשיחה הפרטית שלכם' }).click()
  await expect.element(page.getByRole('region', { name: 'שיחה עם הצוות' }).getByText(body)).toBeVisible()
})
