import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { unique } from '../../../test/browser/make-contact.ts'
import { backendAs, renderApp } from '../../../test/browser/render.tsx'
import { TagList } from './tag-picker.tsx'

const backend = backendAs('owner')
const createdIds: string[] = []
afterEach(async () => {
  await backend.from('tags').delete().in('name', createdIds.splice(0)).throwOnError()
})

const noted = (name: string) => {
  createdIds.push(name)
  return name
}
async function makeTag(name = noted(unique('תגית'))) {
  const { data } = await backend.from('tags').insert({ name }).select('id, name').single().throwOnError()
  return data
}

function Chooser({ canAdd = true, onEditAll }: { canAdd?: boolean; onEditAll?: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  return (
    <>
      <TagList
        chosen={chosen}
        canAdd={canAdd}
        onChoose={({ id }, isOn) => setChosen((ids) => (isOn ? [...ids, id] : ids.filter((one) => one !== id)))}
        {...(onEditAll && { onEditAll })}
      />
      <output>{chosen.length}</output>
    </>
  )
}

const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
const search = page.getByRole('textbox')
const chosenCount = page.getByRole('status')

test('a checkbox selects and clears a tag, and the list stays open', async () => {
  const { name } = await makeTag()
  await renderApp(<Chooser />, { as: 'owner' })
  await box(name).click()
  await expect.element(box(name)).toBeChecked()
  await expect.element(chosenCount).toHaveTextContent('1')
  await box(name).click()
  await expect.element(box(name)).not.toBeChecked()
  await expect.element(chosenCount).toHaveTextContent('0')
})

test('Enter toggles the first tag that contains the typed text', async () => {
  const { name } = await makeTag()
  await renderApp(<Chooser canAdd={false} />, { as: 'owner' })
  await expect.element(box(name)).toBeVisible()
  await search.fill(name.slice(2))
  await expect.poll(() => page.getByRole('checkbox').elements().length).toBe(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(box(name)).toBeChecked()
  await userEvent.keyboard('{Enter}')
  await expect.element(box(name)).not.toBeChecked()
})

test('Enter with a new name creates and selects a tag, and clears the field', async () => {
  const name = noted(unique('חדשה'))
  await renderApp(<Chooser />, { as: 'owner' })
  await search.fill(name)
  await expect.element(page.getByRole('button', { name: /^יצירת/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(box(name)).toBeChecked()
  await expect.element(search).toHaveValue('')
})

test('a typed name creates a separate tag even if a longer name starts with that text', async () => {
  const { name } = await makeTag()
  const short = noted(name.slice(0, -2))
  await renderApp(<Chooser />, { as: 'owner' })
  await expect.element(box(name)).toBeVisible()
  await search.fill(short)
  await userEvent.keyboard('{Enter}')
  await expect.element(box(short)).toBeChecked()
  await expect.element(box(name)).not.toBeChecked()
})

test('a name just taken by a colleague is refused with a message, and the typed text is preserved', async () => {
  const name = noted(unique('תפוסה'))
  await renderApp(<Chooser />, { as: 'owner' })
  await expect.element(page.getByRole('checkbox').first()).toBeVisible()
  await search.fill(name)
  await makeTag(name)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('תגית בשם הזה כבר קיימת')).toBeVisible()
  await expect.element(search).toHaveValue(name)
  await expect.element(chosenCount).toHaveTextContent('0')
})

test('a filter offers existing tags only, and shows a message when none matches', async () => {
  await makeTag()
  await renderApp(<Chooser canAdd={false} />, { as: 'owner' })
  await expect.element(page.getByRole('checkbox').first()).toBeVisible()
  await search.fill(unique('שלא קיימת'))
  await expect.element(page.getByText('אין תגית כזאת')).toBeVisible()
  expect(page.getByRole('button', { name: /^יצירת/ }).elements()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(chosenCount).toHaveTextContent('0')
})

test('the link to the tag manager is shown only if the caller provides it', async () => {
  const screen = await renderApp(<Chooser />, { as: 'sales' })
  await expect.element(page.getByRole('checkbox').first()).toBeVisible()
  const manage = page.getByRole('button', { name: 'עריכת התגיות' })
  expect(manage.elements()).toEqual([])
  await screen.unmount()
  let opened = 0
  await renderApp(<Chooser onEditAll={() => (opened += 1)} />, { as: 'owner' })
  await manage.click()
  expect(opened).toBe(1)
})

test('a new tag is selected and scrolled into view, wherever it is in the list', async () => {
  for (let i = 0; i < 12; i++) await makeTag()
  await renderApp(<Chooser />, { as: 'owner' })
  const name = noted(unique('תתתת'))
  await search.fill(name)
  await page.getByRole('button', { name: /^יצירת/ }).click()
  await expect.element(box(name)).toBeChecked()
  const list = page.getByRole('list').element().getBoundingClientRect()
  await expect.poll(() => box(name).element().getBoundingClientRect().bottom).toBeLessThanOrEqual(list.bottom)
})
