import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { captureDownloads } from '../../../../test/browser/downloads.ts'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'
import { addFile } from '#platform/files/files.data.ts'

const owner = backendAs('owner')
const service = backendAsService()

test('the client’s download contains their own and shared data and documents, and nothing private of the partner', async () => {
  const downloads = captureDownloads()
  const [noa, itay] = [await makeAccount('client'), await makeAccount('client')]
  const { data: home } = await service
    .from('households')
    .insert({ name: unique('משפחת לוי') })
    .select('id')
    .single()
    .throwOnError()
  const contactOf = async (account: string) => {
    const { id } = await makeContact()
    await service
      .from('contacts')
      .update({ client_user_id: account, household_id: home.id, household_role: 'partner' })
      .eq('id', id)
      .throwOnError()
    return id
  }
  const [mine, partner] = [await contactOf(noa.id), await contactOf(itay.id)]
  const send = (contactId: string, sharedWith: 'client' | 'household', text: string) =>
    addFile(owner, { contactId, sharedWith }, new File([text], `${unique('מסמך')}.txt`, { type: 'text/plain' }))
  await send(mine, 'client', 'המסמך הפרטי שלי')
  await send(partner, 'household', 'המסמך המשותף')
  await send(partner, 'client', 'המסמך הפרטי של בן הזוג')
  for (const [contact_id, shared_with, name] of [
    [mine, 'client', 'המשימה שלי'],
    [partner, 'household', 'המשימה המשותפת'],
    [partner, 'client', 'המשימה הפרטית של בן הזוג'],
  ] as const)
    await owner.from('tasks').insert({ name, contact_id, shared_with }).throwOnError()

  await openScreen('/client-portal/profile', noa)
  await page.getByRole('button', { name: 'הורדת המידע' }).click()
  await expect
    .poll(() => downloads.map(({ name }) => name))
    .toEqual([expect.stringMatching(/^my-data \d{4}-\d\d-\d\d\.zip$/)])
  // The entries of the archive are stored uncompressed.
  const archive = await downloads[0]!.text
  for (const own of [
    'המסמך הפרטי שלי',
    'המסמך המשותף',
    'המשימה שלי',
    'המשימה המשותפת',
    'טבלאות/משימות.csv',
    'my-data.json',
  ])
    expect(archive).toContain(own)
  for (const others of ['המסמך הפרטי של בן הזוג', 'המשימה הפרטית של בן הזוג']) expect(archive).not.toContain(others)
})

test('a request for erasure is sent only after its confirmation, and becomes a task of staff', async () => {
  const { account, contactId } = await makeClient()
  const requests = async () =>
    (await owner.from('tasks').select('name').eq('contact_id', contactId).throwOnError()).data.map(({ name }) => name)
  await openScreen('/client-portal/profile', account)
  const ask = page.getByRole('button', { name: 'בקשה למחיקה' })
  const dialog = page.getByRole('dialog', { name: 'לבקש למחוק את המידע שלכם?' })
  await ask.click()
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(ask).toHaveFocus()
  expect(await requests()).toEqual([])
  await ask.click()
  await dialog.getByRole('button', { name: 'שליחת הבקשה' }).click()
  await expect.element(page.getByText('הבקשה התקבלה. נחזור אליכם בתוך 30 יום')).toBeVisible()
  expect(await requests()).toEqual(['בקשה למחיקת מידע'])
})
