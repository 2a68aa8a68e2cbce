import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { instantAt } from '#lib/time/dates.ts'
import { makeContact, unique } from '../../../../../test/browser/make-contact.ts'
import { addTypeOfDay } from '../../../../../test/browser/own-hours.ts'
import { openDialog as dialog } from '../../../../../test/browser/open-dialog.ts'
import { userIdOf } from '../../../../../test/browser/own-rows.ts'
import { drag, pointIn } from '../../../../../test/browser/pointer.ts'
import { backendAs, backendAsService, makeAccount, openScreen } from '../../../../../test/browser/render.tsx'

const backend = backendAs('owner')

async function ownType() {
  const { data } = await backend
    .from('appointment_types')
    .select('id, title')
    .eq('user_id', userIdOf('owner'))
    .eq('slug', 'hekerut')
    .single()
    .throwOnError()
  return data
}

/** Books an appointment for a new contact. Each test uses a distinct day. */
async function booked(day: string, time: string) {
  const contact = await makeContact({ last: unique('יומן') })
  const { id: type } = await ownType()
  const { data: id } = await backend
    .rpc('book_for_contact', { type, contact: contact.id, starts: [instantAt(day, time).toISOString()], minutes: 60 })
    .throwOnError()
  return { id, contact, name: contact.full_name }
}
const rowsOf = async (contactId: string) =>
  (
    await backend
      .from('appointments')
      .select('status, starts_at, no_show')
      .eq('contact_id', contactId)
      .order('created_at')
      .throwOnError()
  ).data
const event = (name: string) => page.getByRole('button', { name: new RegExp(name) })

test('an appointment is booked for a contact, and a taken slot is refused with an error at the field', async () => {
  const contact = await makeContact({ last: unique('נקבעת') })
  await booked('2031-03-03', '10:00')
  await openScreen('/crm/calendar?view=day&day=2031-03-03', 'owner')
  await page.getByRole('button', { name: 'פגישה', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'איש קשר' }).fill(contact.full_name)
  await page.getByRole('option', { name: new RegExp(contact.full_name) }).click()
  await dialog.getByLabelText(/סוג הפגישה/).selectOptions((await ownType()).id)
  const time = dialog.getByLabelText(/^שעה/)
  await time.fill('10:30')
  await dialog.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(dialog.getByText('בשעה הזו יש כבר פגישה. אפשר לבחור שעה אחרת')).toBeVisible()
  await time.fill('12:00')
  await dialog.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(event(contact.full_name)).toBeVisible()
  const [row] = await rowsOf(contact.id)
  expect(Date.parse(row!.starts_at)).toBe(instantAt('2031-03-03', '12:00').getTime())
})

test('an appointment is rescheduled in the dialog by keyboard, and the calendar shows the new time', async () => {
  const { contact, name } = await booked('2031-03-10', '10:00')
  await openScreen('/crm/calendar?view=week&day=2031-03-10', 'owner')
  await expect.element(event(name)).toBeVisible()
  event(name).element().focus()
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('button', { name: 'שינוי מועד' }).click()
  await dialog.getByLabelText(/^שעה/).fill('14:00')
  await dialog.getByRole('button', { name: 'שמירת המועד' }).click()
  await expect.element(page.getByRole('button', { name: new RegExp(`${name} 14:00`) })).toBeVisible()
  await expect.poll(() => rowsOf(contact.id)).toMatchObject([{ status: 'rescheduled' }, { status: 'confirmed' }])
})

test('a reschedule is announced to the client unless its checkbox is cleared', async () => {
  const { contact, name } = await booked('2031-03-11', '10:00')
  const silent = async () => {
    const { data } = await backendAsService()
      .from('appointments')
      .select('is_silent')
      .eq('contact_id', contact.id)
      .order('created_at')
      .throwOnError()
    return data.map(({ is_silent }) => is_silent)
  }
  await openScreen('/crm/calendar?view=day&day=2031-03-11', 'owner')
  for (const time of ['14:00', '16:00']) {
    await event(name).click()
    await dialog.getByRole('button', { name: 'שינוי מועד' }).click()
    await dialog.getByLabelText(/^שעה/).fill(time)
    if (time === '16:00') await dialog.getByRole('checkbox', { name: 'שליחת הודעה על המועד החדש' }).click()
    await dialog.getByRole('button', { name: 'שמירת המועד' }).click()
    await expect.element(page.getByRole('button', { name: new RegExp(`${name} ${time}`) })).toBeVisible()
  }
  await expect.poll(silent).toEqual([false, false, true])
})

test('a reschedule form closes when a colleague cancels its appointment, and the next form opens with the details of its own appointment', async () => {
  const ended = await booked('2031-03-12', '10:00')
  const next = await booked('2031-03-12', '12:00')
  await openScreen('/crm/calendar?view=day&day=2031-03-12', 'owner')
  await event(ended.name).click()
  await dialog.getByRole('button', { name: 'שינוי מועד' }).click()
  await expect.element(dialog.getByRole('button', { name: 'שמירת המועד' })).toBeVisible()
  await backend.rpc('cancel_appointment', { appointment: ended.id[0]!, seen_version: 1, why: 'חופשה' }).throwOnError()
  await expect.element(dialog).not.toBeInTheDocument()
  await event(next.name).click()
  await expect.element(dialog.getByRole('button', { name: 'ביטול הפגישה' })).toBeVisible()
})

test('a partner is removed from an appointment after a confirmation', async () => {
  const contact = await makeContact({ last: unique('יומן') })
  const { id: type } = await ownType()
  const partner = unique('בן הזוג')
  await backend
    .rpc('book_for_contact', {
      type,
      contact: contact.id,
      starts: [instantAt('2031-03-13', '10:00').toISOString()],
      minutes: 60,
      partner_name: partner,
      partner_email: 'with@example.com',
    })
    .throwOnError()
  await openScreen('/crm/calendar?view=day&day=2031-03-13', 'owner')
  await event(contact.full_name).click()
  await dialog.getByRole('button', { name: `הסרה של ${partner}` }).click()
  await expect.element(dialog.getByText('with@example.com')).toBeVisible()
  await dialog.getByRole('button', { name: 'כן, להסיר' }).click()
  await expect.element(page.getByText(`${partner} כבר לא ברשימת המשתתפים. הודעה לא נשלחה`)).toBeVisible()
  await expect.element(dialog.getByText('with@example.com')).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('link', { name: contact.full_name })).toBeVisible()
})

test('dragging proposes the time of the drop, and nothing is rescheduled before the confirmation', async () => {
  const { contact, name } = await booked('2031-03-18', '10:00')
  await openScreen('/crm/calendar?view=day&day=2031-03-18', 'owner')
  await expect.element(event(name)).toBeVisible()
  // The host selector renders later and shifts the grid down.
  await expect.element(page.getByLabelText('יומן של')).toBeVisible()
  const from = pointIn(event(name))
  const hour = event(name).element().getBoundingClientRect().height
  await drag(from, { x: from.x, y: from.y + hour }, { x: from.x, y: from.y + hour * 2 + 2 })
  await expect.element(dialog.getByLabelText(/^שעה/)).toHaveValue('12:00')
  expect(await rowsOf(contact.id)).toHaveLength(1)
  await dialog.getByRole('button', { name: 'שמירת המועד' }).click()
  await expect.element(page.getByRole('button', { name: new RegExp(`${name} 12:00`) })).toBeVisible()
})

test('a cancellation requires a reason and removes the appointment from the calendar', async () => {
  const { contact, name } = await booked('2031-03-24', '10:00')
  await openScreen('/crm/calendar?view=day&day=2031-03-24', 'owner')
  await event(name).click()
  await dialog.getByRole('button', { name: 'ביטול הפגישה' }).click()
  const confirm = dialog.getByRole('button', { name: 'ביטול הפגישה' })
  await confirm.click()
  await expect.element(dialog.getByText('יש לכתוב סיבה, היא תופיע בהודעה')).toBeVisible()
  await dialog.getByLabelText(/סיבה/).fill('המאמנת חולה')
  await confirm.click()
  await expect.element(event(name)).not.toBeInTheDocument()
  await expect.poll(() => rowsOf(contact.id)).toMatchObject([{ status: 'cancelled' }])
})

test('a past appointment is marked as a no-show, and the mark is removed again', async () => {
  const { contact, name } = await booked('2021-03-02', '10:00')
  await openScreen('/crm/calendar?view=day&day=2021-03-02', 'owner')
  await event(name).click()
  await dialog.getByRole('button', { name: 'לא הגיעו' }).click()
  await expect.element(dialog.getByText('לא הגיע/ה')).toBeVisible()
  await expect.poll(() => rowsOf(contact.id)).toMatchObject([{ status: 'no_show', no_show: 'client' }])
  await dialog.getByRole('button', { name: 'הפגישה התקיימה' }).click()
  await expect.poll(() => rowsOf(contact.id)).toMatchObject([{ status: 'completed', no_show: null }])
})

test('the view is in the URL, and a day of the month view opens the day view', async () => {
  const { name } = await booked('2031-04-15', '10:00')
  const screen = await openScreen('/crm/calendar?view=month&day=2031-04-01', 'owner')
  await expect.element(page.getByRole('button', { name: new RegExp(name) })).toBeVisible()
  await page.getByRole('button', { name: /^ליום יום שלישי, 15 באפריל/ }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: /יום שלישי, 15 באפריל 2031/ })).toBeVisible()
  await page.getByRole('button', { name: 'רשימה' }).click()
  await expect.element(page.getByRole('region', { name: /15 באפריל/ })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: /15 באפריל 2031.*כ״ב בניסן/ })).toBeVisible()
  await page.getByRole('button', { name: 'הבא' }).click()
  await expect.element(page.getByRole('region', { name: /15 באפריל/ })).not.toBeInTheDocument()
  await screen.unmount()
})

test('each day in the week and month views has its Hebrew date', async () => {
  const week = await openScreen('/crm/calendar?view=week&day=2031-04-15', 'owner')
  const grid = page.getByRole('region', { name: '13 עד 19 באפריל 2031' })
  await expect.element(grid).toMatchTextContent(/כ׳ בניסן.*כ״ב בניסן.*כ״ו בניסן/)
  await week.unmount()
  const month = await openScreen('/crm/calendar?view=month&day=2031-04-15', 'owner')
  await expect.element(page.getByRole('region', { name: /15 באפריל/ })).toMatchTextContent(/כ״ב בניסן/)
  await expect.element(page.getByRole('region', { name: /23 באפריל/ })).toMatchTextContent(/ל׳ בניסן/)
  await month.unmount()
})

type Contact = Awaited<ReturnType<typeof makeContact>>

/** Books a group of three at 10:00, of a separate type. */
async function bookedGroup(day: string) {
  const { id: type } = await addTypeOfDay(day)
  await backend.from('appointment_types').update({ seats: 5 }).eq('id', type).throwOnError()
  const contacts = await Promise.all(['א', 'ב', 'ג'].map((last) => makeContact({ last: unique(last) })))
  for (const { id: contact } of contacts)
    // oxlint-disable-next-line no-await-in-loop -- in the order of booking
    await backend
      .rpc('book_for_contact', { type, contact, starts: [instantAt(day, '10:00').toISOString()], minutes: 60 })
      .throwOnError()
  return contacts
}

test('a whole group is rescheduled with a single action, and cancelled with a single action', async () => {
  const [one, two, three] = (await bookedGroup('2034-06-07')) as [Contact, Contact, Contact]
  await openScreen('/crm/calendar?view=day&day=2034-06-07', 'owner')
  await event(one.full_name).click()
  await expect.element(dialog.getByText(`עוד רשומים למפגש: ${two.full_name}, ${three.full_name}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'שינוי מועד' }).click()
  await dialog.getByLabelText(/^שעה/).fill('14:00')
  await dialog.getByRole('checkbox', { name: /^גם שני הרישומים האחרים למפגש/ }).click()
  await dialog.getByRole('button', { name: 'שמירת המועד' }).click()
  for (const { full_name: name, id } of [one, two, three]) {
    await expect.element(page.getByRole('button', { name: new RegExp(`${name} 14:00`) })).toBeVisible()
    expect(await rowsOf(id)).toMatchObject([{ status: 'rescheduled' }, { status: 'confirmed' }])
  }
  await event(two.full_name).click()
  await dialog.getByRole('button', { name: 'ביטול הפגישה' }).click()
  await dialog.getByLabelText(/סיבה/).fill('המאמנת חולה')
  await dialog.getByRole('checkbox', { name: /^גם שני הרישומים האחרים למפגש/ }).click()
  await dialog.getByRole('button', { name: 'ביטול 3 פגישות' }).click()
  await expect.element(page.getByText('3 פגישות בוטלו, ונשלחה הודעה')).toBeVisible()
  for (const { id } of [one, two, three])
    expect(await rowsOf(id)).toMatchObject([{ status: 'rescheduled' }, { status: 'cancelled' }])
})

test('cancelling one seat does not change the other appointments of its group', async () => {
  const [one, two] = (await bookedGroup('2034-06-08')) as [Contact, Contact]
  await openScreen('/crm/calendar?view=day&day=2034-06-08', 'owner')
  await event(one.full_name).click()
  await dialog.getByRole('button', { name: 'ביטול הפגישה' }).click()
  await expect.element(dialog.getByRole('checkbox', { name: /^גם שני הרישומים האחרים למפגש/ })).not.toBeChecked()
  await dialog.getByLabelText(/סיבה/).fill('ביקשו לצאת')
  await dialog.getByRole('button', { name: 'ביטול הפגישה' }).click()
  await expect.element(page.getByText('הפגישה בוטלה, ונשלחה הודעה')).toBeVisible()
  expect(await rowsOf(one.id)).toMatchObject([{ status: 'cancelled' }])
  expect(await rowsOf(two.id)).toMatchObject([{ status: 'confirmed' }])
})

test('a day in the month view with more than three appointments links to the day view', async () => {
  for (const hour of ['09:00', '11:00', '13:00', '15:00'])
    // oxlint-disable-next-line no-await-in-loop -- one host
    await booked('2031-05-13', hour)
  await openScreen('/crm/calendar?view=month&day=2031-05-01', 'owner')
  await page.getByRole('button', { name: 'ועוד 1' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: /13 במאי 2031/ })).toBeVisible()
})

const hostOf = async (id: string) =>
  (await backend.from('appointments').select('user_id').eq('id', id).single().throwOnError()).data.user_id
const hostField = dialog.getByLabelText('עם מי הפגישה')
const offeredHosts = () => [...(hostField.element() as HTMLSelectElement).options].map(({ value }) => value)

test("an appointment is reassigned to a member without a booking page, who gets a column in the team's day view", async () => {
  const { id: heir } = await makeAccount('sales')
  const { id, name } = await booked('2031-06-03', '10:00')
  await openScreen('/crm/calendar?view=day&day=2031-06-03&host=all', 'owner')
  await event(name).click()
  await expect.element(hostField).toHaveValue(userIdOf('owner'))
  await expect.poll(offeredHosts).toContain(heir)
  expect(offeredHosts()).not.toContain(userIdOf('content'))
  await hostField.selectOptions(heir)
  await expect.poll(() => hostOf(id[0]!)).toBe(heir)
  await expect.element(hostField).toHaveValue(heir)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(event(name)).toBeVisible()
})

test('an appointment of a host who left the team is shown in the day view and can be reassigned', async () => {
  const { id: formerCoach } = await makeAccount('coach')
  const { id, name } = await booked('2031-06-04', '10:00')
  await backend.rpc('reassign_appointment', { appointment: id[0]!, seen_version: 1, host: formerCoach }).throwOnError()
  await backend.from('user_roles').update({ is_active: false }).eq('user_id', formerCoach).throwOnError()
  await openScreen('/crm/calendar?view=day&day=2031-06-04&host=all', 'owner')
  await event(name).click()
  await expect.element(hostField).toHaveDisplayValue('מחוץ לצוות')
  await hostField.selectOptions(userIdOf('owner'))
  await expect.poll(() => hostOf(id[0]!)).toBe(userIdOf('owner'))
  await expect.element(hostField).toHaveValue(userIdOf('owner'))
})
