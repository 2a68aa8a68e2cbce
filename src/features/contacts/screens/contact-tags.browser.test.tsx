import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { backendAs, openScreen, renderApp } from '../../../../test/browser/render.tsx'
import { unique, uniquePhone } from '../../../../test/browser/unique.ts'
import { mainPoint } from '../contact-head.tsx'
import { ContactTags } from './contact-tags.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')

async function addTag() {
  const name = unique('תגית')
  const { data } = await backend
    .from('tags')
    .insert({ name, color: 'stage-1' })
    .select('id, name')
    .single()
    .throwOnError()
  return data
}
const tagsOf = async (contact_id: string) => {
  const { data } = await backend.from('contact_tags').select('tag_id').eq('contact_id', contact_id).throwOnError()
  return data.map(({ tag_id }) => tag_id)
}

test('a tag is added by name and removed from its chip, and undo adds it again', async () => {
  const [{ id }, tag] = [await addContact(), await addTag()]
  await renderApp(<ContactTags contactId={id} />, { as: 'sales' })
  await page.getByRole('button', { name: 'הוספת תגית' }).click()
  await page.getByText(tag.name).click()
  await expect.poll(() => tagsOf(id)).toEqual([tag.id])
  const remove = page.getByRole('button', { name: `הסרת התגית ${tag.name}` })
  await remove.click()
  await expect.poll(() => tagsOf(id)).toEqual([])
  await undoLast()
  await expect.poll(() => tagsOf(id)).toEqual([tag.id])
})

test('the header calls the primary number, or the first that did not bounce if none is primary', () => {
  const point = (value_norm: string, is_primary: boolean, bounced_at: string | null = null) => ({
    kind: 'email' as const,
    value_norm,
    is_primary,
    bounced_at,
  })
  const points = [point('a@x', false, '2026-01-01'), point('b@x', false), point('c@x', true, '2026-01-01')]
  expect(mainPoint(points, 'email')).toBe('c@x')
  expect(mainPoint(points.slice(0, 2), 'email')).toBe('b@x')
  expect(mainPoint(points, 'phone')).toBeUndefined()
})

test('the tab of a record is stored in the URL, and an unknown value shows the timeline', async () => {
  const { id } = await addContact({ phone: uniquePhone() })
  const { router } = await openScreen(`/crm/contacts/${id}?tab=nothing`, 'owner')
  const tab = (name: string) => page.getByRole('navigation', { name: 'על איש הקשר' }).getByRole('link', { name })
  await expect.element(tab('ציר זמן')).toHaveAttribute('aria-current', 'page')
  await tab('הסכמות').click()
  expect(router.state.location.search).toBe('?tab=consents')
  await tab('ציר זמן').click()
  expect(router.state.location.search).toBe('')
})
