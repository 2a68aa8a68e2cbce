import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs } from '../../../../test/browser/render.tsx'
import { addMarked, openList, row } from './marked-contacts.fixture.ts'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const headers = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map((header) => header.textContent)
    .slice(2, -1)

test('columns are shown, moved and hidden by URL parameter, and can be reset to the default', async () => {
  const { mark } = await addMarked('אבי')
  const { router } = await openList(mark, { more: '&cols=phone,owner' })
  await expect.poll(headers).toEqual(['טלפון', 'באחריות'])
  await page.getByRole('button', { name: 'עמודות' }).click()
  const menu = page.getByRole('dialog', { name: 'עמודות' })
  await menu.getByRole('checkbox', { name: 'מקור' }).click()
  await expect.poll(headers).toEqual(['טלפון', 'באחריות', 'מקור'])
  await menu.getByRole('button', { name: 'מקור: הקדמה' }).click()
  await expect.poll(headers).toEqual(['טלפון', 'מקור', 'באחריות'])
  await menu.getByRole('button', { name: 'טלפון: הקדמה' }).click({ force: true })
  await menu.getByRole('button', { name: 'טלפון: דחייה' }).click()
  await expect.poll(headers).toEqual(['מקור', 'טלפון', 'באחריות'])
  await menu.getByRole('checkbox', { name: 'באחריות' }).click()
  await expect.poll(headers).toEqual(['מקור', 'טלפון'])
  expect(new URLSearchParams(router.state.location.search).get('cols')).toBe('source,phone')
  await menu.getByRole('button', { name: 'חזרה לעמודות הרגילות' }).click()
  await expect.poll(headers).toEqual(['טלפון', 'סוג', 'שלב מכירה', 'באחריות', 'פעילות אחרונה', 'שווי פתוח'])
  expect(new URLSearchParams(router.state.location.search).has('cols')).toBe(false)
})

test('a row action moves one contact to the bin with undo, and is not offered to the sales role', async () => {
  const { mark, contact } = await addMarked('אבי', 'בני')
  const screen = await openList(mark, { as: 'sales' })
  await page.getByRole('button', { name: `פעולות: אבי ${mark}` }).click()
  await expect.element(page.getByRole('menuitem', { name: 'הזדמנות' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'לסל המיחזור' })).not.toBeInTheDocument()
  await screen.unmount()
  await openList(mark)
  await page.getByRole('button', { name: `פעולות: אבי ${mark}` }).click()
  await page.getByRole('menuitem', { name: 'לסל המיחזור' }).click()
  await expect.element(row('אבי')).not.toBeInTheDocument()
  await expect.element(row('בני')).toBeVisible()
  const { data } = await backendAs('owner')
    .from('contacts')
    .select('deleted_at')
    .eq('id', contact('אבי').id)
    .throwOnError()
  expect(data[0]?.deleted_at).not.toBeNull()
  await undoLast()
  await expect.element(row('אבי')).toBeVisible()
})
