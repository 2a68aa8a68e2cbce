import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, renderApp } from '../../../../test/browser/render.tsx'
import type { Segment } from '../segments.ts'
import { SegmentChoices } from './segment-choices.tsx'

const backend = backendAs('owner')
const createdIds: string[] = []
afterEach(async () => {
  await backend.from('saved_views').delete().in('id', createdIds.splice(0)).throwOnError()
})

async function makeView(name: string, search: string) {
  const { data } = await backend
    .from('saved_views')
    .insert({ entity: 'contacts', name, query: { search }, shared: false })
    .select('id')
    .single()
    .throwOnError()
  createdIds.push(data.id)
  return data.id
}

function Choices({ first = [] }: { first?: Segment[] }) {
  const [segments, setSegments] = useState(first)
  return (
    <>
      <SegmentChoices segments={segments} onChange={setSegments} />
      <output>{JSON.stringify(segments.map(({ name, groups }) => [name, groups]))}</output>
    </>
  )
}
const output = () => page.getByRole('status')

test('a selected view is copied with its conditions, and removed when the view is unchecked', async () => {
  await makeView('מתעניינים מהתערוכה', 'f=source:is:תערוכה')
  await renderApp(<Choices />, { as: 'owner' })
  const box = page.getByRole('checkbox', { name: 'מתעניינים מהתערוכה' })
  await box.click()
  await expect
    .element(output())
    .toHaveTextContent('[["מתעניינים מהתערוכה",[[{"field":"source","op":"is","values":["תערוכה"]}]]]]')
  await box.click()
  await expect.element(output()).toHaveTextContent('[]')
})

test('a view with a text search is shown with the reason, and cannot be selected', async () => {
  await makeView('כל הכהנים', 'q=כהן')
  await renderApp(<Choices />, { as: 'owner' })
  await expect.element(page.getByRole('checkbox', { name: /כל הכהנים.*חיפוש חופשי/ })).toBeDisabled()
})

test('a view that was changed after its selection offers its new conditions', async () => {
  const viewId = await makeView('עם טלפון', 'f=has:is:phone')
  const old = { viewId, name: 'עם טלפון', groups: [[{ field: 'has', op: 'is' as const, values: ['email'] }]] }
  await renderApp(<Choices first={[old]} />, { as: 'owner' })
  await page.getByRole('button', { name: 'שימוש בתנאים החדשים' }).click()
  await expect.element(output()).toHaveTextContent('[["עם טלפון",[[{"field":"has","op":"is","values":["phone"]}]]]]')
  await expect.element(page.getByText('השתנתה מאז שנבחרה')).not.toBeInTheDocument()
})

test('the conditions of a deleted view remain selected until they are unchecked', async () => {
  const deleted = {
    viewId: crypto.randomUUID(),
    name: 'ישנה',
    groups: [[{ field: 'has', op: 'is' as const, values: ['email'] }]],
  }
  await renderApp(<Choices first={[deleted]} />, { as: 'owner' })
  const box = page.getByRole('checkbox', { name: /ישנה.*התצוגה נמחקה/ })
  await expect.element(box).toBeChecked()
  await box.click()
  await expect.element(output()).toHaveTextContent('[]')
})

test('content editors see the selected segments and cannot change them', async () => {
  const selected = {
    viewId: crypto.randomUUID(),
    name: 'לקוחות',
    groups: [[{ field: 'has', op: 'is' as const, values: ['email'] }]],
  }
  await renderApp(<Choices first={[selected]} />, { as: 'content' })
  await expect.element(page.getByRole('checkbox', { name: /לקוחות/ })).toBeDisabled()
})
