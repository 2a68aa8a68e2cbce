import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { holdNextRequest } from '../../../../test/browser/network.ts'
import { addContact, addTask, uniqueName, uniquePhone } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const message = page.getByRole('region', { name: 'הודעות' })
const compared = page.getByRole('region', { name: 'השוואת הרשומות' })
const act = (name: string) => compared.getByRole('button', { name })
const row = (label: string) => compared.getByRole('group', { name: label })

type Person = Parameters<typeof addContact>[0]

/** Opens the pair of two records; records with the same phone number are detected automatically. */
async function openPair(as: Role, one: Person = {}, other: Person = {}) {
  const shared = { last_name: uniqueName(), phone: uniquePhone() }
  const first = await addContact({ ...shared, ...one })
  const second = await addContact({ ...shared, ...other })
  const { router } = await openScreen(`/crm/duplicates?contact=${first.id}`, as)
  await expect.element(compared.getByRole('heading', { level: 2 })).toBeVisible()
  return { first, second, router, ...shared }
}

const readContact = async (id: string) =>
  (await backend.from('contacts').select().eq('id', id).single().throwOnError()).data

test('two records with the same phone number are compared and merged with the selected values', async () => {
  const { first, second } = await openPair('owner', { source: 'אתר' }, { source: 'שאלון' })
  await addTask({ name: 'של הרשומה שנעלמת', contact_id: second.id })
  await expect.element(compared.getByRole('heading', { level: 2 })).toHaveTextContent('אותו אדם?')
  await expect.element(row('טלפון ודוא״ל').getByText('זהה')).toHaveLength(2)
  await row('הרשומה שנשארת').getByRole('radio').first().click()
  const keeps = row('מקור').getByRole('radio').first()
  await expect.element(keeps).toBeChecked()
  await row('מקור').getByRole('radio', { name: 'שאלון' }).click()
  await act('איחוד לרשומה אחת').click()
  await expect.element(message).toMatchTextContent(/שתי הרשומות של .*אוחדו/)
  await expect.element(page.getByText('לא נמצאו רשומות דומות')).toBeVisible()
  const people = [await readContact(first.id), await readContact(second.id)]
  const stays = people.find(({ merged_into_id }) => merged_into_id === null)!
  expect(people.filter(({ merged_into_id }) => merged_into_id === stays.id)).toHaveLength(1)
  expect(stays.source).toBe('שאלון')
  await undoLast()
  await expect.poll(async () => (await readContact(second.id)).merged_into_id).toBeNull()
  await expect.poll(async () => (await readContact(first.id)).source).toBe('אתר')
  await expect.element(compared.getByRole('heading', { level: 2 })).toBeVisible()
})

test('selecting the other record as the survivor also inverts the selected fields', async () => {
  await openPair('owner', { source: 'אתר' }, { source: 'שאלון' })
  const stay = row('הרשומה שנשארת').getByRole('radio')
  const source = row('מקור').getByRole('radio')
  const selected = () =>
    [...compared.element().querySelectorAll<HTMLInputElement>('[type=radio]')].map(({ checked }) => checked)
  await expect.element(stay.first()).toBeVisible()
  const before = selected()
  await (before[0] ? stay.last() : stay.first()).click()
  expect(selected()).toEqual(before.map((isOn) => !isOn))
  await expect.element(source.first()).toBeVisible()
})

test('two people can be linked as a household instead of merged, and undo unlinks them', async () => {
  const { first, second } = await openPair('sales', { first_name: 'אלון' }, { first_name: 'תמר' })
  await expect.element(compared.getByRole('heading', { level: 2 })).toHaveTextContent('שני אנשים מאותו בית?')
  await act('קישור כמשק בית').click()
  await expect.element(message).toMatchTextContent('קושרו כמשק בית')
  const { household_id } = await readContact(first.id)
  expect(household_id).not.toBeNull()
  await expect.poll(async () => (await readContact(second.id)).household_id).toBe(household_id)
  await undoLast()
  await expect.poll(async () => (await readContact(second.id)).household_id).toBeNull()
})

test('a pair dismissed as different people leaves the list, and undo restores it', async () => {
  const { first, second } = await openPair('sales')
  const dismissed = async () => {
    const ids = [first.id, second.id]
    const { data } = await backend
      .from('duplicate_pairs')
      .select('dismissed_at')
      .in('first_id', ids)
      .in('second_id', ids)
      .single()
      .throwOnError()
    return data.dismissed_at !== null
  }
  await act('לא אותו אדם').click()
  await expect.element(message).toMatchTextContent('נרשם שאלה שני אנשים שונים')
  await expect.element(page.getByText('לא נמצאו רשומות דומות')).toBeVisible()
  await expect.poll(() => dismissed()).toBe(true)
  await undoLast()
  await expect.element(compared.getByRole('heading', { level: 2 })).toBeVisible()
  await expect.poll(() => dismissed()).toBe(false)
})

test('a merge with a record just changed by a colleague is refused, and shows its new values', async () => {
  const { first } = await openPair('owner', { source: 'אתר' }, { source: 'שאלון' })
  const held = holdNextRequest('/rpc/merge_contacts')
  await act('איחוד לרשומה אחת').click()
  await held.sent
  await backendAs('admin').from('contacts').update({ source: 'טלפון' }).eq('id', first.id).throwOnError()
  held.release()
  await expect.element(row('מקור').getByRole('radio', { name: 'טלפון' })).toBeInTheDocument()
  await expect.element(compared.getByRole('alert')).toMatchTextContent('בדקו ואחדו שוב')
  await expect.poll(async () => (await readContact(first.id)).merged_into_id).toBeNull()
})

test('members of different households cannot be linked, and the refusal links to a contact', async () => {
  const { first, second } = await openPair('sales', { first_name: 'אלון' }, { first_name: 'תמר' })
  for (const member of [first, second]) {
    const partner = await addContact({ first_name: 'שותף' })
    await backend.rpc('link_as_household', { one: member.id, other: partner.id }).throwOnError()
  }
  await act('קישור כמשק בית').click()
  await expect.element(compared.getByRole('alert')).toMatchTextContent('כבר שייכת למשק בית אחר')
  await expect.element(compared.getByRole('alert').getByRole('link')).toBeVisible()
})

test('staff without merge rights can compare, link and dismiss, and see which roles may merge', async () => {
  await openPair('sales', { source: 'אתר' }, { source: 'שאלון' })
  await expect.element(act('לא אותו אדם')).toBeVisible()
  await expect.element(act('איחוד לרשומה אחת')).not.toBeInTheDocument()
  await expect.element(compared.getByRole('radio')).not.toBeInTheDocument()
  await expect.element(compared.getByText('האיחוד עצמו פתוח לבעלים ולמנהלים.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'מה שאוחד' })).not.toBeInTheDocument()
})

test('a second record can be selected manually, but not the record itself', async () => {
  const [one, other] = [await addContact(), await addContact()]
  const { router } = await openScreen(`/crm/duplicates?contact=${one.id}`, 'owner')
  await expect.element(page.getByText('אפשר לחפש למעלה את הרשומה השנייה ולאחד בכל זאת.')).toBeVisible()
  const picker = page.getByRole('combobox', { name: 'עם מי לאחד' })
  await picker.fill(other.last_name!)
  await page.getByRole('option', { name: new RegExp(other.full_name) }).click()
  await expect.element(act('איחוד לרשומה אחת')).toBeVisible()
  await expect.element(act('לא אותו אדם')).not.toBeInTheDocument()
  await router.navigate(`/crm/duplicates?contact=${one.id}&pair=${one.id}.${one.id}`)
  await expect.element(compared.getByText('אי אפשר לאחד רשומה עם עצמה. בחרו רשומה אחרת')).toBeVisible()
})

test('a malformed contact in the URL shows that there are no similar records', async () => {
  await openScreen('/crm/duplicates?contact=log', 'owner')
  await expect.element(page.getByText('לא נמצאו רשומות דומות')).toBeVisible()
})

test('a merge can be undone from the list of merges, which restores both records', async () => {
  const last_name = uniqueName()
  const [stays, goes] = [await addContact({ last_name }), await addContact({ first_name: 'נ', last_name })]
  const pair = { winner_id: stays.id, winner_version: stays.version, loser_id: goes.id, loser_version: goes.version }
  await backend.rpc('merge_contacts', pair).throwOnError()
  await openScreen('/crm/duplicates?show=merged', 'owner')
  const merged = page.getByRole('listitem').filter({ hasText: goes.full_name })
  await merged.getByRole('button', { name: /^הפרדה/ }).click()
  await page.getByRole('dialog', { name: 'להפריד את הרשומות?' }).getByRole('button', { name: 'הפרדה' }).click()
  await expect.element(message).toMatchTextContent('שתיהן בדיוק כפי שהיו.')
  await expect.element(merged.getByText(/^הופרדו ב/)).toBeVisible()
  await expect.poll(async () => (await readContact(goes.id)).merged_into_id).toBeNull()
})

test('on a phone either the list or the pair is shown', async () => {
  await page.viewport(390, 844)
  const shared = { last_name: uniqueName(), phone: uniquePhone() }
  const [first] = [await addContact(shared), await addContact(shared)]
  await openScreen(`/crm/duplicates?contact=${first.id}`, 'owner')
  await page.getByRole('navigation', { name: 'זוגות לבדיקה' }).getByRole('link').first().click()
  await expect.element(page.getByRole('navigation', { name: 'זוגות לבדיקה' })).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'לכל הזוגות' }).click()
  await expect
    .element(page.getByRole('navigation', { name: 'זוגות לבדיקה' }).getByText(first.full_name).first())
    .toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1440, 900)
})
