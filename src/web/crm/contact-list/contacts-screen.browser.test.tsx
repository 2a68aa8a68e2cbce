import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openList, readContacts, shown } from '../../../../test/browser/contact-list.ts'
import { untilSubscribed } from '../../../../test/browser/until-subscribed.ts'
import { holdNextRequest } from '../../../../test/browser/network.ts'
import { addContact, uniquePhone } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const message = page.getByRole('region', { name: 'הודעות' })
const tick = (name: string) => page.getByRole('checkbox', { name: `סימון ${name}` })
const bar = page.getByRole('region', { name: 'פעולות על מי שסומנו' })
const search = page.getByLabelText('חיפוש באנשי הקשר')

test('search, sort and columns are in the URL, and clearing the search preserves the others', async () => {
  const { names, router } = await openList('sales', ['אבי', 'בני'])
  await page.getByRole('button', { name: 'שם', exact: true }).click()
  await expect.poll(shown).toEqual(names.toReversed())
  await expect.element(page.getByRole('columnheader', { name: /^שם/ })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'עמודות' }).click()
  await page.getByRole('checkbox', { name: 'מקור', exact: true }).click()
  await expect.element(page.getByRole('columnheader', { name: /^מקור/ })).toBeInTheDocument()
  await page.getByRole('button', { name: 'מקור: הקדמה' }).click()
  await expect.poll(() => new URLSearchParams(router.state.location.search).get('cols')).toMatch(/source,value$/)
  await userEvent.keyboard('{Escape}')
  await search.fill('שם שאין לאיש')
  await expect.element(page.getByText(/^לא מצאנו את/)).toMatchTextContent('שם שאין לאיש')
  await page.getByRole('button', { name: 'ניקוי הסינון' }).click()
  await expect.element(search).toHaveValue('')
  expect(new URLSearchParams(router.state.location.search).get('sort')).toBe('-name')
  expect(router.state.location.search).not.toContain('q=')
})

test('a contact is found by any part of the name or phone number', async () => {
  const phone = uniquePhone()
  const { full_name } = await addContact({ phone })
  await openScreen('/crm/contacts', 'sales')
  await search.fill(`0${phone.slice(4)}`)
  await expect.poll(shown).toEqual([full_name])
  await search.fill(full_name.slice(0, -2))
  await expect.poll(shown).toContain(full_name)
})

test('a value is edited in its cell, and a colleague’s newer value is not overwritten', async () => {
  const { names, people } = await openList('sales', ['אבי'], '&cols=source,lifecycle')
  const cell = page.getByRole('button', { name: `מקור של ${names[0]}: לא נקבע` })
  await cell.click()
  await page.getByRole('menuitemradio', { name: 'שאלון' }).click()
  await expect.element(message).toMatchTextContent('המקור של')
  await expect.poll(async () => (await readContacts([people[0]!.id]))[0]!.source).toBe('שאלון')
  await page.getByRole('button', { name: `מקור של ${names[0]}: שאלון` }).click()
  const held = holdNextRequest('PATCH /rest/v1/contacts')
  await page.getByRole('menuitemradio', { name: 'אחר', exact: true }).click()
  await held.sent
  await backend.from('contacts').update({ source: 'המלצה' }).eq('id', people[0]!.id).throwOnError()
  held.release()
  await expect.element(page.getByRole('button', { name: `מקור של ${names[0]}: המלצה` })).toBeVisible()
  await expect.poll(async () => (await readContacts([people[0]!.id]))[0]!.source).toBe('המלצה')
})

test('arrow keys move between rows in the same column', async () => {
  const { names } = await openList('sales', ['אבי', 'בני', 'גדי'])
  tick(names[0]!).element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(tick(names[2]!)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  await expect.element(tick(names[1]!)).toHaveFocus()
  page.getByRole('link', { name: names[1]! }).element().focus()
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(names[0]!)
})

test('a record opened from the list links to its neighbours, and its row is marked after going back', async () => {
  const { names, router } = await openList('sales', ['אבי', 'בני', 'גדי'])
  await tick(names[0]!).click()
  await page.getByRole('link', { name: names[1]! }).click()
  const pager = page.getByRole('navigation', { name: 'מעבר ברשימה' })
  await expect.element(pager).toMatchTextContent('2 מתוך 3')
  await pager.getByRole('link', { name: 'הבא ברשימה' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(names[2]!)
  await expect.element(pager.getByRole('link', { name: 'הבא ברשימה' })).not.toBeInTheDocument()
  await userEvent.keyboard('k')
  await expect.element(pager).toMatchTextContent('2 מתוך 3')
  await userEvent.keyboard('k')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(names[0]!)
  await router.navigate(-4)
  await expect.element(tick(names[0]!)).toBeChecked()
  await bar.getByRole('button', { name: 'ביטול הסימון' }).click()
  await expect.element(bar).not.toBeInTheDocument()
})

test('a condition filters the list and is in the URL, and its selected values are combined with OR', async () => {
  const { names, people, router } = await openList('sales', ['אבי', 'בני', 'גדי'])
  const [first, second] = people.map(({ id }) => id)
  await backend.from('contacts').update({ source: 'שאלון' }).eq('id', first!).throwOnError()
  await backend.from('contacts').update({ source: 'טלפון' }).eq('id', second!).throwOnError()
  await page.getByRole('button', { name: 'מסנן', exact: true }).click()
  await page.getByRole('menuitem', { name: 'מקור', exact: true }).click()
  await page.getByRole('checkbox', { name: 'שאלון' }).click()
  await expect.poll(shown).toEqual([names[0]])
  await page.getByRole('checkbox', { name: 'טלפון' }).click()
  await expect.poll(shown).toEqual(names.slice(0, 2))
  await userEvent.keyboard('{Escape}')
  expect(new URLSearchParams(router.state.location.search).get('f')).toContain('source:')
  await page.getByRole('button', { name: 'הסרת המסנן מקור' }).click()
  await expect.poll(shown).toEqual(names)
  await expect.poll(() => document.activeElement?.closest('.filter-bar')).not.toBeNull()
})

test('a contact can be deleted from its row by roles with the right, and undo restores it', async () => {
  const { names, people } = await openList('admin', ['אבי', 'בני'])
  await page.getByRole('button', { name: `פעולות: ${names[0]}` }).click()
  await page.getByRole('menuitem', { name: 'לסל המיחזור' }).click()
  await expect.poll(shown).toEqual([names[1]])
  await expect.poll(async () => (await readContacts([people[0]!.id]))[0]!.deleted_at).not.toBeNull()
  await undoLast()
  await expect.poll(shown).toEqual(names)
})

test('sales staff see neither delete nor import nor export', async () => {
  const { names } = await openList('sales', ['אבי'])
  await tick(names[0]!).click()
  await expect.element(bar.getByRole('button', { name: 'אחריות' })).toBeVisible()
  for (const name of ['מחיקה', 'ייצוא'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'ייבוא' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: `פעולות: ${names[0]}` }).click()
  await expect.element(page.getByRole('menuitem', { name: 'הזדמנות' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'לסל המיחזור' })).not.toBeInTheDocument()
})

test('a contact added by a colleague appears in the list without a reload', async () => {
  const { names, word, connection } = await openList('sales', ['אבי'])
  await untilSubscribed({ connection })
  const { full_name } = await addContact({ first_name: 'בני', last_name: word }, 'admin')
  await expect.poll(shown).toEqual([...names, full_name])
})
