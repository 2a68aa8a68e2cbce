import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'

test('a message that needs no reply is settled by a press, and waits again after the undo', async () => {
  const { id: contact } = await makeContact({ first: 'תמר', last: unique('תודה') })
  const { data: thread } = await backendAs('owner').rpc('open_thread', { contact, is_shared: false }).throwOnError()
  await backendAsService()
    .from('thread_messages')
    .insert({ thread_id: thread, author_kind: 'client', contact_id: contact, body: 'תודה רבה!' })
    .throwOnError()
  await openScreen(`/crm/inbox?thread=${thread}`, 'owner')
  const row = page.getByRole('list', { name: 'שיחות' }).getByRole('link', { name: /תמר תודה/ })
  const settle = page.getByRole('button', { name: 'אין צורך בתשובה' })
  await expect.element(row).toMatchTextContent(/מחכה לתשובה/)
  await settle.click()
  await expect.element(row).toMatchTextContent(/אין צורך בתשובה/)
  await expect.element(settle).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'ביטול הפעולה' }).click()
  await expect.element(row).toMatchTextContent(/מחכה לתשובה/)
  await expect.element(settle).toBeVisible()
})
