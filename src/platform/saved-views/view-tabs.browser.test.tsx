import { useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { unique } from '../../../test/browser/make-contact.ts'
import { backendAs, renderApp } from '../../../test/browser/render.tsx'
import { undoLast } from '../../../test/browser/undo-last.ts'
import type { Role } from '#platform/accounts/roles.ts'
import { ViewTabs } from './view-tabs.tsx'
import { openDialog as dialog } from '../../../test/browser/open-dialog.ts'

const createdIds: string[] = []
afterEach(async () => {
  for (const role of ['owner', 'sales'] as const)
    await backendAs(role).from('saved_views').delete().in('name', createdIds).throwOnError()
  createdIds.length = 0
})

const noted = (name = unique('תצוגה')) => {
  createdIds.push(name)
  return name
}

/** A saved view of the tasks list, owned by the user of a role. */
async function makeView(search: string, { shared = false, as = 'owner' }: { shared?: boolean; as?: Role } = {}) {
  const { data } = await backendAs(as)
    .from('saved_views')
    .insert({ entity: 'tasks', name: noted(), query: { search }, shared })
    .select('id, name')
    .single()
    .throwOnError()
  return data
}
const read = async (id: string) =>
  (await backendAs('owner').from('saved_views').select('name, query, shared').eq('id', id).maybeSingle().throwOnError())
    .data

const builtInViews = [
  { name: 'הכול', search: '' },
  { name: 'להיום', search: 'due=today' },
]
const counts = (search: string) => (search === 'due=today' ? 1_234 : undefined)
const Tabs = () => <ViewTabs entity="tasks" search={useLocation().search} builtInViews={builtInViews} counts={counts} />
const open = (path: string, as: Role = 'owner') => renderApp(<Tabs />, { as, path })

const tab = (name: string | RegExp) => page.getByRole('link', { name })
const button = (name: string) => page.getByRole('button', { name })
const actions = page.getByRole('button', { name: /^פעולות לתצוגה/ })
const item = (name: string) => page.getByRole('menuitem', { name })

test('the active tab matches the URL, whatever the order of its parameters', async () => {
  const view = await makeView('status=open&due=week')
  await open(`/list?due=week&view=${view.id}&status=open`)
  await expect.element(tab(view.name)).toHaveAttribute('aria-current', 'page')
  await expect.element(tab('הכול')).not.toHaveAttribute('aria-current')
  expect(button('עדכון התצוגה').elements()).toEqual([])
  await tab(/^להיום/).click()
  await expect.element(tab(/^להיום/)).toHaveAttribute('aria-current', 'page')
  await expect.element(tab(view.name)).not.toHaveAttribute('aria-current')
  expect(location.search).toBe('?due=today')
})

test('a count has thousands separators, and is shown only where known', async () => {
  await open('/list')
  await expect.element(tab(/^להיום/)).toHaveTextContent('להיום1,234')
  expect(tab('הכול').element().textContent).toBe('הכול')
})

test('a built-in view cannot be saved; a changed filter can be saved and becomes a tab with the typed name', async () => {
  const { router } = await open('/list?due=today')
  await expect.element(tab(/^להיום/)).toBeVisible()
  expect(button('שמירה כתצוגה').elements()).toEqual([])
  await router.navigate('/list?due=late&status=open')
  await button('שמירה כתצוגה').click()
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog.getByText('יש לתת לתצוגה שם')).toBeVisible()
  const name = noted()
  await dialog.getByLabelText('שם', { exact: false }).fill(name)
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(tab(name)).toHaveAttribute('aria-current', 'page')
  expect(new URLSearchParams(location.search).get('due')).toBe('late')
  expect(button('שמירה כתצוגה').elements()).toEqual([])
})

test('a duplicate name is refused in the dialog, which stays open with the name', async () => {
  const { name } = await makeView('due=week')
  await open('/list?due=late')
  await button('שמירה כתצוגה').click()
  await dialog.getByLabelText('שם', { exact: false }).fill(name)
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog.getByText('כבר יש לכם תצוגה בשם הזה. בחרו שם אחר')).toBeVisible()
  await expect.element(dialog.getByLabelText('שם', { exact: false })).toHaveValue(name)
})

test('a changed filter updates its view, and undo restores the former filter', async () => {
  const view = await makeView('status=open')
  await open(`/list?status=done&view=${view.id}`)
  await button('עדכון התצוגה').click()
  await expect.poll(() => read(view.id)).toMatchObject({ query: { search: 'status=done' } })
  await expect.element(button('עדכון התצוגה')).not.toBeInTheDocument()
  await undoLast()
  await expect.poll(() => read(view.id)).toMatchObject({ query: { search: 'status=open' } })
  await expect.element(button('עדכון התצוגה')).toBeVisible()
})

test('a changed filter can be saved as a new view, and the original view is unchanged', async () => {
  const view = await makeView('status=open')
  await open(`/list?status=done&view=${view.id}`)
  await button('שמירה בשם אחר').click()
  const name = noted()
  await dialog.getByLabelText('שם', { exact: false }).fill(name)
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(tab(name)).toHaveAttribute('aria-current', 'page')
  await expect.poll(() => read(view.id)).toMatchObject({ query: { search: 'status=open' } })
})

test('the rename dialog of a view is prefilled with its name and visibility', async () => {
  const view = await makeView('status=open')
  await open(`/list?status=open&view=${view.id}`)
  await actions.click()
  await item('שינוי השם').click()
  const field = dialog.getByLabelText('שם', { exact: false })
  await expect.element(field).toHaveValue(view.name)
  await expect.element(dialog.getByRole('checkbox')).not.toBeChecked()
  const name = noted()
  await field.fill(name)
  await dialog.getByLabelText('גלויה לכל הצוות').click()
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(tab(name)).toBeVisible()
  await expect.poll(() => read(view.id)).toMatchObject({ name, shared: true })
})

test('a view is shared with the team and unshared from its menu', async () => {
  const view = await makeView('status=open')
  await open(`/list?status=open&view=${view.id}`)
  await actions.click()
  await item('שיתוף עם הצוות').click()
  await expect.poll(() => read(view.id)).toMatchObject({ shared: true })
  await expect.element(page.getByText('התצוגה גלויה לכל הצוות')).toBeVisible()
  await actions.click()
  await item('רק בשבילי').click()
  await expect.poll(() => read(view.id)).toMatchObject({ shared: false })
})

test("deleting a view keeps the list's filter, and undo restores the tab", async () => {
  const view = await makeView('status=open')
  await open(`/list?status=open&view=${view.id}`)
  await actions.click()
  await item('מחיקת התצוגה').click()
  await expect.element(tab(view.name)).not.toBeInTheDocument()
  expect(location.search).toBe('?status=open')
  await undoLast()
  await expect.element(tab(view.name)).toBeVisible()
})

test("a colleague's shared view can be opened, and offers no change that the database would refuse", async () => {
  const view = await makeView('status=open', { shared: true })
  await open(`/list?status=done&view=${view.id}`, 'sales')
  await expect.element(tab(view.name)).toHaveAttribute('aria-current', 'page')
  await expect.element(button('שמירה בשם אחר')).toBeVisible()
  expect(actions.elements()).toEqual([])
  expect(button('עדכון התצוגה').elements()).toEqual([])
})

test("owners and admins can change a colleague's shared view", async () => {
  const view = await makeView('status=open', { shared: true, as: 'sales' })
  await open(`/list?status=done&view=${view.id}`, 'admin')
  await button('עדכון התצוגה').click()
  await expect.poll(() => read(view.id)).toMatchObject({ query: { search: 'status=done' } })
})

test("admins rename a colleague's shared view, and are not offered to make it private", async () => {
  const view = await makeView('status=open', { shared: true, as: 'sales' })
  await open(`/list?status=open&view=${view.id}`, 'admin')
  await actions.click()
  await expect.element(item('שינוי השם')).toBeVisible()
  expect(item('רק בשבילי').elements()).toEqual([])
  await item('שינוי השם').click()
  const field = dialog.getByLabelText('שם', { exact: false })
  await expect.element(field).toHaveValue(view.name)
  expect(dialog.getByRole('checkbox').elements()).toEqual([])
  const name = noted()
  await field.fill(name)
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.poll(() => read(view.id)).toMatchObject({ name, shared: true })
})
