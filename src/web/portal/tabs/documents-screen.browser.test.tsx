import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { giveFiles } from '../../../../test/browser/give-files.ts'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { accountOf, backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'

const textFile = (name: string, text = 'שלום') => new File([text], name, { type: 'text/plain' })

test('clients upload documents by dropping and pasting, and a rejected file is listed with its reason', async () => {
  const account = await makeAccount('client')
  const { id } = await makeContact()
  await backendAsService().from('contacts').update({ client_user_id: account.id }).eq('id', id).throwOnError()
  const [dropped, pasted] = [`${unique('נגרר')}.txt`, `${unique('הודבק')}.txt`]
  await openScreen('/client-portal/documents', account)
  await expect.element(page.getByText('עוד אין כאן מסמכים.')).toBeVisible()
  const choose = page.getByRole('button', { name: 'בחירת קובץ או צילום' })
  const all = page.getByRole('region', { name: 'כל המסמכים' })

  expect(giveFiles('drop', choose.element(), [textFile(dropped), textFile('תוכנה.exe'), textFile('ריק.txt', '')])).toBe(
    true,
  )
  await expect.element(all.getByRole('button', { name: dropped })).toBeVisible()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/תוכנה\.exe: אפשר לצרף מסמכים, גיליונות, תמונות והקלטות.*ריק\.txt: הקובץ ריק/)

  expect(giveFiles('paste', choose.element(), [textFile(pasted)])).toBe(true)
  await expect.element(all.getByRole('button', { name: pasted })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a shared document is labelled with the partner who sent it; a document from staff is labelled as received', async () => {
  const service = backendAsService()
  const [me, partner] = [await makeClient(), await makeClient({ first: 'איתי' })]
  const { data: home } = await service
    .from('households')
    .insert({ name: unique('משפחת לוי') })
    .select('id')
    .single()
    .throwOnError()
  await service
    .from('contacts')
    .update({ household_id: home.id, household_role: 'partner' })
    .in('id', [me.contactId, partner.contactId])
    .throwOnError()
  const senders = [partner.account.id, accountOf('owner').session.user.id]
  const names = senders.map((_, i) => `${unique(`מסמך ${i}`)}.pdf`)
  await service
    .from('files')
    .insert(
      senders.map((uploaded_by, i) => ({
        name: names[i]!,
        contact_id: partner.contactId,
        shared_with: 'household' as const,
        uploaded_by,
        stored_at: new Date().toISOString(),
      })),
    )
    .throwOnError()
  await openScreen('/client-portal/documents', me.account)
  const rows = page.getByRole('region', { name: 'כל המסמכים' }).getByRole('listitem')
  await expect.element(rows.filter({ hasText: names[0]! })).toMatchTextContent(/מאיתי ·/)
  await expect.element(rows.filter({ hasText: names[1]! })).toMatchTextContent(/קיבלתם ·/)
})
