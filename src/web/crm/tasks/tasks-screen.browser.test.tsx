import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayOf, formatTime } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { holdNextRequest, loseNextRequest } from '../../../../test/browser/network.ts'
import { addTask, readTask, uniqueName, userIdOf } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const message = page.getByRole('region', { name: 'הודעות' })
const taskField = page.getByLabelText('משימה חדשה')
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const select = (name: string) => page.getByRole('checkbox', { name: `בחירה: ${name}` })
const shown = () => [...document.querySelectorAll('.task-row__name')].map((name) => name.textContent)

/** The task list filtered by a text that only this test uses. */
const listOf = (word: string, more = '') => `/crm/tasks?q=${encodeURIComponent(word)}${more}`

async function tasksNamed(word: string) {
  const { data } = await backendAs('owner')
    .from('tasks')
    .select()
    .ilike('name', `%${word}%`)
    .order('name')
    .throwOnError()
  return data
}

test('a line of text is parsed into type, date and time, and becomes a task in the list', async () => {
  const word = uniqueName()
  await openScreen(listOf(word), 'sales')
  await taskField.fill(`להתקשר ל${word} מחר ב־10`)
  await expect.element(page.getByText('מחר, 10:00')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(taskField).toHaveValue('')
  await expect.element(row(`להתקשר ל${word}`)).toMatchTextContent('שיחה')
  const [task] = await tasksNamed(word)
  expect(task).toMatchObject({ name: `להתקשר ל${word}`, type: 'call', user_id: userIdOf('sales') })
  expect([task!.due_date, formatTime(task!.due_at!)]).toEqual([addDays(dayOf(new Date()), 1), '10:00'])
})

test('an empty line is refused at the field, and a line that failed to reach the server stays in it', async () => {
  const word = uniqueName()
  await openScreen(listOf(word), 'sales')
  await taskField.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent('שדה חובה')
  await expect.element(taskField).toHaveFocus()
  await taskField.fill(`לסכם את ${word}`)
  loseNextRequest('POST /rest/v1/tasks')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent('אין חיבור לשרת')
  await expect.element(taskField).toHaveValue(`לסכם את ${word}`)
  await userEvent.keyboard('{Enter}')
  await expect.element(row(`לסכם את ${word}`)).toBeVisible()
  await expect.poll(() => tasksNamed(word)).toHaveLength(1)
})

test('text typed while the previous task is being saved is preserved', async () => {
  const word = uniqueName()
  await openScreen(listOf(word), 'sales')
  await taskField.fill(`ראשונה ${word}`)
  const held = holdNextRequest('POST /rest/v1/tasks')
  await userEvent.keyboard('{Enter}')
  await held.sent
  await taskField.fill(`שנייה ${word}`)
  held.release()
  await expect.element(row(`ראשונה ${word}`)).toBeVisible()
  await expect.element(taskField).toHaveValue(`שנייה ${word}`)
})

test('a range selected with Shift is completed in one action, and one undo reopens all of its tasks', async () => {
  const word = uniqueName()
  const names = ['א', 'ב', 'ג', 'ד'].map((letter) => `${letter} ${word}`)
  await Promise.all(names.map((name, i) => addTask({ name, due_date: `2030-05-0${i + 1}` }, 'sales')))
  await openScreen(listOf(word), 'sales')
  await page.getByRole('button', { name: 'בחירת כמה' }).click()
  await expect.element(taskField).not.toBeInTheDocument()
  await select(names[0]!).click()
  await select(names[2]!).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('נבחרו 3 מתוך 4')).toBeVisible()
  await select(names[1]!).click()
  await expect.element(page.getByText('נבחרו 2 מתוך 4')).toBeVisible()
  await page.getByRole('button', { name: 'סימון כבוצעו' }).click()
  await expect.poll(shown).toEqual([names[1], names[3]])
  await expect.element(message).toMatchTextContent('בוצעו: שתי משימות')
  await expect.element(taskField).toBeVisible()
  await undoLast()
  await expect.poll(shown).toEqual(names)
  await expect
    .poll(async () => (await tasksNamed(word)).map(({ status }) => status))
    .toEqual(['To Do', 'To Do', 'To Do', 'To Do'])
})

test('selected tasks are snoozed, reassigned and deleted from the bar, which requires a selection', async () => {
  const word = uniqueName()
  const names = ['א', 'ב', 'ג'].map((letter) => `${letter} ${word}`)
  await Promise.all(names.map((name) => addTask({ name, due_date: '2030-05-01' }, 'sales')))
  await openScreen(listOf(word), 'sales')
  const begin = () => page.getByRole('button', { name: 'בחירת כמה' }).click()
  await begin()
  for (const name of ['סימון כבוצעו', 'דחייה', 'העברה', 'מחיקה'])
    await expect.element(page.getByRole('toolbar').getByRole('button', { name })).toBeDisabled()
  await select(names[0]!).click()
  await page.getByRole('button', { name: 'דחייה' }).click()
  await page.getByRole('menuitem', { name: 'מחר' }).click()
  await expect.element(message).toMatchTextContent('נדחו (מחר): משימה אחת')
  await begin()
  await select(names[1]!).click()
  await page.getByRole('button', { name: 'העברה' }).click()
  await page.getByRole('menuitem', { name: 'הילה לדוגמה' }).click()
  await expect.poll(shown).toEqual([names[0], names[2]])
  await begin()
  await page.getByRole('checkbox', { name: 'בחירת כל המוצגות' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'מחיקה' }).click()
  await expect.element(page.getByText('אין משימות שמתאימות לסינון')).toBeVisible()
  await expect
    .poll(async () => (await tasksNamed(word)).filter(({ deleted_at }) => deleted_at !== null))
    .toHaveLength(2)
  const [first, second] = await tasksNamed(word)
  expect(first!.due_date).toBe(addDays(dayOf(new Date()), 1))
  expect(second).toMatchObject({ user_id: userIdOf('coach'), deleted_at: null })
})

test('filters are in the URL, and clearing them preserves the assignee scope', async () => {
  const word = uniqueName()
  await addTask({ name: `שיחה ${word}`, type: 'call', due_date: '2024-01-01' }, 'coach')
  await addTask({ name: `פגישה ${word}`, type: 'meeting', priority: 'high' }, 'coach')
  const { router } = await openScreen(listOf(word, '&who=all'), 'owner')
  await expect.poll(shown).toEqual([`שיחה ${word}`, `פגישה ${word}`])
  await expect.element(row(`פגישה ${word}`)).toMatchTextContent('עדיפות גבוהה')
  await expect.element(row(`פגישה ${word}`)).toMatchTextContent('הילה לדוגמה')
  await expect.element(row(`שיחה ${word}`)).toMatchTextContent('באיחור: ')
  await page.getByRole('button', { name: /^סוג:/ }).click()
  await page.getByRole('button', { name: 'פגישה', exact: true }).click()
  await expect.poll(shown).toEqual([`פגישה ${word}`])
  expect(router.state.location.search).toContain('type=meeting')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: /^מועד:/ }).click()
  await page.getByRole('button', { name: 'באיחור', exact: true }).click()
  await expect.element(page.getByText('אין משימות שמתאימות לסינון')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'ניקוי הסינון' }).click()
  await expect.poll(() => router.state.location.search).toBe('?who=all')
  await expect.element(page.getByRole('link', { name: 'כל הצוות' })).toHaveAttribute('aria-current', 'page')
})

test('users see the tasks that they delegated, but not those of the whole team', async () => {
  const word = uniqueName()
  await addTask({ name: `מסרתי ${word}`, user_id: userIdOf('coach') }, 'sales')
  await addTask({ name: `של אחרים ${word}` }, 'coach')
  await openScreen(listOf(word, '&who=given'), 'sales')
  await expect.poll(shown).toEqual([`מסרתי ${word}`])
  await page.getByRole('link', { name: 'המשימות שלי' }).click()
  await expect.element(page.getByLabelText('חיפוש במשימות')).toHaveValue('')
  await page.getByLabelText('חיפוש במשימות').fill(word)
  await expect.element(page.getByText('אין משימות שמתאימות לסינון')).toBeVisible()
})

test('a completed task moves to the collapsed section, where unticking reopens it', async () => {
  const word = uniqueName()
  const { id } = await addTask({ name: `לשלוח ${word}`, due_date: '2030-05-01' }, 'sales')
  await openScreen(listOf(word), 'sales')
  await page.getByRole('checkbox', { name: `בוצע: לשלוח ${word}` }).click()
  await expect.element(page.getByText('אין משימות שמתאימות לסינון')).toBeVisible()
  await page.getByRole('heading', { name: 'בוצעו' }).click()
  const done = page.getByRole('checkbox', { name: `בוצע: לשלוח ${word}` })
  await expect.element(done).toBeChecked()
  await done.click()
  await expect.element(page.getByRole('heading', { name: /^אחרי השבוע/ })).toHaveTextContent('אחרי השבוע1')
  await expect.poll(async () => (await readTask(id)).status).toBe('To Do')
})

test('the open task is in the URL, and an unknown task shows a message', async () => {
  const word = uniqueName()
  const { id } = await addTask({ name: `לבדוק ${word}` }, 'sales')
  const { router } = await openScreen(listOf(word), 'sales')
  await page.getByRole('button', { name: `לבדוק ${word}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'עריכת משימה' })
  await expect.element(dialog.getByLabelText(/מה צריך לעשות/)).toHaveValue(`לבדוק ${word}`)
  expect(router.state.location.search).toContain(`task=${id}`)
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(router.state.location.search).not.toContain('task=')
  await router.navigate(`/crm/tasks?task=${crypto.randomUUID()}`)
  await expect.element(dialog.getByText('המשימה נמחקה, או שאין לכם גישה אליה.')).toBeVisible()
})

test('on a phone the list does not scroll horizontally, and the menu of a task is reachable', async () => {
  const word = uniqueName()
  await addTask(
    { name: `לעבור עם כל המשפחה על רשימת ההוצאות של השנה ${word}`, priority: 'high', type: 'meeting' },
    'sales',
  )
  await page.viewport(390, 844)
  await openScreen(listOf(word), 'sales')
  await page.getByRole('button', { name: /^פעולות במשימה לעבור/ }).click()
  await expect.element(page.getByRole('menuitem', { name: 'עריכה' })).toBeInViewport()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1440, 900)
})
