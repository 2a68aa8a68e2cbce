import '#web/site/frame/site.css'
import { expect, inject, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { dayOf } from '#lib/time/dates.ts'
import { uniqueEmail } from '../../../../test/browser/unique.ts'
import { bookableType, bookingView } from '../../../../test/booking-view.ts'
import { BookingCard } from './booking-card.tsx'
import type { BookableType } from './booking-offer.ts'
import type { BookingView } from './booking-view.ts'
import { Island as StepsIsland } from './booking-steps.island.tsx'
import { Island } from './booking.island.tsx'
import { dayLabel, monthSpan, startsByDay } from './free-days.ts'
import { bookAppointment } from './book-appointment.data.ts'
import { searchSlots } from './public-booking.data.ts'
import { addTypeOfDay } from '../../../../test/browser/own-hours.ts'
import { holdNextRequest, loseNextRequest } from '../../../../test/browser/network.ts'
import { violationsOf } from '../../../../test/browser/violations.ts'

const show = (changes: Partial<BookingView> = {}) => {
  const view = bookingView(changes)
  return render(
    <main>
      <h1 className="vh">קביעת פגישה</h1>
      <div className="booking">
        <BookingCard host={view.host} type={view.type} others={undefined} opens={false} />
        {view.step === 'when' ? <Island {...view} /> : <StepsIsland {...view} />}
      </div>
    </main>,
  )
}
const focused = () => document.activeElement?.getAttribute('aria-label')
const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const [start] = bookingView().free.starts
const held = () => ({ start: start!, token: 'a'.repeat(32), releaseAt: Date.now() + 420_000 })
const values = { name: 'דנה לדוגמה', phone: '050-0000076', email: 'dana@example.com' }

test('the first free day is selected, and day labels have the weekday, holiday and number of free slots', async () => {
  await show()
  const day = page.getByRole('button', { name: 'יום חמישי 26 בנובמבר, 3 שעות פנויות' })
  await expect.element(day).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('heading', { name: 'יום חמישי, 26 בנובמבר' })).toBeVisible()
  await expect.element(page.getByRole('gridcell', { name: 'יום שבת 28 בנובמבר, אין שעות פנויות' })).toBeVisible()
  await show({ today: '2026-09-01', month: '2026-09-01', day: undefined })
  await expect.element(page.getByRole('gridcell', { name: dayLabel('2026-09-12', 0, 'ראש השנה') })).toBeVisible()
})

test('slots of a group show their free seats, and the card shows the total', async () => {
  await show({ type: bookableType({ seats: 8 }), free: { ...bookingView().free, left: { [String(start)]: 3 } } })
  await expect.element(page.getByRole('radio', { name: '10:00 מקומות פנויים: 3' })).toBeInTheDocument()
  await expect.element(page.getByRole('radio', { name: '11:30', exact: true })).toBeInTheDocument()
  await expect.element(page.getByText('מפגש קבוצתי, עד 8 מקומות')).toBeVisible()
})

test('the date grid supports arrow keys in RTL and has a single tab stop', async () => {
  await show()
  await expect.poll(() => document.querySelectorAll('table [tabindex="0"]').length).toBe(1)
  document.querySelector<HTMLElement>('table [tabindex="0"]')!.focus()
  expect(focused()).toContain('26 בנובמבר')
  const after = async (key: string) => {
    await userEvent.keyboard(`{${key}}`)
    return focused()
  }
  expect(await after('ArrowLeft')).toContain('יום שישי 27 בנובמבר')
  expect(await after('ArrowRight')).toContain('26 בנובמבר')
  expect(await after('Home')).toContain('יום רביעי 25 בנובמבר')
  expect(await after('End')).toContain('יום שבת 28 בנובמבר')
  await userEvent.keyboard('{PageDown}')
  await expect.poll(focused).toContain('28 בדצמבר')
  await userEvent.keyboard('{PageUp}')
  await expect.poll(focused).toContain('28 בנובמבר')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(focused).toContain('29 בנובמבר')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'יום ראשון, 29 בנובמבר' })).toBeVisible()
})

test('on a phone the grid starts with the current week, and the arrow keys stay within it', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  await show()
  await expect.element(page.getByRole('gridcell', { name: 'יום ראשון 22 בנובמבר, אין שעות פנויות' })).toBeVisible()
  expect(page.getByRole('gridcell', { name: 'יום שבת 21 בנובמבר, אין שעות פנויות' }).elements()).toEqual([])
  await expect.poll(() => document.querySelectorAll('table [tabindex="0"]').length).toBe(1)
  document.querySelector<HTMLElement>('table [tabindex="0"]')!.focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(focused).toContain('25 בנובמבר')
  await page.getByRole('button', { name: 'החודש הבא' }).click()
  await expect.element(page.getByRole('gridcell', { name: dayLabel('2026-12-02', 0) })).toBeVisible()
})

test('times switch to another zone only when the visitor chooses it', async () => {
  await show()
  await expect.element(page.getByRole('radio', { name: '10:00' })).toBeInTheDocument()
  await page.getByText(/^שעון ישראל ·/).click()
  await page.getByRole('combobox', { name: 'השעות לפי' }).selectOptions('שעון ניו יורק')
  await expect.element(page.getByRole('radio', { name: '03:00' })).toBeInTheDocument()
  await expect.element(page.getByRole('radio', { name: '10:00' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'הצגה לפי השעון שלכם: ישראל' }).click()
  await expect.element(page.getByRole('radio', { name: '10:00' })).toBeInTheDocument()
})

test('a locked zone is shown with its reason and without a selector', async () => {
  await show({ zone: 'Europe/London', lockText: 'לפי מקום הפגישה' })
  await expect.element(page.getByText('שעון לונדון · לפי מקום הפגישה')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: '08:00' })).toBeInTheDocument()
  await expect.element(page.getByRole('combobox', { name: 'השעות לפי' })).not.toBeInTheDocument()
  await expect.element(page.getByText(/הצגה לפי השעון שלכם/)).not.toBeInTheDocument()
  expect(await violationsOf()).toEqual([])
})

test("a host's shared time off is noted below its month only", async () => {
  await show({ away: [{ months: ['2026-12'], text: 'אין שעות ב־7–10 בדצמבר: כנס' }] })
  await expect.element(page.getByRole('button', { name: /^יום חמישי 26 בנובמבר/ })).toBeVisible()
  await expect.element(page.getByText('אין שעות ב־7–10 בדצמבר: כנס')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'החודש הבא' }).click()
  await expect.element(page.getByText('אין שעות ב־7–10 בדצמבר: כנס')).toBeVisible()
  expect(await violationsOf()).toEqual([])
})

test('a hold shows its remaining time, and its expiry keeps the typed details', async () => {
  const first = await show({ step: 'who', start, held: held(), attempt: crypto.randomUUID() })
  await expect.element(page.getByRole('timer')).toMatchTextContent(/השעה שמורה לכם עוד [67]:\d\d/)
  await first.unmount()
  await show({ step: 'who', start, held: { ...held(), releaseAt: Date.now() - 1 }, state: { values, errors: {} } })
  await expect.element(page.getByText(/השמירה הסתיימה, ומה שכתבתם נשאר כאן/)).toBeVisible()
  await expect.element(field('שם מלא')).toHaveValue(values.name)
})

test('focus moves to the error summary, and partner fields appear with the checkbox', async () => {
  const questions = [{ id: 'goal', label: 'מה המטרה', kind: 'short' as const, is_required: true, options: [] }]
  await show({ step: 'who', start, held: held(), type: bookableType({ questions }) })
  expect(field('השם של בן או בת הזוג').elements()).toEqual([])
  await page.getByRole('checkbox', { name: /הזוג מצטרפים/ }).click()
  await field('השם של בן או בת הזוג').fill('יואב')
  await page.getByRole('button', { name: 'לאישור הפרטים' }).click()
  await expect.poll(() => document.activeElement?.id).toBe('booking-errors')
  await expect.element(field('מה המטרה')).toHaveAccessibleDescription(/שדה חובה/)
  await expect.element(field('השם של בן או בת הזוג')).toHaveValue('יואב')
  expect((page.getByRole('checkbox', { name: 'מסכימים לקבל תוכן שיווקי' }).element() as HTMLInputElement).checked).toBe(
    false,
  )
})

test.each([
  ['when', {}],
  [
    'who',
    { step: 'who' as const, start, held: held(), state: { values: { joins: 'on' }, errors: { name: 'שדה חובה' } } },
  ],
  ['confirm', { step: 'confirm' as const, start, held: held(), state: { values, errors: {} } }],
  ['taken', { step: 'confirm' as const, start, isTaken: true, state: { values, errors: {} } }],
])('the step %s has no axe violations', async (_step, changes) => {
  await show(changes)
  await expect.poll(() => document.querySelector('.booking__picker')).not.toBeNull()
  expect(await violationsOf()).toEqual([])
})

/** Booking view of a demo host's type that is offered on one day. Each test uses a distinct day. */
async function realView(day: string): Promise<BookingView> {
  const backendKey = inject('product').anonKey
  const { slug } = await addTypeOfDay(day, 'coach')
  const response = await fetch(`/functions/v1/booking-page?host=hila&type=${slug}`, { headers: { apikey: backendKey } })
  const { types } = (await response.json()) as { types: BookableType[] }
  const type = types.find((one) => one.slug === slug)!
  const today = dayOf(new Date())
  const search = { typeId: type.id, minutes: type.defaultDuration, zone: 'Asia/Jerusalem' }
  const from = Date.parse(monthSpan(day).first)
  const free = (await searchSlots(backendKey, { ...search, from, until: from + 28 * 86_400_000 }))!
  return bookingView({
    type,
    typeId: type.id,
    durations: type.durations,
    minutes: type.defaultDuration,
    marketing: null,
    texts: [],
    free,
    today,
    until: '2099-01-01',
    day,
    month: day,
    backendKey,
  })
}

test('a visitor picks a slot, enters details and confirms, and the booked appointment replaces the form', async () => {
  const view = await realView('2034-05-10')
  await show(view)
  await page.getByRole('radio').last().click()
  await page.getByRole('button', { name: 'המשך לפרטים' }).click()
  await expect.element(page.getByRole('heading', { name: 'הפרטים שלכם' })).toBeVisible()
  await expect.poll(() => document.activeElement?.textContent).toBe('הפרטים שלכם')
  await field('שם מלא').fill('דנה לדוגמה')
  await field('טלפון').fill('050-0000076')
  await field(/^דוא״ל/).fill(uniqueEmail())
  await page.getByRole('button', { name: 'לאישור הפרטים' }).click()
  await page.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(page.getByText('הפגישה נקבעה')).toBeVisible()
  const link = page.getByRole('link', { name: 'שינוי או ביטול' })
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/^\/appointment\/manage\/[\w-]{32}$/))
  for (const [name, host] of [
    ['יומן Google', 'calendar.google.com'],
    ['יומן Outlook', 'outlook.live.com'],
  ] as const)
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', expect.stringContaining(host))
  expect(await violationsOf()).toEqual([])
})

test('a page that started at a later month loads the slots of an earlier month', async () => {
  const view = await realView('2034-05-11')
  const month = monthSpan(view.day!).next
  const from = Date.parse(month)
  const free = { from, until: from + 20 * 86_400_000, generatedAt: Date.now(), starts: [] }
  await show({ ...view, month, day: undefined, free })
  await page.getByRole('button', { name: 'החודש הקודם' }).click()
  await expect.poll(() => document.querySelectorAll('button.day--open').length).toBeGreaterThan(0)
})

test('a day selected while its month is loading stays selected', async () => {
  const view = await realView('2034-05-16')
  const [earlier, ...starts] = [Date.parse('2034-05-10T10:00:00+03:00'), ...view.free.starts]
  const free = { from: Date.parse('2034-04-01'), until: Date.parse('2034-05-20'), generatedAt: Date.now() }
  await show({ ...view, month: '2034-04-01', day: undefined, free: { ...free, starts: [earlier!, ...starts] } })
  const rest = holdNextRequest('/functions/v1/')
  await page.getByRole('button', { name: 'החודש הבא' }).click()
  await rest.sent
  await page.getByRole('button', { name: /16 במאי/ }).click()
  const title = page.getByRole('heading', { name: 'יום שלישי, 16 במאי' })
  await expect.element(title).toBeVisible()
  rest.release()
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  await expect.element(title).toBeVisible()
})

test('slots are refreshed also when the shown months exceed the range of one request', async () => {
  const view = await realView('2034-05-14')
  const until = view.free.from + 150 * 86_400_000
  await show({ ...view, free: { from: view.free.from, until, generatedAt: 0, starts: [] } })
  await expect.poll(() => document.querySelectorAll('button.day--open').length).toBeGreaterThan(0)
})

/** Shows the confirmation step of a slot that another visitor has booked since. Returns this visitor's address. */
async function showBookedByAnother(day: string): Promise<string> {
  const view = await realView(day)
  const starts = startsByDay(view.free.starts, view.zone).get(view.day!)!
  const email = uniqueEmail()
  const first = { ...values, email: uniqueEmail() }
  const start = starts[0]!
  const shown = { zone: view.zone, idempotencyKey: crypto.randomUUID(), sourceUrl: location.href }
  const answer = await bookAppointment(
    view.backendKey,
    { typeId: view.typeId, start, minutes: view.minutes, holdToken: undefined },
    { values: first, questions: [], consentTextId: undefined, privacyTextId: undefined, ...shown },
  )
  expect(answer).toHaveProperty('data')
  await show({
    ...view,
    step: 'confirm',
    start,
    attempt: crypto.randomUUID(),
    state: { values: { ...values, email }, errors: {} },
  })
  return email
}

test('a slot that was just booked by another visitor is replaced by the nearest three, and the details are preserved', async () => {
  const email = await showBookedByAnother('2034-05-15')
  await page.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(page.getByText(/המועד נתפס זה עתה/)).toBeVisible()
  await expect.poll(() => page.getByRole('radio').elements().length).toBe(3)
  await page.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(page.getByText('הפגישה נקבעה')).toBeVisible()
  await expect.element(page.getByText(email)).toBeVisible()
})

test('the nearest three slots come from the refusal, even if the slots cannot be reloaded', async () => {
  const email = await showBookedByAnother('2034-05-16')
  loseNextRequest('/functions/v1/booking-slots')
  await page.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(page.getByText(/המועד נתפס זה עתה/)).toBeVisible()
  await page.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(page.getByText('הפגישה נקבעה')).toBeVisible()
  await expect.element(page.getByText(email)).toBeVisible()
})

test('a failed booking of one of the nearest three shows the error and keeps the selected slot', async () => {
  await showBookedByAnother('2034-05-17')
  await page.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(page.getByText(/המועד נתפס זה עתה/)).toBeVisible()
  loseNextRequest('/functions/v1/book-appointment')
  await page.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(page.getByText(/אין חיבור לשרת/)).toBeVisible()
  await page.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(page.getByText('הפגישה נקבעה')).toBeVisible()
})
