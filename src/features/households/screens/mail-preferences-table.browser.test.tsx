import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'
import { unique } from '../../../../test/browser/unique.ts'
import { addOpportunity } from '../../opportunities/add-opportunity.fixture.ts'

const backend = backendAs('owner')

async function addHousehold() {
  const { data } = await backend
    .from('households')
    .insert({ name: unique('משפחת לוי') })
    .select('id, name')
    .single()
    .throwOnError()
  const members = [await addContact({ first_name: 'אורי' }), await addContact({ first_name: 'דנה' })]
  for (const { id } of members)
    await backend.from('contacts').update({ household_id: data.id, home_mail: [] }).eq('id', id).throwOnError()
  return { ...data, first: members[0]!, second: members[1]! }
}
const readMember = async (id: string) => {
  const { data } = await backend
    .from('contacts')
    .select('home_mail, household_id, household_role')
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}

test('two mail preferences ticked in quick succession are both saved', async () => {
  const { id, first } = await addHousehold()
  await openScreen(`/crm/households/${id}`, 'owner')
  const box = (kind: string) => page.getByRole('checkbox', { name: `${kind}: ${first.full_name}` })
  await expect.element(box('תזכורות')).not.toBeChecked()
  await expect.element(page.getByText('אף אחד לא מקבל: תזכורות, סיכומים, חשבוניות')).toBeVisible()
  ;(box('תזכורות').element() as HTMLElement).click()
  ;(box('חשבוניות').element() as HTMLElement).click()
  await expect.poll(async () => (await readMember(first.id)).home_mail.toSorted()).toEqual(['invoices', 'reminders'])
  await expect.element(box('תזכורות')).toBeChecked()
  await expect.element(box('חשבוניות')).toBeChecked()
  await expect.element(page.getByText('אף אחד לא מקבל: סיכומים')).toBeVisible()
  await box('סיכומים').click()
  await expect.poll(async () => (await readMember(first.id)).home_mail.length).toBe(3)
  // Waits for the response: until then the undo button belongs to the previous change.
  await expect.element(page.getByText(/^אף אחד לא מקבל/)).not.toBeInTheDocument()
  await undoLast()
  await expect.element(box('סיכומים')).not.toBeChecked()
})

test('a changed household role can be undone', async () => {
  const { id, second } = await addHousehold()
  await openScreen(`/crm/households/${id}`, 'owner')
  const menu = page.getByRole('button', { name: `פעולות: ${second.full_name}` })
  await menu.click()
  await page.getByRole('menuitem').first().click()
  await expect.poll(async () => (await readMember(second.id)).household_role).toBe('partner')
  await undoLast()
  await expect.poll(async () => (await readMember(second.id)).household_role).toBeNull()
})

test('shared contact points and opportunities of all members are shown together', async () => {
  const { id, first, second } = await addHousehold()
  const phone = '+972521112233'
  await backend
    .from('contact_points')
    .insert(
      [first, second].map(({ id: contact_id }) => ({
        contact_id,
        kind: 'phone',
        value_raw: phone,
        value_norm: phone,
        is_primary: true,
        shared_in_household: true,
      })),
    )
    .throwOnError()
  const { name } = await addOpportunity({ contact_id: second.id, amount_agorot: 70_000 })
  await openScreen(`/crm/households/${id}`, 'owner')
  await expect
    .element(
      page
        .getByText(`${first.full_name}, ${second.full_name}`)
        .or(page.getByText(`${second.full_name}, ${first.full_name}`))
        .first(),
    )
    .toBeVisible()
  await expect.element(page.getByRole('link', { name })).toBeVisible()
  await expect.element(page.getByText(/700.*פתוחים/)).toBeVisible()
})
