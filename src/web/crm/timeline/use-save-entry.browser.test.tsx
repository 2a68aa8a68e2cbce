import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { dayOf, formatTime } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { openTimeline, text, saveButton, mode, line, activitiesOf } from '../../../../test/browser/timeline.tsx'
import { holdNextRequest, loseNextRequest } from '../../../../test/browser/network.ts'
import { uniquePhone } from '../../../../test/browser/own-rows.ts'
import { backendAs } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

test('text that failed to reach the server stays in the field, as does text typed during a save', async () => {
  const { id } = await openTimeline()
  await text.fill('שורה ראשונה')
  loseNextRequest('POST /rest/v1/activities')
  await saveButton.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('אין חיבור לשרת')
  await expect.element(text).toHaveValue('שורה ראשונה')
  const held = holdNextRequest('POST /rest/v1/activities')
  await saveButton.click()
  await held.sent
  await text.fill('שורה שנייה')
  held.release()
  await expect.element(line('שורה ראשונה')).toBeVisible()
  await expect.element(text).toHaveValue('שורה שנייה')
  await expect.poll(() => activitiesOf(id)).toHaveLength(1)
})

test('a call with a callback also saves its task, and undo reverts both', async () => {
  const { id } = await openTimeline('owner', { start: 'call' })
  await page.getByRole('radio', { name: 'ביקשו שנחזור' }).click()
  await page.getByLabelText(/משימה לחזור ביום/).fill(addDays(dayOf(new Date()), 3))
  await page.getByLabelText(/^באיזו שעה לחזור/).fill('11:45')
  await saveButton.click()
  await expect.element(line('תועדה שיחה: ביקשו שנחזור')).toBeVisible()
  const tasks = async () =>
    (
      await backendAs('owner')
        .from('tasks')
        .select('name, type, due_at, deleted_at')
        .eq('contact_id', id)
        .throwOnError()
    ).data
  await expect.poll(tasks).toHaveLength(1)
  const [task] = await tasks()
  expect(task).toMatchObject({ name: 'לחזור בטלפון', type: 'call', deleted_at: null })
  expect([dayOf(task!.due_at!), formatTime(task!.due_at!)]).toEqual([addDays(dayOf(new Date()), 3), '11:45'])
  await undoLast()
  await expect.element(line('תועדה שיחה')).not.toBeInTheDocument()
  await expect.poll(async () => (await tasks())[0]!.deleted_at).not.toBeNull()
  await expect.element(page.getByRole('radio', { name: 'היה מענה' })).toBeChecked()
})

test('a call whose task is refused is not saved, so that a retry saves both', async () => {
  const { id } = await openTimeline('owner', { start: 'call' })
  await page.getByRole('radio', { name: 'ביקשו שנחזור' }).click()
  loseNextRequest('POST /rest/v1/tasks')
  await text.fill('באמצע ישיבה')
  await saveButton.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('אין חיבור לשרת')
  await expect.poll(async () => (await activitiesOf(id)).filter(({ deleted_at }) => deleted_at === null)).toEqual([])
  await saveButton.click()
  await expect.element(line('באמצע ישיבה')).toBeVisible()
  await expect
    .poll(async () => (await activitiesOf(id)).filter(({ deleted_at }) => deleted_at === null))
    .toHaveLength(1)
})

test('a meeting is recorded on its own date, and task mode adds a task instead of a timeline entry', async () => {
  const { id } = await openTimeline('owner', { start: 'meeting' })
  await text.fill('עברנו על התקציב')
  await page.getByLabelText(/^מתי/).fill('2026-03-04')
  await page.getByLabelText(/^באיזו שעה/).fill('09:30')
  await saveButton.click()
  await expect.element(line('עברנו על התקציב')).toMatchTextContent('תועדה פגישה')
  await expect
    .poll(async () => Date.parse((await activitiesOf(id))[0]!.happened_at))
    .toBe(Date.parse('2026-03-04T07:30:00Z'))
  await expect.element(page.getByRole('heading', { name: 'מרץ 2026' })).toBeVisible()
  await mode('משימה').click()
  await text.fill('לשלוח דוגמה של תקציב')
  await page.getByLabelText('עד', { exact: true }).fill('2031-01-02')
  await saveButton.click()
  await expect.element(line('נוספה המשימה')).toMatchTextContent('לשלוח דוגמה של תקציב')
  const { data } = await backendAs('owner').from('tasks').select('name, due_date').eq('contact_id', id).throwOnError()
  expect(data).toEqual([{ name: 'לשלוח דוגמה של תקציב', due_date: '2031-01-02' }])
})

test('a message opens the external program immediately, and its outcome is requested and recorded', async () => {
  const phone = uniquePhone()
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { id } = await openTimeline('owner', { phone, start: 'whatsapp' })
  await text.fill('שלום')
  await page.getByRole('button', { name: 'פתיחה בוואטסאפ' }).click()
  expect(String(opened.mock.calls[0]![0])).toContain(phone.slice(1))
  opened.mockRestore()
  await expect.element(line('נפתח וואטסאפ')).toBeVisible()
  await line('נפתח וואטסאפ').getByRole('button', { name: 'נשלחה', exact: true }).click()
  await expect.element(line('נשלחה הודעה בוואטסאפ')).toBeVisible()
  await expect.element(page.getByText('ההודעה נשלחה?')).not.toBeInTheDocument()
  await expect.poll(async () => (await activitiesOf(id))[0]!.payload).toMatchObject({ to: phone, outcome: 'sent' })
})
