import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { backendAsService, openScreen } from '../../../../test/browser/render.tsx'

const service = backendAsService()
const card = page.getByRole('region', { name: 'הפגישה האחרונה, בקצרה' })

/** A summary that the staff shared. */
async function share(contact_id: string, held_on: string, body: string, shared_with: 'client' | 'household') {
  const note = { contact_id, held_on, title: unique('פגישה') }
  const { data } = await service.from('session_notes').insert(note).select('id').single().throwOnError()
  await service
    .from('session_summaries')
    .insert({ ...note, note_id: data.id, body, shared_with })
    .throwOnError()
  return note.title
}

test('the home shows the first paragraph of the latest shared summary, with a link to the whole summary', async () => {
  const { account, contactId } = await makeClient()
  await share(contactId, '2026-10-01', 'סיכום ישן', 'client')
  const title = await share(contactId, '2026-11-01', 'פתחנו את כל החשבונות.\n\nההמשך בדף הפגישות.', 'client')
  await openScreen('/client-portal', account)
  await expect.element(card).toMatchTextContent(/פתחנו את כל החשבונות\./)
  await expect.element(card).not.toMatchTextContent(/סיכום ישן|ההמשך/)
  await card.getByRole('link', { name: 'לסיכום המלא' }).click()
  await expect.element(page.getByText(title)).toBeVisible()
  await expect.element(page.getByText('ההמשך בדף הפגישות.')).toBeVisible()
})

test('a couple is greeted by both names, and sees no private summary of the partner', async () => {
  const { account, contactId } = await makeClient({ first: 'נעמה' })
  const { id: partner } = await makeContact({ first: 'איתי' })
  const { data: home } = await service
    .from('households')
    .insert({ name: unique('לוי') })
    .select('id')
    .single()
    .throwOnError()
  for (const id of [contactId, partner])
    // oxlint-disable-next-line no-await-in-loop -- two rows
    await service
      .from('contacts')
      .update({ household_id: home.id, household_role: 'partner' })
      .eq('id', id)
      .throwOnError()
  await share(contactId, '2026-10-01', 'רק שלי', 'client')
  await share(partner, '2026-11-01', 'רק שלו', 'client')
  await openScreen('/client-portal', account)
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/, נעמה ואיתי$/)
  await expect.element(card).toMatchTextContent(/רק שלי/)
})
