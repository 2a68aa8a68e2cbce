import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openList, readContacts } from '../../../../test/browser/contact-list.ts'
import { loseNextRequest } from '../../../../test/browser/network.ts'
import { uniqueName, userIdOf } from '../../../../test/browser/own-rows.ts'
import { backendAs } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const message = page.getByRole('region', { name: 'הודעות' })
const table = page.getByRole('table', { name: 'אנשי קשר' })
const tick = (name: string) => page.getByRole('checkbox', { name: `סימון ${name}` })
const bar = page.getByRole('region', { name: 'פעולות על מי שסומנו' })

test('Shift selects a range, one contact is deselected, and assigning an owner to the others can be undone', async () => {
  const { names, people } = await openList('owner', ['אבי', 'בני', 'גדי', 'דני'])
  await tick(names[0]!).click()
  await tick(names[2]!).click({ modifiers: ['Shift'] })
  await expect.element(bar).toMatchTextContent('3 נבחרו')
  await tick(names[1]!).click()
  await expect.element(bar).toMatchTextContent('שניים נבחרו')
  await bar.getByRole('button', { name: 'אחריות' }).click()
  const dialog = page.getByRole('dialog', { name: 'באחריות מי הם יהיו?' })
  await expect.element(dialog.getByText(/^שני אנשי קשר/)).toBeVisible()
  for (const name of [names[0]!, names[2]!]) await expect.element(dialog).toMatchTextContent(name)
  await dialog.getByLabelText('באחריות').selectOptions('הילה לדוגמה')
  await dialog.getByRole('button', { name: 'החלת השינוי' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(message).toMatchTextContent('האחריות עודכנה: שני אנשי קשר')
  const owned = async () =>
    (await readContacts(people.map(({ id }) => id))).map(({ owner_id }) => owner_id === userIdOf('coach'))
  await expect.poll(() => owned()).toEqual([true, false, true, false])
  await undoLast()
  await expect.poll(owned).toEqual([false, false, false, false])
})

test('selecting the whole list includes all contacts except deselected ones', async () => {
  const { names, people } = await openList('owner', ['אבי', 'בני', 'גדי'])
  const all = page.getByRole('checkbox', { name: 'סימון כל הרשימה' })
  await tick(names[0]!).click()
  await expect.poll(() => (all.element() as HTMLInputElement).indeterminate).toBe(true)
  await bar.getByRole('button', { name: 'בחירת כל 3' }).click()
  await expect.element(all).toBeChecked()
  await tick(names[1]!).click()
  await expect.element(bar).toMatchTextContent('שניים נבחרו')
  await bar.getByRole('button', { name: 'סוג' }).click()
  const dialog = page.getByRole('dialog', { name: 'לאיזה סוג להעביר?' })
  await dialog.getByLabelText('סוג').selectOptions('client')
  await dialog.getByRole('button', { name: 'החלת השינוי' }).click()
  await expect.element(message).toMatchTextContent(/הועברו אל ״לקוחות״: שני אנשי קשר/)
  await expect
    .poll(async () => (await readContacts(people.map(({ id }) => id))).map(({ lifecycle }) => lifecycle))
    .toEqual(['client', 'lead', 'client'])
})

test('the bulk task dialog requires a name, and creates a task for each selected contact', async () => {
  const { names, people } = await openList('sales', ['אבי', 'בני'])
  for (const name of names) await tick(name).click()
  await bar.getByRole('button', { name: 'משימה' }).click()
  const dialog = page.getByRole('dialog', { name: 'משימה לכל אחד' })
  await expect.element(dialog.getByText(/^שני אנשי קשר/)).toBeVisible()
  await dialog.getByRole('button', { name: 'החלת השינוי' }).click()
  await expect.element(dialog.getByText('שדה חובה')).toBeVisible()
  await dialog.getByLabelText(/^מה צריך לעשות/).fill('שיחת מעקב')
  await dialog.getByLabelText(/^עד מתי/).fill('2031-01-02')
  await dialog.getByRole('button', { name: 'החלת השינוי' }).click()
  await expect.element(message).toMatchTextContent('נוספה משימה: שני אנשי קשר')
  const ids = people.map(({ id }) => id)
  const { data } = await backend.from('tasks').select('name, due_date, user_id').in('contact_id', ids).throwOnError()
  expect(data).toEqual(ids.map(() => ({ name: 'שיחת מעקב', due_date: '2031-01-02', user_id: userIdOf('sales') })))
})

test('the bulk tag dialog requires a tag, and can create a new one', async () => {
  const { names, people } = await openList('owner', ['אבי'])
  const tag = `תגית ${uniqueName()}`
  await tick(names[0]!).click()
  await bar.getByRole('button', { name: 'תיוג' }).click()
  const dialog = page.getByRole('dialog', { name: 'איזו תגית להוסיף?' })
  await expect.element(dialog.getByText(/^איש קשר אחד/)).toBeVisible()
  await dialog.getByRole('button', { name: 'החלת השינוי' }).click()
  await expect.element(dialog.getByText('יש לבחור תגית')).toBeVisible()
  await dialog.getByLabelText('חיפוש תגית או תגית חדשה').fill(tag)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('checkbox', { name: tag })).toBeChecked()
  await dialog.getByRole('button', { name: 'החלת השינוי' }).click()
  await expect.element(message).toMatchTextContent('סומנו ב')
  const ids = people.map(({ id }) => id)
  await expect.poll(async () => (await readContacts(ids))[0]!.tags).toHaveLength(1)
})

test('a bulk change that fails without a connection keeps the selection', async () => {
  const { names, people } = await openList('owner', ['אבי'])
  await tick(names[0]!).click()
  await bar.getByRole('button', { name: 'מחיקה' }).click()
  const dialog = page.getByRole('dialog', { name: 'להעביר לסל המיחזור?' })
  await expect.element(dialog.getByText(/^איש קשר אחד/)).toBeVisible()
  loseNextRequest('/rpc/bulk')
  await dialog.getByRole('button', { name: 'העברה לסל' }).click()
  await expect.element(message).toMatchTextContent('אין חיבור לשרת')
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(bar).toMatchTextContent('אחד נבחר')
  await expect.poll(async () => (await readContacts([people[0]!.id]))[0]!.deleted_at).toBeNull()
})

test('on a phone the bulk actions are in a menu', async () => {
  await page.viewport(390, 844)
  const { names } = await openList('owner', ['אבי'])
  await tick(names[0]!).click()
  await bar.getByRole('button', { name: 'פעולות' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'אחריות' })).toBeInViewport()
  await expect.element(table).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1440, 900)
})
