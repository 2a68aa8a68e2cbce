import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { giveFiles } from '../../../../test/browser/give-files.ts'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'

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
