import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { uniquePhone } from '../../../../test/browser/own-rows.ts'
import { backendAs, makeAccount, openScreen } from '../../../../test/browser/render.tsx'
import { uniqueEmail } from '../../../../test/browser/unique.ts'
import type { BookingResult } from '../booking.ts'
import type { SlotAnswer } from '../host-page.server.ts'

const backend = backendAs('owner')

async function call<Answer>(name: string, options: object): Promise<Answer> {
  const { data, error } = await backend.functions.invoke<Answer>(name, options)
  if (error || !data) throw error ?? new Error(`${name} answered nothing`)
  return data
}

/** A separate host and type with the demo intake form, so that no other test books its slots. */
async function typeWithForm() {
  const host = await makeAccount('coach')
  await backend.rpc('start_hosting', { host: host.id, address: `f-${crypto.randomUUID().slice(0, 8)}` }).throwOnError()
  const { data: form } = await backend.from('forms').select('id').eq('public_id', 'hekerut').single().throwOnError()
  const { data: type } = await backend
    .from('appointment_types')
    .insert({
      user_id: host.id,
      slug: `f-${crypto.randomUUID().slice(0, 8)}`,
      title: unique('עם טופס'),
      durations: [25],
      default_duration: 25,
      is_hidden: true,
      form_id: form.id,
    })
    .select('id')
    .single()
    .throwOnError()
  return { typeId: type.id, formId: form.id }
}

test('a series booked by staff requests its form once, and the dialog shows that it was not submitted yet', async () => {
  const { typeId } = await typeWithForm()
  const contact = await makeContact({ last: unique('עונה') })
  const starts = ['2031-06-17T06:35:00Z', '2031-06-18T06:35:00Z']
  await backend
    .rpc('book_for_contact', { type: typeId, contact: contact.id, minutes: 25, is_silent: true, starts })
    .throwOnError()
  const { data: links } = await backend
    .from('form_links')
    .select('is_single_use, appointment:appointments(starts_at)')
    .eq('contact_id', contact.id)
    .throwOnError()
  expect(links).toEqual([{ is_single_use: true, appointment: { starts_at: expect.stringMatching(/^2031-06-17/) } }])
  await openScreen(`/crm/contacts/${contact.id}`, 'owner')
  await page
    .getByRole('button', { name: /17\.6\.2031/ })
    .first()
    .click()
  await expect.element(dialog.getByText('עוד לא נשלח')).toBeVisible()
  await expect.element(dialog.getByText('שאלון היכרות')).toBeVisible()
})

test("the appointment dialog links to the form submission sent with the appointment's manage token", async () => {
  const { typeId, formId } = await typeWithForm()
  const from = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const to = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const search = new URLSearchParams({ type: typeId, duration: '25', from, to })
  const { days } = await call<SlotAnswer>(`booking-slots?${search.toString()}`, { method: 'GET' })
  const person = { name: 'נועה לדוגמה', email: uniqueEmail(), phone: uniquePhone() }
  const { appointmentId, manageToken } = await call<BookingResult>('book-appointment', {
    body: {
      typeId,
      startsAt: days[0]!.starts[0]!,
      duration: 25,
      ...person,
      idempotencyKey: crypto.randomUUID(),
    },
  })
  await call('submit-form', {
    body: {
      formId: 'hekerut',
      version: 1,
      key: crypto.randomUUID().replaceAll('-', ''),
      link: manageToken,
      entries: { full_name: 'נועה לדוגמה', phone: person.phone, email: person.email, couple: 'no' },
    },
  })
  const { data: booked } = await backend
    .from('appointments')
    .select('contact_id, title')
    .eq('id', appointmentId)
    .single()
    .throwOnError()
  await openScreen(`/crm/contacts/${booked.contact_id!}`, 'owner')
  await page.getByRole('button', { name: new RegExp(booked.title) }).first().click() // prettier-ignore
  await dialog.getByRole('link', { name: 'התשובות לטופס: שאלון היכרות' }).click()
  await expect.poll(() => location.pathname).toBe(`/crm/forms/${formId}`)
  const sheet = page.getByRole('dialog', { name: 'תשובה' })
  await expect.element(sheet.getByText(person.email)).toBeVisible()
})
