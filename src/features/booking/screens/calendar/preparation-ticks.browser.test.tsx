import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { formatDate, instantAt } from '#lib/time/dates.ts'
import { uniqueEmail } from '../../../../../test/browser/unique.ts'
import { makeContact, unique } from '../../../../../test/browser/make-contact.ts'
import { addTypeOfDay } from '../../../../../test/browser/own-hours.ts'
import { openDialog as dialog } from '../../../../../test/browser/open-dialog.ts'
import { uniquePhone, userIdOf } from '../../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../../test/browser/render.tsx'
import type { BookingResult } from '../../booking.ts'

const backend = backendAs('owner')
const questions = [
  'מה הייתם רוצים שישתנה בעוד חצי שנה?',
  'מה כבר ניסיתם?',
  'מה הכי מטריד כרגע?',
  'מי עוד צריך להיות בשיחה?',
  'כמה נכנס וכמה יוצא?',
]

async function call<Answer>(name: string, options: object): Promise<Answer> {
  const { data, error } = await backend.functions.invoke<Answer>(name, options)
  if (error || !data) throw error ?? new Error(`${name} answered nothing`)
  return data
}

/** Books an appointment of a couple on the site, on a distinct day. Returns the day, the main attendee and their link. */
async function bookedByCouple(day: string) {
  const type = await addTypeOfDay(day)
  const name = unique('מתכוננת')
  const { manageToken } = await call<BookingResult>('book-appointment', {
    body: {
      typeId: type.id,
      startsAt: instantAt(day, '10:00').toISOString(),
      duration: type.default_duration,
      name,
      email: uniqueEmail(),
      phone: uniquePhone(),
      partnerName: 'יואב',
      partnerEmail: uniqueEmail(),
      idempotencyKey: crypto.randomUUID(),
    },
  })
  return { name, token: manageToken }
}

test('the appointment dialog shows which checklist items each attendee ticked', async () => {
  const day = '2034-05-10'
  const { name, token } = await bookedByCouple(day)
  await call('save-preparation', { body: { token, items: [questions[1], questions[3], 'שאלה שהוסרה'] } })
  await openScreen(`/crm/calendar?view=day&day=${day}`, 'owner')
  await page.getByRole('button', { name: new RegExp(name) }).click()
  const ticks = dialog.getByRole('region', { name: 'הכנה לפגישה' })
  await expect.element(ticks.getByText(`${name}: סומנו 2 מתוך 5, ${formatDate(new Date())}`)).toBeVisible()
  await expect.element(ticks.getByText('יואב: עוד לא סומן דבר')).toBeVisible()
  const items = ticks.getByRole('listitem')
  await expect
    .poll(() => items.elements().map(({ textContent }) => textContent))
    .toEqual(questions.map((question, n) => `${n === 1 || n === 3 ? 'סומן' : 'לא סומן'}: ${question}`))
})

test('an ended appointment without ticks shows no checklist', async () => {
  const { name, token } = await bookedByCouple('2034-05-11')
  await call('cancel-appointment', { body: { token, reason: 'סיבה אחרת' } })
  await openScreen('/crm/appointments', 'owner')
  await page.getByRole('searchbox', { name: 'חיפוש פגישה' }).fill(name)
  await page.getByRole('link', { name: 'בוטלו או נדחו' }).click()
  await page.getByRole('row').filter({ hasText: name }).getByRole('button').click()
  await expect.element(dialog.getByText('סיבת הביטול: סיבה אחרת')).toBeVisible()
  await expect.element(dialog.getByRole('region', { name: 'הכנה לפגישה' })).not.toBeInTheDocument()
})

test('a meeting of a type without preparation does not mention the checklist', async () => {
  const contact = await makeContact({ last: unique('בליווי') })
  const book = async (slug: string, start: string) => {
    const { data: type } = await backend
      .from('appointment_types')
      .select('id')
      .eq('user_id', userIdOf('owner'))
      .eq('slug', slug)
      .single()
      .throwOnError()
    const input = { type: type.id, contact: contact.id, starts: [start], minutes: 20, is_silent: true }
    await backend.rpc('book_for_contact', input).throwOnError()
  }
  await book('hekerut', '2031-10-07T08:20:00Z')
  await book('livui', '2031-10-08T08:20:00Z')
  await openScreen(`/crm/contacts/${contact.id}`, 'owner')
  await page.getByRole('button', { name: /7\.10\.2031, 11:20/ }).click()
  const ticks = dialog.getByRole('region', { name: 'הכנה לפגישה' })
  await expect.element(ticks.getByText(`${contact.full_name}: עוד לא סומן דבר`)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: /8\.10\.2031, 11:20/ }).click()
  await expect.element(dialog.getByText(/8 באוקטובר 2031/)).toBeVisible()
  await expect.element(ticks).not.toBeInTheDocument()
})
