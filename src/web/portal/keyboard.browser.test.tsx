// The portal on a phone without touch or mouse.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { sendMessage } from '#features/inbox/inbox.data.ts'
import { makeClient } from '../../../test/browser/make-client.ts'
import { unique } from '../../../test/browser/make-contact.ts'
import { loseRequests } from '../../../test/browser/network.ts'
import { backendAs, backendAsService, openScreen } from '../../../test/browser/render.tsx'
import { startFamily } from '../../../test/browser/start-family.ts'

beforeEach(() => page.viewport(390, 844))
afterEach(() => page.viewport(1440, 900))

const card = (name: string) => page.getByRole('region', { name })

async function walkTo(target: Locator, keys = '{Tab}') {
  await expect.element(target).toBeVisible()
  const isThere = () => target.element() === document.activeElement
  for (let step = 0; step < 80 && !isThere(); step++)
    // oxlint-disable-next-line no-await-in-loop
    await userEvent.keyboard(keys)
  await expect.element(target).toHaveFocus()
}
const back = '{Shift>}{Tab}{/Shift}'

test('the current stage is opened from the home, and its document is sent', async () => {
  const { account, payslips } = await startFamily()
  await openScreen('/client-portal', account)
  await walkTo(card('השלב שלכם עכשיו').getByRole('link', { name: 'לדף השלב' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1, name: 'מיפוי' })).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveFocus()

  const item = page.getByRole('listitem', { name: payslips })
  await walkTo(item.getByRole('button', { name: `שליחה: ${payslips}` }))
  const field = item.element().querySelector<HTMLInputElement>('input[type=file]')!
  // The native file picker cannot be driven: only the click that opens it is counted.
  let clickCount = 0
  field.addEventListener('click', (event) => {
    event.preventDefault()
    clickCount += 1
  })
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => clickCount).toBe(1)
  await userEvent.upload(field, new File(['שלום'], 'תלוש.txt', { type: 'text/plain' }))
  await expect.element(item.getByText('התקבל', { exact: true })).toBeVisible()
  await expect.element(item.getByRole('button', { name: `שליחת קובץ נוסף: ${payslips}` })).toHaveFocus()
})

test('a stage is opened from the list of all stages', async () => {
  const { account, payslips } = await startFamily()
  await openScreen('/client-portal', account)
  await walkTo(page.getByRole('link', { name: 'לכל השלבים' }))
  await userEvent.keyboard('{Enter}')
  await walkTo(page.getByRole('link', { name: 'מיפוי' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('listitem', { name: payslips })).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('ticking a task moves the focus to the next one, and after the last to the title of the list', async () => {
  const { account, contactId } = await makeClient()
  const names = [unique('לאסוף תלושים'), unique('לרשום הוצאות')] as const
  await backendAsService()
    .from('tasks')
    .insert(
      names.map((name, i) => ({
        name,
        contact_id: contactId,
        shared_with: 'client' as const,
        due_date: `2030-01-0${i + 1}`,
      })),
    )
    .throwOnError()
  await openScreen('/client-portal', account)
  const tasks = card('המשימות שלכם')
  const [first, second] = names.map((name) => tasks.getByRole('checkbox', { name }))
  await walkTo(first!)
  await userEvent.keyboard(' ')
  await expect.element(second!).toHaveFocus()
  expect(first!.elements()).toEqual([])
  await userEvent.keyboard(' ')
  await expect.element(tasks.getByText('אין משימות פתוחות. כל הכבוד!')).toBeVisible()
  await expect.element(tasks.getByRole('heading')).toHaveFocus()
})

test('a card that appears above the focused task does not move it on the screen', async () => {
  const { account, contactId } = await startFamily()
  const name = unique('לאסוף תלושים')
  await backendAsService()
    .from('tasks')
    .insert({ name, contact_id: contactId, shared_with: 'client' as const, due_date: '2030-01-01' })
    .throwOnError()
  const owner = backendAs('owner')
  const { data: thread } = await owner.rpc('open_thread', { contact: contactId, is_shared: false }).throwOnError()
  await openScreen('/client-portal', account)
  await expect.element(card('השלב שלכם עכשיו')).toBeVisible()
  const tick = card('המשימות שלכם').getByRole('checkbox', { name })
  await walkTo(tick)
  // Browsers do not anchor a page at its very beginning.
  window.scrollTo(0, 40)
  await expect.poll(() => window.scrollY).toBe(40)
  const top = () => Math.round(tick.element().getBoundingClientRect().top)
  const before = top()
  await sendMessage(owner, { id: crypto.randomUUID(), threadId: thread, body: 'ברוכים הבאים' })
  await expect.element(card('הודעה חדשה')).toBeVisible()
  await expect.poll(() => Math.abs(top() - before)).toBeLessThanOrEqual(1)
  await expect.element(tick).toHaveFocus()
})

test('after sending a message the focus moves to the field of the next one', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/messages', account)
  const writing = page.getByRole('textbox', { name: 'הודעה חדשה' })
  await walkTo(writing)
  const question = unique('שאלה קטנה')
  await userEvent.keyboard(question)
  await walkTo(page.getByRole('button', { name: 'שליחה' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(card('הודעות בשיחה').getByText(question)).toBeVisible()
  await expect.element(writing).toHaveValue('')
  await expect.element(writing).toHaveFocus()
})

test('reopening the only completed task keeps the focus on its checkbox', async () => {
  const { account, contactId } = await makeClient()
  const [open, done] = [unique('לאסוף תלושים'), unique('לרשום הוצאות')] as const
  const task = { contact_id: contactId, shared_with: 'client' as const }
  await backendAsService()
    .from('tasks')
    .insert([
      { ...task, name: open, due_date: '2030-01-01', status: 'To Do' as const },
      { ...task, name: done, due_date: '2030-01-02', status: 'Done' as const },
    ])
    .throwOnError()
  await openScreen('/client-portal/tasks', account)
  await walkTo(card('הושלמו').getByRole('checkbox', { name: done }))
  await userEvent.keyboard(' ')
  await expect.element(card('לעשות').getByRole('checkbox', { name: done })).toHaveFocus()
  expect(card('הושלמו').elements()).toEqual([])
})

test('when a month cannot be loaded, the focus stays in the month switcher, and a retry loads the month', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/finances', account)
  await expect.element(card('רישום מהיר')).toBeVisible()
  const previous = page.getByRole('navigation', { name: 'בחירת חודש' }).getByRole('button', { name: /^החודש הקודם/ })
  const network = loseRequests('/functions/v1/read-budget')
  await walkTo(previous)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/לא הצלחנו לטעון את העמוד/)
  await expect.element(previous).toHaveFocus()
  network.restore()
  await walkTo(page.getByRole('button', { name: 'ניסיון נוסף' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(card('רישום מהיר')).toBeVisible()
})

test('on a phone the sums of the month are above the quick add, and its categories below', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/finances', account)
  await expect.element(card('רישום מהיר')).toBeVisible()
  const top = (name: string) => card(name).element().getBoundingClientRect().top
  await expect.element(card('החודש שלנו')).toMatchTextContent(/נכנס.*יצא.*נשאר/)
  expect(top('החודש שלנו')).toBeLessThan(top('רישום מהיר'))
  expect(top('רישום מהיר')).toBeLessThan(top('לפי קטגוריות'))
})

test('the month is switched, and expenses are added and deleted', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/finances', account)
  const months = page.getByRole('navigation', { name: 'בחירת חודש' })
  const month = months.getByRole('heading')
  const [previous, next] = [/^החודש הקודם/, /^החודש הבא/].map((name) => months.getByRole('button', { name }))
  await walkTo(previous!)
  const current = month.element().textContent
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => month.element().textContent).not.toBe(current)
  await expect.element(previous!).toHaveFocus()
  await walkTo(next!)
  await userEvent.keyboard('{Enter}')
  await expect.element(month).toHaveTextContent(current)

  const quick = card('רישום מהיר')
  const amount = quick.getByLabelText('סכום בשקלים')
  const food = quick.getByRole('button', { name: 'מזון וסופר' })
  const entryOf = (sum: string) =>
    card('התנועות של החודש').getByRole('button', { name: new RegExp(`^מחיקת התנועה .*${sum}`) })
  await walkTo(amount)
  await userEvent.keyboard('42.50')
  await walkTo(food)
  await userEvent.keyboard('{Enter}')
  await expect.element(entryOf('42\\.50')).toBeVisible()
  await expect.element(amount).toHaveValue('')
  await expect.element(food).toHaveFocus()
  await walkTo(amount, back)
  await userEvent.keyboard('17.30')
  await walkTo(food)
  await userEvent.keyboard('{Enter}')
  await expect.element(entryOf('17\\.30')).toBeVisible()

  await walkTo(entryOf('42\\.50'))
  await userEvent.keyboard('{Enter}')
  await expect.element(entryOf('17\\.30')).toHaveFocus()
  expect(entryOf('42\\.50').elements()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(month).toHaveFocus()
  expect(card('התנועות של החודש').elements()).toEqual([])
})
