// Single-use booking links: contact, single use, expiry, and who may create and revoke them.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { whoMay } from '../../../../test/actors.ts'
import { makeHost } from '../../../../test/booking-host.ts'
import { testDatabase } from '../../../../test/database.ts'

const db = await testDatabase()
const { ids, as, typeId, call, book, visitor, hour, change } = await makeHost(db)

let people = 0
/** Details of another visitor. */
function someone() {
  people += 1
  return { name: 'נועה לדוגמה', email: `v${people}@example.com`, phone: `05200000${10 + people}` }
}
async function makeContact() {
  const { email } = someone()
  const [contact] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, last_name, source) values ('רות', 'הקישור', 'אתר') returning id`,
  )
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contact!.id, email],
  )
  return { id: contact!.id, email }
}
const make = (more: object = {}, claims = as.owner) => call('make-booking-link', { typeId, days: 7, ...more }, claims)
async function makeLink(more: object = {}) {
  const { body } = await make(more)
  return new URL(String(body['url'])).searchParams.get('k')!
}
const open = async (token: string) => (await call('open-booking-link', { typeId, token })).body
const bookBy = (link: string, n: number, more: object = {}) => book(hour(n, 10), { ...someone(), link, ...more })
const newest = async () => (await linksOf())[0]!
const linksOf = (claims = as.owner) =>
  db.as<{ id: string; state: string; contact_name: string | null }>(claims, 'select * from booking_links_of($1)', [
    typeId,
  ])
const setRevoked = (id: string, isRevoked: boolean, claims = as.owner) =>
  db.as(claims, 'select set_booking_link_revoked($1, $2)', [id, isRevoked])

test('a link prefills known details, and its appointment belongs to its contact regardless of the entered details', async () => {
  const contact = await makeContact()
  const link = await makeLink({ contactId: contact.id })
  const details = { name: 'רות הקישור', email: contact.email }
  // Opening the link twice, as a mail scanner would, does not use it.
  for (let i = 0; i < 2; i += 1) expect(await open(link)).toEqual({ state: 'open', details })
  const { status, body } = await bookBy(link, 1)
  expect(status).toBe(201)
  expect(await db.sql('select contact_id from appointments where id = $1', [body['appointmentId']])).toEqual([
    { contact_id: contact.id },
  ])
  expect(await open(link)).toEqual({ state: 'used', details: {} })
  expect((await bookBy(link, 2)).body['code']).toBe('booking_link_used')
  expect((await call('hold-slot', { typeId, startsAt: hour(2, 10), duration: 60, link })).body['code']).toBe(
    'booking_link_used',
  )
})

test('of concurrent bookings with one link one succeeds, and a repeated request returns the same appointment', async () => {
  const link = await makeLink()
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => bookBy(link, i, { startsAt: hour(i, 11) })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ body }) => body['code'] === 'booking_link_used')).toHaveLength(11)
  const again = await makeLink()
  const input = visitor(hour(5, 12), { ...someone(), link: again })
  const [first, second] = [await call('book-appointment', input), await call('book-appointment', input)]
  expect(second.body['appointmentId']).toBe(first.body['appointmentId'])
})

const isBlocked = async () =>
  (await db.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .length > 0

test("a booking concurrent with a merge of the link's contact belongs to the merged contact", async () => {
  const [winner, loser] = [await makeContact(), await makeContact()]
  const link = await makeLink({ contactId: loser.id })
  let booking: ReturnType<typeof bookBy> | undefined
  await inTransaction(db.authenticator, as.owner, async (tx) => {
    await tx.query(
      'select merge_contacts(w.id, l.id, w.version, l.version) from contacts w, contacts l where w.id = $1 and l.id = $2',
      [winner.id, loser.id],
    )
    let isThrough = false
    booking = bookBy(link, 0, { startsAt: hour(4, 10) }).finally(() => (isThrough = true))
    while (!isThrough && !(await isBlocked()));
  })
  const { status, body } = await booking!
  expect(status).toBe(201)
  expect(await db.sql('select contact_id from appointments where id = $1', [body['appointmentId']])).toEqual([
    { contact_id: winner.id },
  ])
})

test('a refused booking does not use up its link', async () => {
  const link = await makeLink()
  await book(hour(1, 13), someone())
  expect((await bookBy(link, 0, { startsAt: hour(1, 13) })).body['code']).toBe('slot_taken')
  expect(await open(link)).toMatchObject({ state: 'open' })
  expect((await bookBy(link, 0, { startsAt: hour(2, 13) })).status).toBe(201)
})

test('a link stays used when its appointment is cancelled, and can be used again when the request was rejected', async () => {
  const link = await makeLink()
  const { body } = await bookBy(link, 0, { startsAt: hour(1, 14) })
  await call('cancel-appointment', { token: body['manageToken'], reason: 'המועד כבר לא מתאים' })
  expect(await open(link)).toMatchObject({ state: 'used' })
  await change('requires_confirmation = true')
  const other = await makeLink()
  const response = await bookBy(other, 0, { startsAt: hour(2, 14) })
  expect(await open(other)).toMatchObject({ state: 'used' })
  await db.as(as.coach, 'select decide_appointment($1, 1, false)', [response.body['appointmentId']])
  expect(await open(other)).toMatchObject({ state: 'open' })
  expect((await bookBy(other, 0, { startsAt: hour(3, 14) })).status).toBe(201)
  await change('requires_confirmation = false')
})

test('expired, revoked and unknown links are refused, and a revoked link can be reopened', async () => {
  const link = await makeLink()
  const { id } = await newest()
  await db.sql(`update booking_links set expires_at = now() - interval '1 minute' where id = $1`, [id])
  expect(await bookBy(link, 3)).toMatchObject({ status: 410, body: { code: 'booking_link_expired' } })
  await db.sql('update booking_links set expires_at = null where id = $1', [id])
  for (let i = 0; i < 2; i += 1) await setRevoked(id, true)
  expect(await bookBy(link, 3)).toMatchObject({ status: 410, body: { code: 'booking_link_revoked' } })
  expect(await open(link)).toEqual({ state: 'revoked', details: {} })
  await setRevoked(id, false)
  const unknown = { status: 404, body: { code: 'booking_link_unknown' } }
  for (const wrong of ['a'.repeat(32), id]) expect(await bookBy(wrong, 3)).toMatchObject(unknown)
  const [other] = await db.sql<{ id: string }>(`select id from appointment_types where slug = 'livui'`)
  expect(await bookBy(link, 3, { typeId: other!.id })).toMatchObject(unknown)
  expect((await bookBy(link, 3)).status).toBe(201)
  await expect(setRevoked(id, true)).rejects.toMatchObject({ code: 'PT409', message: 'booking_link_used' })
})

test('the database refuses a link that was revoked after it was read', async () => {
  const link = await makeLink()
  await setRevoked((await newest()).id, true)
  await expect(db.sql('select use_booking_link($1, $2, null)', [link, typeId])).rejects.toMatchObject({
    code: 'PT410',
    message: 'booking_link_revoked',
  })
})

test('a type that requires a link can be held and booked only with one, and is not listed', async () => {
  await change('requires_link = true')
  const missing = { status: 409, body: { code: 'booking_link_missing' } }
  expect(await book(hour(6, 15), someone())).toMatchObject(missing)
  expect(await call('hold-slot', { typeId, startsAt: hour(6, 15), duration: 60 })).toMatchObject(missing)
  const link = await makeLink()
  const held = await call('hold-slot', { typeId, startsAt: hour(6, 15), duration: 60, link })
  expect(held.status).toBe(201)
  const { status } = await bookBy(link, 0, { startsAt: hour(6, 15), holdToken: held.body['holdToken'] })
  expect(status).toBe(201)
  expect((await call('booking-page', { host: 'hila' })).body['types']).toEqual([])
  expect(await db.sql(`select from booking_addresses() where type_slug = 'hekerut'`)).toEqual([])
  await change('requires_link = false')
})

test('the token of a link is stored neither in its row nor in the source URL', async () => {
  const link = await makeLink()
  const visitor = someone()
  await book(hour(7, 16), {
    ...visitor,
    link,
    sourceUrl: `http://site.test/book/hila/hekerut?k=${link}&utm_source=mail`,
  })
  const [contact] = await db.sql<{ all: string; utm: object }>(
    `select to_jsonb(c)::text as all, a.utm from contacts c join appointments a on a.contact_id = c.id
     join contact_points p on p.contact_id = c.id where p.value_norm = $1`,
    [visitor.email],
  )
  expect(contact!.all).not.toContain(link)
  expect(contact!.utm).toMatchObject({ utm_source: 'mail' })
  expect(JSON.stringify(await db.sql('select * from booking_links'))).not.toContain(link)
})

test('a coach creates, sees and revokes links of their own types, for their own contacts', async () => {
  const [own, foreign] = [await makeContact(), await makeContact()]
  await db.sql('update contacts set owner_id = $2 where id = $1', [own.id, ids.coach])
  expect((await make({ contactId: own.id }, as.coach)).status).toBe(200)
  const mine = (await linksOf(as.coach))[0]!
  expect(mine).toMatchObject({ contact_name: 'רות הקישור', state: 'open' })
  await setRevoked(mine.id, true, as.coach)
  expect((await make({ contactId: foreign.id }, as.coach)).body['code']).toBe('contact_gone')
  await db.as(as.owner, 'select start_hosting($1, $2)', [ids.owner, 'michal'])
  const [other] = await db.sql<{ id: string }>('select id from appointment_types where user_id = $1 limit 1', [
    ids.owner,
  ])
  expect((await make({ typeId: other!.id }, as.coach)).body['code']).toBe('type_gone')
  await call('make-booking-link', { typeId: other!.id, days: 0 }, as.owner)
  const [theirs] = await db.sql<{ id: string }>('select id from booking_links where type_id = $1', [other!.id])
  await expect(setRevoked(theirs!.id, true, as.coach)).rejects.toMatchObject({ message: 'booking_link_unknown' })
  expect(await whoMay(db, as, 'select id from booking_links where id = $1', [theirs!.id])).toBe('owner admin sales')
  expect(await whoMay(db, as, 'select token_hash from booking_links')).toBe('no role')
  expect((await make({ typeId: randomUUID() })).body['code']).toBe('type_gone')
})
