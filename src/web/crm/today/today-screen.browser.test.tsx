import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { holdNextRequest, loseNextRequest } from '../../../../test/browser/network.ts'
import { addTask, readTask, userIdOf } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

// The content role has no contacts, so its list contains only the tasks of these tests.
const backend = backendAs('content')

beforeEach(async () => {
  await backend.from('tasks').update({ status: 'Done' }).eq('user_id', userIdOf('content')).throwOnError()
})

/** Tasks in list order: each is a day newer than the previous one. */
const addLateTasks = (...names: string[]) =>
  Promise.all(names.map((name, i) => addTask({ name, due_date: `2024-03-0${i + 1}` }, 'content')))

const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const shownTitles = () => [...document.querySelectorAll('.day-list .day-line__title')].map((title) => title.textContent)
const panel = (name: string) => page.getByRole('region', { name })
const message = page.getByRole('region', { name: 'הודעות' })

test('a day without open tasks shows a message, offers to add one, and hides what the role may not see', async () => {
  await openScreen('/crm', 'content')
  const list = page.getByRole('region', { name: 'הרשימה של היום' })
  await expect.element(list.getByText('אין משימות פתוחות. כל הכבוד')).toBeVisible()
  await expect.element(list.getByText('משימות שהגיע זמנן יופיעו כאן.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'התחלת העבודה' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: /משימות באיחור/ })).toMatchTextContent(/0הכול בזמן/)
  for (const hidden of ['פניות בלי מענה', 'שווי פתוח בצינור', 'צינור לפי שלב'])
    await expect.element(page.getByText(hidden)).not.toBeInTheDocument()
  await list.getByRole('button', { name: 'הוספת משימה' }).click()
  const dialog = page.getByRole('dialog', { name: 'משימה חדשה' })
  await expect.element(dialog.getByLabelText(/מה צריך לעשות/)).toHaveFocus()
  await userEvent.keyboard('לעדכן את עמוד האודות{Enter}')
  await expect.element(line('לעדכן את עמוד האודות')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: /^משימות להיום/ })).toMatchTextContent(/1$/)
  await expect.element(page.getByRole('button', { name: 'התחלת העבודה' })).toBeVisible()
})

test('a completed task leaves the list, the next line takes the focus, and Ctrl+Z restores the task', async () => {
  const [first] = await addLateTasks('לכתוב ניוזלטר', 'לבדוק קישורים', 'להחליף תמונה')
  await openScreen('/crm', 'content')
  const group = page.getByRole('region', { name: /^משימות באיחור/ })
  await expect.element(group.getByRole('heading')).toHaveTextContent('משימות באיחור3')
  await expect.element(page.getByRole('link', { name: /משימות באיחור/ })).toMatchTextContent(/הוותיקה/)
  const tick = page.getByRole('checkbox', { name: 'בוצע: לכתוב ניוזלטר' })
  await tick.click()
  await expect.element(tick).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.closest('li')?.textContent).toContain('לבדוק קישורים')
  await expect.poll(async () => (await readTask(first!.id)).status).toBe('Done')
  await expect.element(group.getByRole('heading')).toHaveTextContent('משימות באיחור2')
  await expect.element(message).toMatchTextContent(/בוצע: לכתוב ניוזלטר/)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(tick).toBeVisible()
  await expect.poll(async () => (await readTask(first!.id)).status).toBe('To Do')
  expect(shownTitles()).toEqual(['לכתוב ניוזלטר', 'לבדוק קישורים', 'להחליף תמונה'])
})

test('a snoozed task leaves the list and has the same time of day on the new date', async () => {
  const [task] = await addLateTasks('לצלם את המשרד')
  await backend.from('tasks').update({ due_at: '2024-03-01T08:15:00Z' }).eq('id', task!.id).throwOnError()
  await openScreen('/crm', 'content')
  await page.getByRole('button', { name: 'דחייה: לצלם את המשרד' }).click()
  await page.getByRole('menuitem', { name: 'מחר', exact: true }).click()
  await expect.element(line('לצלם את המשרד')).not.toBeInTheDocument()
  await expect.element(message).toMatchTextContent(/נדחה \(מחר\): לצלם את המשרד/)
  const { due_date, due_at } = await readTask(task!.id)
  expect(due_date).toBe(addDays(dayOf(new Date()), 1))
  expect(new Date(due_at!).toLocaleTimeString('he-IL', { timeZone: 'Asia/Jerusalem', timeStyle: 'short' })).toBe(
    '10:15',
  )
})

test('a task reassigned during the request is not completed, and the message shows the reason', async () => {
  await addLateTasks('לעדכן מחירים')
  const task = await addTask({ name: 'להכין מצגת', due_date: '2024-02-01', user_id: userIdOf('content') })
  await openScreen('/crm', 'content')
  const held = holdNextRequest('/rpc/change_tasks')
  await page.getByRole('checkbox', { name: 'בוצע: להכין מצגת' }).click()
  await held.sent
  await backendAs('owner')
    .from('tasks')
    .update({ user_id: userIdOf('admin') })
    .eq('id', task.id)
    .throwOnError()
  held.release()
  await expect.element(message).toMatchTextContent('משימה אחת השתנתה או נמחקה בינתיים, ונשארה כמו שהיא')
  await expect.element(line('לעדכן מחירים')).toBeVisible()
  await expect.element(line('להכין מצגת')).not.toBeInTheDocument()
  await expect.poll(async () => (await readTask(task.id)).status).toBe('To Do')
})

test('completing a task without a connection restores the line and shows the reason', async () => {
  const [task] = await addLateTasks('לאשר תמונות')
  await openScreen('/crm', 'content')
  const tick = page.getByRole('checkbox', { name: 'בוצע: לאשר תמונות' })
  await expect.element(tick).toBeVisible()
  loseNextRequest('/rpc/change_tasks')
  await tick.click()
  await expect.element(message).toMatchTextContent(/המשימה לא עודכנה/)
  await expect.element(message).toMatchTextContent(/אין חיבור לשרת/)
  await expect.element(tick).not.toBeChecked()
  await expect.poll(async () => (await readTask(task!.id)).status).toBe('To Do')
})

test('a long group shows its first six lines, and can be expanded and collapsed', async () => {
  const names = ['אחת', 'שתיים', 'שלוש', 'ארבע', 'חמש', 'שש', 'שבע', 'שמונה']
  await addLateTasks(...names)
  await openScreen('/crm', 'content')
  const more = page.getByRole('button', { name: 'ועוד 2 ברשימה משימות באיחור' })
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  expect(shownTitles()).toEqual(names.slice(0, 6))
  await more.click()
  await expect.poll(shownTitles).toEqual(names)
  await page.getByRole('button', { name: /^רק הראשונות/ }).click()
  await expect.poll(shownTitles).toEqual(names.slice(0, 6))
})

test('the title of a task opens its dialog, and a changed name is shown in the list', async () => {
  await addLateTasks('לנסח מודעה')
  await openScreen('/crm', 'content')
  await page.getByRole('button', { name: 'לנסח מודעה', exact: true }).click()
  const name = page.getByRole('dialog', { name: 'עריכת משימה' }).getByLabelText(/מה צריך לעשות/)
  await expect.element(name).toHaveValue('לנסח מודעה')
  await name.fill('לנסח מודעה קצרה')
  await userEvent.keyboard('{Enter}')
  await expect.element(name).not.toBeInTheDocument()
  await expect.poll(shownTitles).toEqual(['לנסח מודעה קצרה'])
})

test('the hash of a group in the URL scrolls to it and moves the focus there', async () => {
  await addLateTasks('לסדר תיקיות')
  const { router } = await openScreen('/crm', 'content')
  await expect.element(line('לסדר תיקיות')).toBeVisible()
  await router.navigate('/crm#overdue')
  await expect.element(page.getByRole('region', { name: /^משימות באיחור/ })).toHaveFocus()
})

test('focus mode has a URL, steps through the items by keyboard up to the ends, and Escape returns to the list', async () => {
  await addLateTasks('משימה ראשונה', 'משימה שנייה')
  const { router } = await openScreen('/crm', 'content')
  await page.getByRole('button', { name: 'התחלת העבודה' }).click()
  await expect.element(panel('1 מתוך 2: משימה ראשונה')).toHaveFocus()
  expect(router.state.location.search).toBe('?work=')
  await expect.element(page.getByText('אחר כך: משימה שנייה')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^הקודם/ })).toBeDisabled()
  await userEvent.keyboard('j')
  await expect.element(panel('2 מתוך 2: משימה שנייה')).toHaveFocus()
  await expect.element(page.getByRole('button', { name: /^הבא/ })).toBeDisabled()
  await userEvent.keyboard('j')
  await expect.element(panel('2 מתוך 2: משימה שנייה')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(panel('1 מתוך 2: משימה ראשונה')).toHaveFocus()
  await userEvent.keyboard('k{Escape}')
  await expect.element(page.getByRole('region', { name: 'הרשימה של היום' })).toBeVisible()
  expect(router.state.location.search).toBe('')
})

test('D completes the item and shows the next one; after the last one the back link has the focus', async () => {
  const [first, second] = await addLateTasks('משימה ראשונה', 'משימה שנייה')
  await openScreen('/crm?work=', 'content')
  await expect.element(panel('1 מתוך 2: משימה ראשונה')).toHaveFocus()
  await userEvent.keyboard('d')
  await expect.element(panel('1 מתוך 1: משימה שנייה')).toHaveFocus()
  await expect.element(page.getByText('טופלו 1 · 1 מתוך 1')).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'התקדמות' })).toHaveAttribute('value', '1')
  await expect.poll(async () => (await readTask(first!.id)).status).toBe('Done')
  await page.getByRole('button', { name: 'בוצע', exact: true }).click()
  await expect.element(page.getByText('טיפלתם ב־2 דברים ברצף. מה שנדחה יחזור לכאן בזמנו.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'חזרה להיום' })).toHaveFocus()
  await expect.poll(async () => (await readTask(second!.id)).status).toBe('Done')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('אין משימות פתוחות. כל הכבוד')).toBeVisible()
})

test('completing the last item of the list shows the previous one', async () => {
  await addLateTasks('משימה ראשונה', 'משימה שנייה')
  await openScreen('/crm?work=', 'content')
  await expect.element(panel('1 מתוך 2: משימה ראשונה')).toHaveFocus()
  await userEvent.keyboard('jd')
  await expect.element(panel('1 מתוך 1: משימה ראשונה')).toHaveFocus()
})

test('S opens the snooze menu, which handles its own keys, and a choice snoozes the item', async () => {
  const [first] = await addLateTasks('משימה ראשונה', 'משימה שנייה')
  await openScreen('/crm?work=', 'content')
  await expect.element(panel('1 מתוך 2: משימה ראשונה')).toHaveFocus()
  await userEvent.keyboard('s')
  await expect.element(page.getByRole('menuitem', { name: 'מחר' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(panel('1 מתוך 2: משימה ראשונה')).toBeVisible()
  await userEvent.keyboard('s')
  await page.getByRole('menuitem', { name: 'מחר' }).click()
  await expect.element(panel('1 מתוך 1: משימה שנייה')).toHaveFocus()
  await expect
    .poll(() => readTask(first!.id))
    .toMatchObject({ status: 'To Do', due_date: addDays(dayOf(new Date()), 1) })
})

test('holding D completes one item only, and a browser shortcut with D completes none', async () => {
  const tasks = await addLateTasks('משימה ראשונה', 'משימה שנייה', 'משימה שלישית')
  await openScreen('/crm?work=', 'content')
  await expect.element(panel('1 מתוך 3: משימה ראשונה')).toHaveFocus()
  await userEvent.keyboard('{Alt>}d{/Alt}')
  await userEvent.keyboard('{d>3/}')
  await expect.element(panel('1 מתוך 2: משימה שנייה')).toHaveFocus()
  await expect
    .poll(() => Promise.all(tasks.map(async ({ id }) => (await readTask(id)).status)))
    .toEqual(['Done', 'To Do', 'To Do'])
})

test('the title opens the task, and keys typed in its dialog do not affect the item', async () => {
  const [first] = await addLateTasks('משימה ראשונה')
  await openScreen('/crm?work=', 'content')
  await page.getByRole('button', { name: 'משימה ראשונה', exact: true }).click()
  const name = page.getByRole('dialog', { name: 'עריכת משימה' }).getByLabelText(/מה צריך לעשות/)
  await name.click()
  await userEvent.keyboard('dsj')
  await expect.element(name).toHaveValue('משימה ראשונהdsj')
  await expect.poll(async () => (await readTask(first!.id)).status).toBe('To Do')
})
