import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { uniquePhone } from '../../../../test/browser/unique.ts'
import { violationsOf } from '../../../../test/browser/violations.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { addOpportunity } from '../../opportunities/add-opportunity.fixture.ts'
import { accountOf, backendAs, openScreen } from '../../../../test/browser/render.tsx'

test('an appointment booked on the contact page is listed there and on the timeline, and opens its dialog', async () => {
  const contact = await makeContact({ last: unique('מהכרטיס') })
  await openScreen(`/crm/contacts/${contact.id}`, 'owner')
  await expect.element(page.getByText('עוד לא נקבעו פגישות')).toBeVisible()
  await page.getByRole('button', { name: 'קביעת פגישה' }).click()
  await expect.element(dialog.getByLabelText(/סוג הפגישה/)).toMatchTextContent(/שיחת היכרות/)
  await dialog.getByLabelText(/^יום/).fill('3.6.2031')
  await dialog.getByLabelText(/^שעה/).fill('11:15')
  await dialog.getByRole('button', { name: 'קביעת הפגישה' }).click()
  const line = page.getByRole('button', { name: /3\.6\.2031, 11:15/ })
  await expect.element(line).toBeVisible()
  await expect.element(page.getByText(/נקבעה הפגישה/)).toBeVisible()
  await line.click()
  await expect.element(dialog.getByText(/יום שלישי, 3 ביוני 2031/)).toBeVisible()
})

test('an appointment booked on an opportunity is linked to it and shown on its card', async () => {
  const contact = await makeContact({ last: unique('מההזדמנות') })
  const { id } = await addOpportunity({ contact_id: contact.id })
  await openScreen(`/crm/opportunities/${id}`, 'owner')
  await page.getByRole('button', { name: 'קביעת פגישה' }).click()
  await expect.element(dialog.getByLabelText(/סוג הפגישה/)).toMatchTextContent(/שיחת היכרות/)
  await dialog.getByLabelText(/^יום/).fill('4.6.2031')
  await dialog.getByLabelText(/^שעה/).fill('11:50')
  await dialog.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(page.getByRole('button', { name: /4\.6\.2031, 11:50/ })).toBeVisible()
  const { data } = await backendAs('owner')
    .from('appointments')
    .select('opportunity_id')
    .eq('contact_id', contact.id)
    .throwOnError()
  expect(data).toEqual([{ opportunity_id: id }])
  await openScreen(`/crm/pipeline?q=${encodeURIComponent(contact.full_name)}`, 'owner')
  await expect.element(page.getByText(/פגישה: .*, 11:50/)).toBeVisible()
})

test("a series preview shows the conflict of each time, and the series uses the contact's package", async () => {
  const backend = backendAs('owner')
  const contact = await makeContact({ last: unique('סדרה') })
  const { data: types } = await backend
    .from('appointment_types')
    .select('id, user_id')
    .eq('title', 'שיחת היכרות')
    .eq('user_id', accountOf('owner').session.user.id)
    .throwOnError()
  // The second of three Sundays is taken.
  const starts = ['2032-02-15T08:10:00Z']
  const input = { type: types[0]!.id, contact: contact.id, minutes: 25, is_silent: true }
  await backend.rpc('book_for_contact', { ...input, starts }).throwOnError()
  await openScreen(`/crm/contacts/${contact.id}`, 'owner')
  await page.getByRole('button', { name: 'חבילת פגישות' }).click()
  await dialog.getByLabelText(/סוג הפגישה/).selectOptions(types[0]!.id)
  await dialog.getByLabelText(/מספר הפגישות/).fill('5')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(page.getByText('נשארו 5 מתוך 5')).toBeVisible()

  await page.getByRole('button', { name: 'קביעת פגישה' }).click()
  await dialog.getByLabelText(/סוג הפגישה/).selectOptions(types[0]!.id)
  await dialog.getByLabelText(/^יום/).fill('1.2.2032')
  await dialog.getByLabelText(/^שעה/).fill('10:10')
  await dialog.getByLabelText('כמה פגישות באותה שעה').click()
  await dialog.getByLabelText(/מספר הפגישות/).fill('3')
  await dialog.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(dialog.getByText('בחבילה נשארו 5 פגישות.')).toBeVisible()
  await expect.element(dialog.getByText('יש כבר פגישה בשעה הזו')).toBeVisible()
  await expect.element(dialog.getByLabelText(/15 בפברואר 2032/)).toBeDisabled()
  await dialog.getByRole('button', { name: 'קביעת שתי פגישות' }).click()
  await expect.element(page.getByRole('button', { name: /29\.2\.2032, 10:10/ })).toBeVisible()
  await expect.element(page.getByText('נשארו 3 מתוך 5')).toBeVisible()
  // One activity for both meetings of the series, and another for the meeting booked before.
  await expect
    .element(page.getByText(/נקבעו שתי פגישות בסדרה .*שיחת היכרות.*, החל ב־1\.2\.2032 בשעה 10:10/))
    .toBeVisible()
  expect(page.getByText(/נקבעה הפגישה/).elements()).toHaveLength(1)
})

test('a cancelled series is one activity on the timeline, with the number of its meetings', async () => {
  const backend = backendAs('owner')
  const contact = await makeContact({ last: unique('סוף סדרה') })
  const { data: type } = await backend
    .from('appointment_types')
    .select('id')
    .eq('title', 'שיחת היכרות')
    .eq('user_id', accountOf('owner').session.user.id)
    .single()
    .throwOnError()
  const starts = ['2032-05-04T08:40:00Z', '2032-05-18T08:40:00Z', '2032-06-01T08:40:00Z']
  const { data: ids } = await backend
    .rpc('book_for_contact', { type: type.id, contact: contact.id, minutes: 25, is_silent: true, starts })
    .throwOnError()
  await backend.rpc('cancel_series', { appointment: ids[0]!, seen_version: 1, why: 'חופשה' }).throwOnError()
  await openScreen(`/crm/contacts/${contact.id}`, 'owner')
  await expect
    .element(page.getByText(/בוטלו 3 פגישות בסדרה .*שיחת היכרות.*, החל ב־4\.5\.2032 בשעה 11:40\. הסיבה: .*חופשה/))
    .toBeVisible()
  expect(page.getByText(/בוטלה הפגישה/).elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: /1\.6\.2032, 11:40/ })).toBeVisible()
})

test('a time outside the schedule is booked only after a warning', async () => {
  const contact = await makeContact({ last: unique('בלילה') })
  await openScreen(`/crm/contacts/${contact.id}`, 'owner')
  await page.getByRole('button', { name: 'קביעת פגישה' }).click()
  await expect.element(dialog.getByLabelText(/סוג הפגישה/)).toMatchTextContent(/שיחת היכרות/)
  await dialog.getByLabelText(/^יום/).fill('2.2.2032')
  await dialog.getByLabelText(/^שעה/).fill('22:35')
  await dialog.getByRole('button', { name: 'קביעת הפגישה' }).click()
  await expect.element(dialog.getByText('מחוץ לשעות של לוח השעות')).toBeVisible()
  await dialog.getByRole('button', { name: 'קביעה בכל זאת' }).click()
  await expect.element(page.getByRole('button', { name: /2\.2\.2032, 22:35/ })).toBeVisible()
})

test('three free slots are proposed with a link to each, and choosing another slot also updates an edited message', async () => {
  const contact = await makeContact({ last: unique('הצעה') })
  await openScreen(`/crm/contacts/${contact.id}`, 'owner')
  await page.getByRole('button', { name: 'הצעת שעות' }).click()
  const message = dialog.getByLabelText('ההודעה')
  await expect.element(message).toBeVisible()
  const text = () => (message.element() as HTMLTextAreaElement).value
  expect(text().match(/\?start=\d{4}-\d\d-\d\dT\d\d:\d\dZ&minutes=\d+#booking/g)).toHaveLength(3)
  const third = dialog.getByLabelText('שעה שלישית')
  const last = [...third.element().querySelectorAll('option')].at(-1)!
  await third.selectOptions(last.value)
  const start = new Date(Number(last.value)).toISOString().slice(0, 16)
  await expect.poll(text).toContain(start)
  await message.fill('נוח לכם ביום הראשון?')
  await dialog.getByLabelText('שעה ראשונה').selectOptions(last.value)
  await expect.poll(text).toContain(start)
  // Clipboard access may be denied in a headless browser.
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async () => {} } })
  await dialog.getByRole('button', { name: 'העתקה' }).click()
  await dialog.getByRole('button', { name: 'סיום' }).click()
  await expect.element(page.getByText(/הוצעו שעות ל/)).toBeVisible()
})

test('a single-use booking link of the contact is created with a type and an expiry, and is listed there', async () => {
  const backend = backendAs('owner')
  const phone = uniquePhone()
  const contact = await makeContact({ last: unique('בקישור'), phone })
  const typeBy = async (slug: string) =>
    (
      await backend
        .from('appointment_types')
        .select('id')
        .eq('slug', slug)
        .eq('user_id', accountOf('owner').session.user.id)
        .single()
        .throwOnError()
    ).data.id
  const [intro, coaching] = [await typeBy('hekerut'), await typeBy('livui')]
  await openScreen(`/crm/contacts/${contact.id}`, 'owner')
  await page.getByRole('button', { name: 'קישור לקביעה' }).click()
  const type = dialog.getByLabelText(/סוג הפגישה/)
  await expect.element(type).toHaveValue(intro)
  await type.selectOptions(coaching)
  await dialog.getByLabelText('תוקף הקישור').selectOptions('30 ימים')
  expect(await violationsOf()).toEqual([])
  await dialog.getByRole('button', { name: 'יצירת הקישור' }).click()
  await expect
    .element(dialog.getByLabelText('הקישור לפגישה'))
    .toHaveValue(expect.stringMatching(/\/livui\?k=[\w-]{32}$/))
  await expect
    .element(dialog.getByRole('link', { name: 'שליחה ב־WhatsApp' }))
    .toHaveAttribute('href', expect.stringContaining(`wa.me/${phone.replace('+', '')}`))
  await dialog.getByRole('button', { name: 'סיום' }).click()
  const { data } = await backend
    .from('booking_links')
    .select('type_id, expires_at')
    .eq('contact_id', contact.id)
    .throwOnError()
  expect(data.map(({ type_id: id }) => id)).toEqual([coaching])
  expect(Math.round((Date.parse(data[0]!.expires_at!) - Date.now()) / 86_400_000)).toBe(30)

  await page.getByRole('button', { name: 'קישור לקביעה' }).click()
  const row = dialog.getByRole('listitem').filter({ hasText: contact.full_name })
  await type.selectOptions(coaching)
  await expect.element(row).toBeVisible()
  await type.selectOptions(intro)
  await expect.element(row).not.toBeInTheDocument()
})
