import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { uniqueEmail, uniquePhone } from '../../../../test/browser/unique.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')

async function choosePair(winner: { id: string }, loser: { full_name: string }) {
  await openScreen(`/crm/duplicates?contact=${winner.id}`, 'owner')
  await page.getByRole('combobox', { name: /עם מי לאחד/ }).fill(loser.full_name)
  await page.getByRole('option', { name: new RegExp(loser.full_name) }).click()
  await expect.element(page.getByRole('group', { name: 'הרשומה שנשארת' })).toBeVisible()
}
async function merge(winner: string, loser: string) {
  const { data } = await backend.from('contacts').select('id, version').in('id', [winner, loser]).throwOnError()
  const versionOf = (id: string) => data.find((row) => row.id === id)!.version
  await backend
    .rpc('merge_contacts', {
      winner_id: winner,
      loser_id: loser,
      winner_version: versionOf(winner),
      loser_version: versionOf(loser),
    })
    .throwOnError()
}

test('shared contact points are marked on both sides, and the effects follow the selected winner', async () => {
  const phone = uniquePhone()
  const first = await addContact({ first_name: 'רות', phone })
  const second = await addContact({ first_name: 'רותי', phone, email: uniqueEmail() })
  await backend.from('contacts').update({ do_not_contact: true }).eq('id', second.id).throwOnError()
  await backend.from('tasks').insert({ name: 'להתקשר', contact_id: second.id }).throwOnError()
  await choosePair(first, second)
  expect(page.getByText('זהה', { exact: true }).elements()).toHaveLength(2)
  await expect.element(page.getByText('הסימון ״אין ליצור קשר שיווקי״ נשאר.')).toBeVisible()
  const stay = page.getByRole('group', { name: 'הרשומה שנשארת' })
  await stay.getByRole('radio', { name: new RegExp(`^${first.full_name}`) }).click()
  await expect.element(page.getByText(new RegExp(`^יעברו אל ${first.full_name}: .*משימה אחת`))).toBeVisible()
  await stay.getByRole('radio', { name: new RegExp(`^${second.full_name}`) }).click()
  await expect.element(page.getByText(new RegExp(`^יעברו אל ${first.full_name}`))).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('link', { name: `פתיחה של ${first.full_name}` }))
    .toHaveAttribute('href', `/crm/contacts/${first.id}`)
})

test('of two merges of one record, the later one must be undone first', async () => {
  const [oldest, middle, newest] = [
    await addContact({ first_name: 'אלף' }),
    await addContact({ first_name: 'בית' }),
    await addContact({ first_name: 'גימל' }),
  ]
  await merge(middle.id, oldest.id)
  await merge(newest.id, middle.id)
  await openScreen('/crm/duplicates?show=merged', 'owner')
  await page.getByRole('button', { name: `הפרדה של ${oldest.full_name} ושל ${middle.full_name}` }).click()
  await dialog.getByRole('button', { name: 'הפרדה' }).click()
  await expect.element(dialog.getByText(/^(הרשומה אוחדה שוב מאז|הרשומה המאוחדת נמצאת בסל)/)).toBeVisible()
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await page.getByRole('button', { name: `הפרדה של ${middle.full_name} ושל ${newest.full_name}` }).click()
  await dialog.getByRole('button', { name: 'הפרדה' }).click()
  await expect.element(page.getByText('שתיהן בדיוק כפי שהיו.')).toBeVisible()
  await expect.element(page.getByText(/^הופרדו ב־/).first()).toBeVisible()
})
