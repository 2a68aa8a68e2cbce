import { expect, test } from 'vitest'
import { makeHost } from '../../../test/booking-host.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { call, book, hour, change } = await makeHost(db)
const dor = { name: 'דור לדוגמה', email: 'Dor@example.com' }
const booked = async (n: number) => {
  const { body } = await book(hour(n), { email: `p${n}@example.com`, phone: `05000002${10 + n}` })
  return { id: String(body['appointmentId']), token: String(body['manageToken']) }
}
const join = (token: string, person: object = dor) =>
  call('add-appointment-attendee', { token, kind: 'partner', ...person })

test('a partner who is added gets the messages of the appointment', async () => {
  const { id, token } = await booked(1)
  // Confirmed two days ago: the partner's confirmation message must not count as late.
  await db.sql(`update appointments set confirmed_at = now() - interval '2 days' where id = $1`, [id])
  expect(await join(token)).toMatchObject({
    status: 200,
    body: { attendees: [{ role: 'main' }, { name: dor.name, role: 'partner' }] },
  })
  const messages = await db.sql(
    `select r.key from scheduled_messages s join message_rules r on r.id = s.rule_id
     where s.context_id = $1 and s.to_value = 'dor@example.com' and s.status = 'scheduled' order by r.position`,
    [id],
  )
  expect(messages).toEqual([
    { key: 'appointment.confirmed' },
    { key: 'appointment.reminder_day' },
    { key: 'appointment.reminder_hour' },
  ])
})

test('of two concurrent invitations one succeeds, and a second partner is refused', async () => {
  const { token } = await booked(2)
  const answers = await Promise.all([join(token), join(token, { ...dor, email: 'other@example.com' })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'attendee_role_taken' } })
})

test("the main attendee's address, a type without partners and an ended appointment are refused", async () => {
  const { token } = await booked(3)
  expect(await join(token, { ...dor, email: 'p3@example.com' })).toMatchObject({
    body: { code: 'partner_is_attendee' },
  })
  await change('allow_partner = false')
  expect(await join(token)).toMatchObject({ status: 409, body: { code: 'partner_not_offered' } })
  await change('allow_partner = true')
  await call('cancel-appointment', { token, reason: 'כך' })
  expect(await join(token)).toMatchObject({ status: 409, body: { code: 'appointment_ended' } })
})

test('both partners have their own checklist, and a reschedule keeps both', async () => {
  const { id, token } = await booked(4)
  await join(token)
  const partner = 'partner-of-the-fourth-hour'
  await db.sql(`insert into appointment_links (token_hash, root_id, role) values (link_hash($1), $2, 'partner')`, [
    partner,
    id,
  ])
  const save = (by: string, items: string[]) => call('save-preparation', { token: by, items })
  expect(await save(token, ['מסמכים', 'שאלות'])).toMatchObject({ body: { prepared: ['מסמכים', 'שאלות'] } })
  expect(await save(partner, ['שאלות'])).toMatchObject({ body: { role: 'partner', prepared: ['שאלות'] } })
  expect(await save(token, [])).toMatchObject({ body: { prepared: [] } })
  await save(token, ['מסמכים'])
  await call('move-appointment', { token, startsAt: hour(5) })
  const opened = async (by: string) => (await call('open-appointment', { token: by })).body['prepared']
  expect([await opened(token), await opened(partner)]).toEqual([['מסמכים'], ['שאלות']])
})

test('an appointment id instead of a token, too many items and an ended appointment save nothing', async () => {
  const { id, token } = await booked(6)
  const save = (by: string, items: string[]) => call('save-preparation', { token: by, items })
  expect(await save(id, ['מסמכים'])).toMatchObject({ status: 404, body: { code: 'link_unknown' } })
  expect(
    await save(
      token,
      Array.from({ length: 61 }, (_, i) => String(i)),
    ),
  ).toMatchObject({ status: 422 })
  await call('cancel-appointment', { token, reason: 'כך' })
  expect(await save(token, ['מסמכים'])).toMatchObject({ status: 409, body: { code: 'appointment_ended' } })
  expect(await db.sql('select from appointment_preparations where root_id = $1', [id])).toEqual([])
})
