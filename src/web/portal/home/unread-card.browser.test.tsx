import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sendMessage } from '#features/inbox/inbox.data.ts'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'

test.each([
  { isShared: false, thread: 'שיחה עם הצוות', path: '/client-portal/messages?thread=private' },
  { isShared: true, thread: 'שיחה משותפת', path: '/client-portal/messages' },
])('an unread message of a couple leads to its thread: $thread', async ({ isShared, thread: title, path }) => {
  const { account, contactId } = await makeClient()
  const service = backendAsService()
  const { data: home } = await service
    .from('households')
    .insert({ name: unique('משפחת לוי') })
    .select('id')
    .single()
    .throwOnError()
  const { id: partner } = await makeContact()
  await service
    .from('contacts')
    .update({ household_id: home.id, household_role: 'partner' })
    .in('id', [contactId, partner])
    .throwOnError()
  const owner = backendAs('owner')
  const { data: threadId } = await owner.rpc('open_thread', { contact: contactId, is_shared: isShared }).throwOnError()
  const body = unique('מתי נוח לכם להיפגש')
  await sendMessage(owner, { id: crypto.randomUUID(), threadId, body })
  await openScreen('/client-portal', account)
  const link = page.getByRole('region', { name: 'הודעה חדשה' }).getByRole('link', { name: 'לקריאה ולתשובה' })
  await expect.element(link).toHaveAttribute('href', path)
  await link.click()
  await expect.element(page.getByRole('region', { name: title }).getByText(body)).toBeVisible()
})
