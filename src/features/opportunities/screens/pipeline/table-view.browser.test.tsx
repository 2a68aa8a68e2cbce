import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { backendAs, openScreen } from '../../../../../test/browser/render.tsx'
import { addMarkedOpportunities, readStages } from '../../add-opportunity.fixture.ts'
import { openDialog as dialog } from '../../../../../test/browser/open-dialog.ts'
import { undoLast } from '../../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const box = (mark: string, name: string) => page.getByRole('checkbox', { name: `בחירה: ${name} ${mark}` })
const bar = page.getByRole('region', { name: 'פעולות על הנבחרות' })
const undo = page.getByRole('button', { name: 'ביטול הפעולה' })

async function openTable(mark: string, { as = 'owner', more = '' }: { as?: Role; more?: string } = {}) {
  const screen = await openScreen(`/crm/pipeline?show=table&q=${encodeURIComponent(mark)}${more}`, as)
  await expect.element(page.getByRole('link', { name: new RegExp(mark) }).first()).toBeVisible()
  return screen
}
const listed = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.querySelector('a')!.textContent.split(' ')[0])
const readOpportunity = async (id: string) => {
  const { data } = await backend
    .from('opportunities')
    .select('status, stage_id, owner_id, lost_note, deleted_at')
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}

test('clicking a column header sorts the table, a second click reverses it, and the URL contains the order', async () => {
  const { mark } = await addMarkedOpportunities({
    אלון: { amount_agorot: 300_000 },
    ברוש: { amount_agorot: 100_000 },
    גפן: { amount_agorot: 200_000 },
  })
  const { router } = await openTable(mark)
  const amount = page.getByRole('columnheader', { name: 'סכום' })
  await amount.getByRole('button').click()
  await expect.poll(listed).toEqual(['ברוש', 'גפן', 'אלון'])
  await expect.element(amount).toHaveAttribute('aria-sort', 'ascending')
  await amount.getByRole('button').click()
  await expect.poll(listed).toEqual(['אלון', 'גפן', 'ברוש'])
  expect(new URLSearchParams(router.state.location.search).get('sort')).toBe('-amount_agorot')
})

test("the side sheet of a row opens by URL, and closing it preserves the list's parameters", async () => {
  const { mark, made } = await addMarkedOpportunities({ אלון: {} })
  const { router } = await openTable(mark)
  await page.getByRole('link', { name: `אלון ${mark}` }).click()
  await expect.poll(() => new URLSearchParams(router.state.location.search).get('deal')).toBe(made['אלון']!.id)
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  const after = new URLSearchParams(router.state.location.search)
  expect([after.get('deal'), after.get('q'), after.get('show')]).toEqual([null, mark, 'table'])
})

test('selected rows move to a stage after a confirmation, and undo moves them back', async () => {
  const { open } = await readStages()
  const { mark, made } = await addMarkedOpportunities({ אלון: {}, ברוש: {}, גפן: {} })
  await openTable(mark, { more: '&sort=name' })
  // A range can extend upwards, even from a deselected row.
  await box(mark, 'גפן').click()
  await expect.element(bar).toBeVisible()
  await box(mark, 'גפן').click()
  await expect.element(bar).not.toBeInTheDocument()
  await userEvent.keyboard('{Shift>}')
  await box(mark, 'אלון').click({ modifiers: ['Shift'] })
  await userEvent.keyboard('{/Shift}')
  await expect.element(bar.getByText('נבחרו 3 הזדמנויות')).toBeVisible()
  await box(mark, 'ברוש').click()
  await expect.element(bar.getByText('נבחרו שתי הזדמנויות')).toBeVisible()
  await bar.getByRole('button', { name: 'שלב' }).click()
  await page.getByRole('menuitem', { name: open[1]!.name }).click()
  await expect.element(dialog).toMatchTextContent(/שתי הזדמנויות יעברו לשלב/)
  expect(
    dialog
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual([`אלון ${mark}`, `גפן ${mark}`])
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.poll(async () => (await readOpportunity(made['אלון']!.id)).stage_id).toBe(open[0]!.id)
  await bar.getByRole('button', { name: 'שלב' }).click()
  await page.getByRole('menuitem', { name: open[1]!.name }).click()
  await dialog.getByRole('button', { name: 'אישור' }).click()
  await expect.element(page.getByText(/^שתי הזדמנויות עברו לשלב/)).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.poll(async () => (await readOpportunity(made['גפן']!.id)).stage_id).toBe(open[1]!.id)
  await expect.poll(async () => (await readOpportunity(made['ברוש']!.id)).stage_id).toBe(open[0]!.id)
  await undoLast()
  await expect.poll(async () => (await readOpportunity(made['גפן']!.id)).stage_id).toBe(open[0]!.id)
})

test('moving to a lost stage requires a reason, and moving a closed opportunity requires a reopening reason', async () => {
  const { open, lost } = await readStages()
  const { mark, made } = await addMarkedOpportunities({ אלון: {} })
  const { id } = made['אלון']!
  await openTable(mark)
  await box(mark, 'אלון').click()
  await bar.getByRole('button', { name: 'שלב' }).click()
  await page.getByRole('menuitem', { name: lost.name }).click()
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  const reason = dialog.getByRole('combobox', { name: 'סיבה' })
  await expect.element(reason).toHaveAccessibleDescription('יש לבחור סיבה')
  await expect.element(reason).toHaveFocus()
  const value = (reason.element() as HTMLSelectElement).options[1]!.value
  await reason.selectOptions(value)
  await dialog.getByRole('textbox', { name: /^הערה/ }).fill('יקר')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await dialog.getByRole('button', { name: 'אישור' }).click()
  await expect.poll(() => readOpportunity(id)).toMatchObject({ status: 'lost', lost_note: 'יקר' })
  await box(mark, 'אלון').click()
  await bar.getByRole('button', { name: 'שלב' }).click()
  await page.getByRole('menuitem', { name: open[0]!.name }).click()
  await dialog.getByRole('button', { name: 'פתיחה מחדש' }).click()
  const because = dialog.getByRole('textbox', { name: 'סיבה' })
  await expect.element(because).toHaveAccessibleDescription('יש לכתוב סיבה במילה או שתיים')
  await expect.element(because).toHaveFocus()
  await because.fill('חזרו אלינו')
  await dialog.getByRole('button', { name: 'פתיחה מחדש' }).click()
  await dialog.getByRole('button', { name: 'אישור' }).click()
  await expect.poll(() => readOpportunity(id)).toMatchObject({ status: 'open', lost_note: null })
})

test('a bulk task requires a name, and is added to each selected opportunity', async () => {
  const { mark, made } = await addMarkedOpportunities({ אלון: {}, ברוש: {} })
  await openTable(mark)
  await page.getByRole('checkbox', { name: 'בחירת כל השורות שמוצגות' }).click()
  await bar.getByRole('button', { name: 'משימה' }).click()
  await dialog.getByRole('button', { name: 'המשך' }).click()
  const name = dialog.getByRole('textbox', { name: 'מה צריך לעשות?' })
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('להתקשר')
  await dialog.getByLabelText(/^עד/).fill('2031-04-05')
  await dialog.getByRole('button', { name: 'המשך' }).click()
  await dialog.getByRole('button', { name: 'אישור' }).click()
  await expect.element(page.getByText('שתי הזדמנויות קיבלו משימה חדשה')).toBeVisible()
  const ids = Object.values(made).map(({ id }) => id)
  const { data } = await backend.from('tasks').select('name, due_date').in('opportunity_id', ids).throwOnError()
  expect(data).toEqual([1, 2].map(() => ({ name: 'להתקשר', due_date: '2031-04-05' })))
})

test('assigning the owner that all rows already have changes nothing and shows a message', async () => {
  const { mark, made } = await addMarkedOpportunities({ אלון: {} })
  const { owner_id } = await readOpportunity(made['אלון']!.id)
  const { data } = await backend.rpc('staff_members').throwOnError()
  const name = data.find(({ user_id }) => user_id === owner_id)?.name ?? 'לא נקבע'
  await openTable(mark)
  await box(mark, 'אלון').click()
  await bar.getByRole('button', { name: 'אחריות' }).click()
  await page.getByRole('menuitem', { name }).click()
  await dialog.getByRole('button', { name: 'אישור' }).click()
  await expect.element(page.getByText('הנבחרות כבר היו כך, ושום דבר לא השתנה')).toBeVisible()
  await expect.element(undo).not.toBeInTheDocument()
})

test('the sales role can select and move rows, but not move them to the bin', async () => {
  const { mark } = await addMarkedOpportunities({ אלון: {} })
  const screen = await openTable(mark, { as: 'sales' })
  await box(mark, 'אלון').click()
  await expect.element(bar.getByRole('button', { name: 'שלב' })).toBeVisible()
  await expect.element(bar.getByRole('button', { name: 'עוד פעולות' })).not.toBeInTheDocument()
  await bar.getByRole('button', { name: 'ביטול הבחירה' }).click()
  await expect.element(box(mark, 'אלון')).not.toBeChecked()
  await screen.unmount()
  await openTable(mark)
  await box(mark, 'אלון').click()
  await bar.getByRole('button', { name: 'עוד פעולות' }).click()
  await page.getByRole('menuitem', { name: 'העברה לסל' }).click()
  await dialog.getByRole('button', { name: 'אישור' }).click()
  await expect.element(page.getByText('אין הזדמנויות שמתאימות לסינון')).toBeVisible()
})
