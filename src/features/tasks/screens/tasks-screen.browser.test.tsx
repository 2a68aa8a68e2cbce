import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { holdNextRequest } from '../../../../test/browser/network.ts'
import { accountOf, backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('sales')
const me = accountOf('sales').session.user.id
const list = (group: string) => page.getByRole('region', { name: new RegExp(`^${group}`) })
const bar = page.getByRole('toolbar', { name: 'פעולות על המשימות שנבחרו' })

async function addTasks(...names: string[]) {
  const mark = unique('משמ').replace(' ', '')
  const { data } = await backend
    .from('tasks')
    .insert(names.map((name, i) => ({ name: `${name} ${mark}`, user_id: me, due_date: `2030-02-0${i + 1}` })))
    .select('id, name')
    .throwOnError()
  return { mark, ids: data.map(({ id }) => id) }
}
const openTasks = (mark: string, more = '') => openScreen(`/crm/tasks?q=${encodeURIComponent(mark)}${more}`, 'sales')
const readTasks = async (ids: string[]) => {
  const { data } = await backend
    .from('tasks')
    .select('status, due_date, user_id, deleted_at')
    .in('id', ids)
    .order('name')
    .throwOnError()
  return data
}

test('a typed line becomes a task with its date, time and type, which are previewed', async () => {
  await openScreen('/crm/tasks', 'sales')
  const field = page.getByRole('textbox', { name: 'משימה חדשה' })
  await page.getByRole('button', { name: 'הוספה', exact: true }).click()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveFocus()
  const text = unique('לנועה')
  await field.fill(`להתקשר ${text} מחר ב־10`)
  await expect.element(field).toHaveAccessibleDescription(/שיחה.*מחר/)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('המשימה נוספה')).toBeVisible()
  await expect.element(field).toHaveValue('')
  const { data } = await backend
    .from('tasks')
    .select('name, type, due_at, user_id')
    .ilike('name', `%${text}%`)
    .throwOnError()
  expect(data).toMatchObject([{ name: `להתקשר ${text}`, type: 'call', user_id: me }])
  expect(data[0]!.due_at).not.toBeNull()
})

test('a line entered while the previous one is being saved is not cleared', async () => {
  await openScreen('/crm/tasks', 'sales')
  const field = page.getByRole('textbox', { name: 'משימה חדשה' })
  const held = holdNextRequest('POST /rest/v1/tasks')
  await field.fill(unique('ראשונה'))
  await userEvent.keyboard('{Enter}')
  await held.sent
  const next = unique('שנייה')
  await field.fill(next)
  held.release()
  await expect.element(page.getByText('המשימה נוספה')).toBeVisible()
  await expect.element(field).toHaveValue(next)
})

test('tasks selected with Shift are completed in bulk, and one undo reopens them', async () => {
  const { mark, ids } = await addTasks('א', 'ב', 'ג')
  await openTasks(mark)
  await page.getByRole('button', { name: 'בחירת כמה' }).click()
  const box = (name: string) => page.getByRole('checkbox', { name: `בחירה: ${name} ${mark}` })
  await expect.element(bar.getByRole('button', { name: 'סימון כבוצעו' })).toBeDisabled()
  await box('א').click()
  await userEvent.keyboard('{Shift>}')
  await box('ג').click({ modifiers: ['Shift'] })
  await userEvent.keyboard('{/Shift}')
  await expect.element(bar.getByText('נבחרו 3 מתוך 3')).toBeVisible()
  await box('ב').click()
  await expect.element(bar.getByText('נבחרו 2 מתוך 3')).toBeVisible()
  await bar.getByRole('button', { name: 'סימון כבוצעו' }).click()
  await expect.element(page.getByText('בוצעו: שתי משימות')).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.poll(async () => (await readTasks(ids)).map(({ status }) => status)).toEqual(['Done', 'To Do', 'Done'])
  await undoLast()
  await expect.poll(async () => (await readTasks(ids)).map(({ status }) => status)).toEqual(['To Do', 'To Do', 'To Do'])
})

test('all listed tasks are snoozed, reassigned and deleted with the bulk bar', async () => {
  const { mark, ids } = await addTasks('א', 'ב')
  await openTasks(mark, '&who=all')
  const choose = async () => {
    await page.getByRole('button', { name: 'בחירת כמה' }).click()
    await bar.getByRole('checkbox').click()
  }
  await choose()
  await bar.getByRole('button', { name: 'דחייה' }).click()
  await page.getByRole('menuitem', { name: 'מחר' }).click()
  await expect.element(page.getByText('נדחו (מחר): שתי משימות')).toBeVisible()
  await expect.poll(async () => (await readTasks(ids)).some(({ due_date }) => due_date!.startsWith('2030'))).toBe(false)
  await choose()
  await bar.getByRole('button', { name: 'העברה' }).click()
  const { data: staff } = await backend.rpc('staff_members').throwOnError()
  const owner = staff.find(({ user_id }) => user_id === accountOf('owner').session.user.id)!
  await page.getByRole('menuitem', { name: owner.name }).click()
  await expect
    .poll(async () => (await readTasks(ids)).map(({ user_id }) => user_id))
    .toEqual([owner.user_id, owner.user_id])
  await choose()
  await bar.getByRole('button', { name: 'מחיקה' }).click()
  await expect.element(page.getByText('נמחקו: שתי משימות')).toBeVisible()
  await expect.element(page.getByText('אין משימות שמתאימות לסינון')).toBeVisible()
})

test('filters are in the URL, and an empty result offers to clear them', async () => {
  const { mark, ids } = await addTasks('א', 'ב')
  await backend.from('tasks').update({ priority: 'high', type: 'call' }).eq('id', ids[0]!).throwOnError()
  const { router } = await openTasks(mark)
  await expect.element(page.getByRole('button', { name: `ב ${mark}`, exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^עדיפות/ }).click()
  await page.getByRole('button', { name: 'גבוהה', exact: true }).click()
  await expect.element(page.getByRole('button', { name: `ב ${mark}`, exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: `א ${mark}`, exact: true })).toBeVisible()
  expect(new URLSearchParams(router.state.location.search).get('priority')).toBe('high')
  await router.navigate(`/crm/tasks?q=${mark}&type=email`)
  await page.getByRole('button', { name: 'ניקוי הסינון' }).click()
  await expect.poll(() => router.state.location.search).toBe('')
})

test('completed tasks are in a collapsed section and can be reopened, and an overdue one is marked', async () => {
  const { mark, ids } = await addTasks('א', 'ב')
  await backend.from('tasks').update({ status: 'Done' }).eq('id', ids[0]!).throwOnError()
  await backend.from('tasks').update({ due_date: '2026-01-04' }).eq('id', ids[1]!).throwOnError()
  await openTasks(mark)
  await expect.element(list('באיחור').getByText(/^באיחור: /)).toBeVisible()
  const done = page.getByRole('checkbox', { name: `בוצע: א ${mark}` })
  await expect.element(done).not.toBeInTheDocument()
  await page.getByRole('heading', { name: 'בוצעו' }).click()
  await done.click()
  await expect.poll(async () => (await readTasks([ids[0]!]))[0]!.status).toBe('To Do')
  await expect.element(list('אחרי השבוע').getByText(`א ${mark}`)).toBeVisible()
})

test('completed tasks are loaded by pages, and the button adds the earlier ones', async () => {
  const mark = unique('עמוד').replace(' ', '')
  const rows = Array.from({ length: 31 }, (_, i) => ({ name: `${i} ${mark}`, user_id: me }))
  const { data } = await backend.from('tasks').insert(rows).select('id').throwOnError()
  const ids = data.map(({ id }) => id)
  await backend.from('tasks').update({ status: 'Done' }).in('id', ids).throwOnError()
  await openTasks(mark)
  await page.getByRole('heading', { name: 'בוצעו' }).click()
  const done = page.getByRole('checkbox', { name: /^בוצע: / })
  await expect.element(done).toHaveLength(30)
  const more = page.getByRole('button', { name: 'הצגת הקודמות' })
  await more.click()
  await expect.element(done).toHaveLength(31)
  await expect.element(more).not.toBeInTheDocument()
})

test('a task is edited in its dialog; its time and its recurrence require a due date', async () => {
  const { mark, ids } = await addTasks('א')
  await openTasks(mark)
  await page.getByRole('button', { name: `א ${mark}`, exact: true }).click()
  const name = dialog.getByRole('textbox', { name: 'מה צריך לעשות' })
  await expect.element(name).toHaveValue(`א ${mark}`)
  await name.fill('')
  await dialog.getByRole('button', { name: /^שמירה/ }).click()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill(`אחרת ${mark}`)
  const day = dialog.getByLabelText('עד', { exact: true })
  await day.fill('')
  await expect.element(dialog.getByLabelText(/^שעה/)).toBeDisabled()
  await expect.element(dialog.getByLabelText('תדירות')).toBeDisabled()
  await day.fill('2030-03-04')
  await dialog.getByLabelText(/^שעה/).fill('09:30')
  await dialog.getByLabelText('עדיפות').selectOptions('high')
  await dialog.getByRole('button', { name: /^שמירה/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const { data } = await backend
    .from('tasks')
    .select('name, due_at, priority')
    .eq('id', ids[0]!)
    .single()
    .throwOnError()
  expect(data).toEqual({ name: `אחרת ${mark}`, due_at: '2030-03-04T07:30:00+00:00', priority: 'high' })
  await expect.element(page.getByText('עדיפות גבוהה')).toBeVisible()
  await page.getByRole('button', { name: `אחרת ${mark}`, exact: true }).click()
  await expect.element(dialog.getByLabelText(/^שעה/)).toHaveValue('09:30')
  await expect.element(day).toHaveValue('04.03.2030')
})
