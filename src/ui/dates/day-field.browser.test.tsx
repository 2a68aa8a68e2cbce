import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { dayOf, formatLongDate } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { formatDayInput } from '#lib/time/parse-day-input.ts'
import { Button } from '../button.tsx'
import { Dialog, DialogBody } from '../layers/dialog.tsx'
import { DayField } from './day-field.tsx'
import { TimeField } from './time-field.tsx'

const today = dayOf(new Date())
const day = page.getByLabelText('עד מתי')
const time = page.getByLabelText('שעה')
const openCalendar = page.getByRole('button', { name: 'פתיחת לוח השנה' })
const calendar = page.getByRole('dialog', { name: 'לוח שנה' })
const cell = (at: string) => calendar.getByRole('gridcell', { name: formatLongDate(at) })
const focusedLabel = () => document.activeElement?.getAttribute('aria-label')

type FormProps = Partial<Parameters<typeof DayField>[0]> & { onSend?: (values: unknown) => void }

const Form = ({ onSend, ...field }: FormProps) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSend?.(Object.fromEntries(new FormData(event.currentTarget)))
    }}
  >
    <DayField label="עד מתי" name="due_on" {...field} />
    <TimeField label="שעה" name="at" />
    <Button type="submit">שליחה</Button>
  </form>
)

test('a day is displayed as day.month.year, and the form data contains it in ISO format', async () => {
  const onSend = vi.fn()
  await render(<Form onSend={onSend} defaultValue="2026-06-05" />)
  await expect.element(day).toHaveValue('05.06.2026')
  await day.fill('7/8/27')
  await time.fill('930')
  await userEvent.keyboard('{Enter}')
  expect(onSend).toHaveBeenLastCalledWith({ due_on: '2027-08-07', at: '09:30' })
  await expect.element(time).toHaveValue('09:30')
  await expect.element(day).toHaveValue('07.08.2027')
  await day.clear()
  await page.getByRole('button', { name: 'שליחה' }).click()
  expect(onSend).toHaveBeenLastCalledWith({ due_on: '', at: '09:30' })
})

test('a form with a nonexistent day is not submitted, and the error is shown beside the field', async () => {
  const onSend = vi.fn()
  await render(<Form onSend={onSend} />)
  await day.fill('31.2.2027')
  await time.fill('25')
  await page.getByRole('button', { name: 'שליחה' }).click()
  expect(onSend).not.toHaveBeenCalled()
  await expect.element(day).toHaveAccessibleDescription('אין תאריך כזה. למשל: 31.12.2026')
  await expect.element(day).toHaveFocus()
  await expect.element(time).toHaveAccessibleDescription('אין שעה כזאת. למשל: 14:30')
  await day.fill('28.2.2027')
  await expect.element(day).toBeValid()
  await time.clear()
  await page.getByRole('button', { name: 'שליחה' }).click()
  expect(onSend).toHaveBeenCalledWith({ due_on: '2027-02-28', at: '' })
})

test('a typed day outside the bounds is refused, and a stored day outside the bounds is accepted', async () => {
  const onSend = vi.fn()
  await render(<Form onSend={onSend} defaultValue="2020-01-01" min="2026-01-01" max="2026-12-31" />)
  await page.getByRole('button', { name: 'שליחה' }).click()
  expect(onSend).toHaveBeenCalledTimes(1)
  await day.fill('1.2.2027')
  await userEvent.tab()
  await expect.element(day).toHaveAccessibleDescription('אפשר לבחור תאריך עד 31.12.2026')
  await page.getByRole('button', { name: 'שליחה' }).click()
  expect(onSend).toHaveBeenCalledTimes(1)
})

test('the calendar opens on the day of the field, and its keys are those of a right-to-left date grid', async () => {
  await render(<Form defaultValue="2026-11-25" />)
  await day.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focusedLabel).toBe(formatLongDate('2026-11-25'))
  await expect.element(cell('2026-11-25')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(focusedLabel).toBe(formatLongDate('2026-11-26'))
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}')
  await expect.poll(focusedLabel).toBe(formatLongDate('2026-12-01'))
  await expect.element(calendar.getByRole('heading', { name: 'דצמבר 2026' })).toBeVisible()
  await userEvent.keyboard('{Home}{PageUp}')
  await expect.poll(focusedLabel).toBe(formatLongDate('2026-10-29'))
  await userEvent.keyboard('{Shift>}{PageDown}{/Shift}{Enter}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(day).toHaveValue('29.10.2027')
  await expect.element(openCalendar).toHaveFocus()
})

test('weeks start at the right with Sunday, and holidays are named', async () => {
  await render(<Form defaultValue="2027-10-02" />)
  await openCalendar.click()
  const heads = calendar.getByRole('columnheader').elements()
  expect(heads.map((head) => head.getAttribute('abbr')).join(' ')).toBe('ראשון שני שלישי רביעי חמישי שישי שבת')
  const leftEdge = (element: Element) => element.getBoundingClientRect().left
  expect(leftEdge(heads[0]!)).toBeGreaterThan(leftEdge(heads[6]!))
  await expect.element(calendar.getByRole('gridcell', { name: /2 באוקטובר 2027, ראש השנה/ })).toBeVisible()
})

test('a day is selected by pointer, only within the bounds', async () => {
  const onSend = vi.fn()
  await render(<Form onSend={onSend} defaultValue="2026-11-25" min="2026-11-20" />)
  await openCalendar.click()
  await expect.element(cell('2026-11-19')).toHaveAttribute('aria-disabled', 'true')
  await cell('2026-11-19').click({ force: true })
  await expect.element(calendar).toBeVisible()
  await cell('2026-11-22').click()
  await page.getByRole('button', { name: 'שליחה' }).click()
  expect(onSend).toHaveBeenCalledWith({ due_on: '2026-11-22', at: '' })
})

test('Escape closes the calendar, but not the dialog around it', async () => {
  const onOpenChange = vi.fn()
  await render(
    <Dialog open onOpenChange={onOpenChange} title="משימה חדשה">
      <DialogBody>
        <Form />
      </DialogBody>
    </Dialog>,
  )
  await openCalendar.click()
  await expect.element(cell(today)).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'משימה חדשה' })).toBeVisible()
  expect(onOpenChange).not.toHaveBeenCalled()
  await openCalendar.click()
  await calendar.getByRole('button', { name: 'היום' }).click()
  await expect.element(day).toHaveValue(formatDayInput(today))
})

test('a controlled field reports complete days while typing, and other text on blur', async () => {
  const days: string[] = []
  function Controlled() {
    const [value, setValue] = useState('')
    return (
      <>
        <Form value={value} onValueChange={(next) => (days.push(next), setValue(next))} />
        <Button onClick={() => setValue(addDays('2026-11-25', 7))}>בעוד שבוע</Button>
      </>
    )
  }
  await render(<Controlled />)
  await day.fill('1.2.2027')
  expect(days).toEqual(['2027-02-01'])
  await day.fill('3.4.27')
  expect(days).toEqual(['2027-02-01'])
  await page.getByRole('button', { name: 'בעוד שבוע' }).click()
  expect(days).toEqual(['2027-02-01', '2027-04-03'])
  await expect.element(day).toHaveValue('02.12.2026')
})

test('arrow keys step a time by a quarter of an hour', async () => {
  await render(<Form />)
  await time.fill('9:10')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(time).toHaveValue('09:15')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(time).toHaveValue('08:45')
})
