import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Meeting, Today } from '#features/today/today.data.ts'
import { renderApp } from '../../../../test/browser/render.tsx'
import { DayCounts } from './day-counts.tsx'
import { MeetingsCard } from './meetings-card.tsx'

const now = new Date('2026-11-25T10:00:00Z')
const at = (time: string) => `2026-11-25T${time}:00Z`
const meeting = (name: string, due_at: string, more: Partial<Meeting> = {}): Meeting => ({
  id: name,
  kind: 'task',
  name,
  due_at,
  is_done: false,
  join_url: null,
  contact: null,
  ...more,
})
const figures = { leads: 0, oldest_lead_at: null, open: 0, open_agorot: 0, overdue: 0, oldest_due: null }
const dayOf = (part: Partial<Today>): Today => ({ items: [], counts: {}, figures, meetings: [], ...part })

const item = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const count = (name: RegExp) => page.getByRole('link', { name })
const isAlarming = (name: RegExp) => count(name).element().querySelector('.figure__value--alarm') !== null

test('a meeting in progress or within two hours is highlighted with the time until it', async () => {
  const onEdit = vi.fn()
  const meetings = [
    meeting('נגמרה', at('08:59')),
    meeting('בוצעה', at('09:50'), { is_done: true }),
    meeting('הבאה', at('11:00'), { contact: { id: 'c', full_name: 'נועה לוי' } }),
    meeting('אחריה', at('11:30')),
  ]
  await renderApp(<MeetingsCard meetings={meetings} seesContacts now={now} onEdit={onEdit} />)
  await expect.element(item('הבאה')).toMatchTextContent('בעוד שעה')
  await expect.element(item('הבאה')).toMatchTextContent('13:00')
  for (const name of ['נגמרה', 'בוצעה', 'אחריה']) await expect.element(item(name)).not.toMatchTextContent(/בעוד|לפני/)
  await expect.element(page.getByRole('link', { name: 'נועה לוי' })).toHaveAttribute('href', '/crm/contacts/c')
  await page.getByRole('button', { name: 'אחריה' }).click()
  expect(onEdit).toHaveBeenCalledExactlyOnceWith('אחריה')
})

test('an appointment links to the calendar, and the current one to its video room', async () => {
  const meetings = [meeting('ליווי', at('10:10'), { kind: 'appointment', join_url: 'https://meet.example.com/abc' })]
  await renderApp(<MeetingsCard meetings={meetings} seesContacts now={now} onEdit={() => {}} />)
  await expect
    .element(page.getByRole('link', { name: 'ליווי' }))
    .toHaveAttribute('href', '/crm/calendar?view=day&open=ליווי')
  await expect
    .element(page.getByRole('link', { name: 'הצטרפות' }))
    .toHaveAttribute('href', 'https://meet.example.com/abc')
})

test('a meeting that started within the last hour is the current one', async () => {
  const meetings = [meeting('באמצע', at('09:01')), meeting('הבאה', at('11:00'))]
  await renderApp(<MeetingsCard meetings={meetings} seesContacts now={now} onEdit={() => {}} />)
  await expect.element(item('באמצע')).toMatchTextContent('לפני 59 דקות')
  await expect.element(item('הבאה')).not.toMatchTextContent('בעוד')
})

test('a day without meetings shows a message', async () => {
  await renderApp(<MeetingsCard meetings={[]} seesContacts now={now} onEdit={() => {}} />)
  await expect.element(page.getByText('אין פגישות היום.')).toBeVisible()
})

test('roles without access to contacts get no link to the calendar', async () => {
  for (const seesContacts of [true, false]) {
    const shown = await renderApp(
      <MeetingsCard meetings={[]} seesContacts={seesContacts} now={now} onEdit={() => {}} />,
    )
    await expect.element(page.getByRole('heading', { name: 'היום ביומן' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'ליומן' })).toHaveLength(seesContacts ? 1 : 0)
    await shown.unmount()
  }
})

test('the counts of a day without alerts state that there are none, and link to the counted rows', async () => {
  await renderApp(<DayCounts today={dayOf({})} seesContacts now={now} />)
  await expect.element(count(/^פניות בלי מענה/)).toMatchTextContent('כולן נענו')
  await expect.element(count(/^שווי פתוח בצינור/)).toMatchTextContent('אין הזדמנויות פתוחות')
  await expect.element(count(/^פגישות היום/)).toMatchTextContent('אין עוד פגישות היום')
  await expect.element(count(/^משימות באיחור/)).toMatchTextContent('הכול בזמן')
  for (const name of [/^פניות/, /^משימות באיחור/]) expect(isAlarming(name)).toBe(false)
  await expect.element(count(/^משימות באיחור/)).toHaveAttribute('href', '/crm/tasks?due=overdue')
  await expect.element(count(/^פגישות היום/)).toHaveAttribute('href', '/crm/tasks?type=meeting&due=today')
})

test('a request older than an hour and an overdue task are alerts', async () => {
  const busy = {
    ...figures,
    leads: 2,
    oldest_lead_at: at('08:30'),
    overdue: 1,
    oldest_due: '2026-11-24',
    open: 2,
    open_agorot: 774_000,
  }
  const meetings = [
    meeting('נגמרה', at('08:00')),
    meeting('בוצעה', at('11:00'), { is_done: true }),
    meeting('הבאה', at('12:30')),
  ]
  await renderApp(<DayCounts today={dayOf({ figures: busy, meetings })} seesContacts now={now} />)
  await expect.element(count(/^פניות בלי מענה/)).toMatchTextContent('2הראשונה לפני שעה')
  await expect.element(count(/^שווי פתוח בצינור/)).toMatchTextContent(/7,740.*שתי הזדמנויות פתוחות/)
  await expect.element(count(/^פגישות היום/)).toMatchTextContent('3הבאה ב־14:30')
  await expect.element(count(/^משימות באיחור/)).toMatchTextContent('1הוותיקה: אתמול')
  for (const name of [/^פניות/, /^משימות באיחור/]) expect(isAlarming(name)).toBe(true)
})

test('a request of the last hour is not an alert, and no count is shown before the first response', async () => {
  const young = { ...figures, leads: 1, oldest_lead_at: at('09:00') }
  const shown = await renderApp(<DayCounts today={dayOf({ figures: young })} seesContacts now={now} />)
  await expect.element(count(/^פניות בלי מענה/)).toMatchTextContent('1')
  expect(isAlarming(/^פניות/)).toBe(false)
  await shown.unmount()
  await renderApp(<DayCounts today={undefined} seesContacts={false} now={now} />)
  await expect.element(count(/^משימות באיחור/)).toHaveTextContent('משימות באיחור–')
  await expect.element(count(/^שווי פתוח/)).not.toBeInTheDocument()
})
