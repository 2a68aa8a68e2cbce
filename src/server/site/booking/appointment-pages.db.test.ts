import { expect, test } from 'vitest'
import { elements, partsOf, textOf } from '../../../../test/rendered-html.ts'
import { bookingSite, person } from './booking-site.fixture.ts'

const { app, db, get, post, slotsToMoveTo, book } = await bookingSite()

test('the manage page is not indexed or cached, links to the calendar file, and its GET changes nothing', async () => {
  const { start, manage, location } = await book(6, { ...person, email: 'manage@example.com' })
  const { statusCode, headers, body } = await get(location)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  expect(body).toContain('content="noindex"')
  expect(textOf(body)).toContain('הפגישה נקבעה')
  expect(textOf(body)).toContain('אפשר לבטל או לשנות מועד עד יום')
  await get(`${manage}/cancel`)
  await get(`${manage}?move=1`)
  const file = await get(`${manage}/calendar.ics`)
  expect(file.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'referrer-policy': 'no-referrer',
  })
  expect(file.body).toContain('SEQUENCE:0\r\n')
  expect(file.body).toContain('STATUS:CONFIRMED')

  // The forms of web calendars do not contain the token.
  const [google, outlook] = ['יומן Google', 'יומן Outlook'].map(
    (name) => new URL(partsOf(body).links.find(([linkText]) => linkText === name)![1]!),
  )
  const compact = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const from = Date.parse(start)
  expect(google!.host).toBe('calendar.google.com')
  expect(google!.searchParams.get('dates')).toBe(`${compact(from)}/${compact(from + 25 * 60_000)}`)
  expect(google!.searchParams.get('text')).toContain('שיחת היכרות')
  expect(outlook!.host).toBe('outlook.live.com')
  for (const { href } of [google!, outlook!]) expect(href).not.toContain(manage.split('/').at(-1))
})

test('an appointment is rescheduled and then cancelled by its link, whose page then has no actions', async () => {
  const { manage } = await book(7, { ...person, email: 'moves@example.com' })
  const before = (await get(`${manage}/calendar.ics`)).body
  const picker = await slotsToMoveTo(manage, 10)
  const moved = await post(`${manage}/move`, { ...picker.hidden, start: picker.starts.at(-1)! })
  expect(moved.headers.location).toBe(`${manage}?moved=1#state`)
  const after = (await get(`${manage}/calendar.ics`)).body
  const uid = (file: string) => /UID:.+/.exec(file)![0]
  expect(uid(after)).toBe(uid(before))
  // The same UID as that of the event in the host's Google calendar.
  expect(uid(after)).toMatch(/^UID:maslul[0-9a-v]{26}@google\.com/)
  expect(after).toContain('SEQUENCE:1\r\n')

  const silent = await post(`${manage}/cancel`, { note: 'x' })
  expect(silent.statusCode).toBe(422)
  expect(textOf(silent.body)).toContain('יש לבחור סיבה')
  expect((await post(`${manage}/cancel`, { reason: 'המועד כבר לא מתאים' })).statusCode).toBe(303)
  const ended = textOf((await get(manage)).body)
  expect(ended).toContain('הפגישה בוטלה על ידכם')
  expect(ended).toContain('המועד כבר לא מתאים')
  expect(ended).toContain('קביעת פגישה חדשה')
  expect(ended).not.toContain('שינוי מועד')
  expect((await get(`${manage}/calendar.ics`)).body).toContain('STATUS:CANCELLED')
  const again = await post(`${manage}/cancel`, { reason: 'סיבה אחרת' })
  expect(again.statusCode).toBe(409)
  expect(textOf(again.body)).toContain('הפגישה בוטלה על ידכם')
})

test('the manage link opens the appointment’s checklist, and checked items are saved by a POST only', async () => {
  const couple = { joins: 'on', partnerName: 'יואב', partnerEmail: 'yoav-p@example.com' }
  const { manage } = await book(8, { ...person, ...couple, email: 'prepares@example.com', phone: '050-0000083' })
  const token = manage.split('/').at(-1)!
  const url = `/preparation?ref=${token}`
  expect((await get(manage)).body).toContain(`href="${url}"`)
  const page = await get(url)
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(page.body).toContain('content="noindex"')
  expect(textOf(page.body)).toContain('עוד לא סומן דבר')
  expect(textOf(page.body)).toContain('שיחת היכרות')
  const boxes = ({ body }: { body: string }) =>
    partsOf(body)
      .attributes('input')
      .filter(({ name }) => name === 'item')
  const titles = boxes(page).map(({ value }) => value!)
  expect(titles).toHaveLength(5)

  const save = (items: readonly string[]) =>
    app.inject({
      method: 'POST',
      url: '/preparation',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams([['ref', token], ...items.map((item) => ['item', item])]).toString(),
    })
  await get(`${url}&item=${encodeURIComponent(titles[0]!)}`)
  expect(textOf((await get(url)).body)).toContain('עוד לא סומן דבר')
  const saved = await save(titles.slice(0, 2))
  expect(saved.statusCode).toBe(303)
  expect(saved.headers.location).toBe(`${url}&saved=1#checklist`)
  const again = await get(saved.headers.location!)
  expect(textOf(again.body)).toContain('סומנו 2 מתוך 5')
  expect(boxes(again).map((box) => 'checked' in box)).toEqual([true, true, false, false, false])
  expect((await save(titles.slice(1, 2))).statusCode).toBe(303)
  expect(textOf((await get(url)).body)).toContain('סומנו 1 מתוך 5')

  await post(`${manage}/cancel`, { reason: 'סיבה אחרת' })
  const late = await save(titles)
  expect(late.statusCode).toBe(409)
  expect(textOf(late.body)).toContain('הפגישה בוטלה על ידכם')
  expect(boxes(late)).toEqual([])
})

test('the appointment page links to the checklist only if its type uses it', async () => {
  const { manage } = await book(8, { ...person, email: 'tenth@example.com', phone: '050-0000084' })
  const list = `href="/preparation?ref=${manage.split('/').at(-1)!}"`
  expect((await get(manage)).body).toContain(list)
  await db.sql('update appointment_types set uses_preparation = false')
  expect((await get(manage)).body).not.toContain(list)
  await db.sql('update appointment_types set uses_preparation = true')
  await post(`${manage}/cancel`, { reason: 'סיבה אחרת' })
})

test('the id of an appointment opens no checklist, and the general checklist page is public', async () => {
  const [{ id } = { id: '' }] = await db.sql<{ id: string }>('select id from appointments limit 1')
  const { body, statusCode } = await get(`/preparation?ref=${id}`)
  expect(statusCode).toBe(200)
  expect(textOf(body)).toContain('הקישור אינו מוכר')
  expect(body).not.toContain('name="item"')
  const general = await get('/preparation')
  expect(general.headers['cache-control']).toBe('no-cache')
  expect(general.body).not.toContain('checklist')
  // The page has one primary link, and lists the questions without checkboxes.
  expect(general.body).toContain('חזרה לאתר')
  expect(general.body).not.toContain('<header')
  expect(general.body).toContain('numbered--rows')
})

test('within the notice period the actions are disabled, and the page shows how to contact the business', async () => {
  const { manage } = await book(8, { ...person, email: 'late@example.com' })
  // Demo appointments of today may conflict with the new appointment.
  await db.sql(`delete from appointments where is_demo`)
  await db.sql(
    `update appointments set starts_at = now() + interval '2 hours', ends_at = now() + interval '2 hours 25 minutes'
     where id in (select appointment_id from appointment_attendees where email = 'late@example.com')`,
  )
  const { body } = await get(manage)
  const disabled = elements(body, 'button').filter(({ attributes }) => 'disabled' in attributes)
  expect(disabled.map(({ inside }) => textOf(inside)).slice(0, 2)).toEqual(['שינוי מועד', 'ביטול הפגישה'])
  const [, contact] = partsOf(body).links.find(([linkText]) => linkText === 'צרו קשר')!
  // The topic is the first field of the form.
  const [selected] = elements((await get(contact!)).body, 'option').filter(({ attributes }) => 'selected' in attributes)
  expect(textOf(selected!.inside)).toBe('פגישה בודדת')
  const refused = await post(`${manage}/cancel`, { reason: 'סיבה אחרת' })
  expect(refused.statusCode).toBe(409)
  expect(textOf(refused.body)).toContain('עבר הזמן לביטול מקוון')
})

test('the page of an unknown link explains why it cannot be opened', async () => {
  const { statusCode, body } = await get(`/appointment/manage/${'a'.repeat(32)}`)
  expect(statusCode).toBe(200)
  expect(textOf(body)).toContain('הקישור אינו מוכר')
  expect((await get(`/appointment/manage/${'a'.repeat(32)}/calendar.ics`)).statusCode).toBe(404)
})

test('the page of an unknown link mails a new link, to the address of the appointment only', async () => {
  const { manage } = await book(5, { ...person, email: 'lost@example.com', phone: '050-0000079' })
  const unknown = `/appointment/manage/${'x'.repeat(32)}`
  expect(textOf((await get(unknown)).body)).toContain('הקישור אינו מוכר')
  // Backdated, because a link was just created with the booking.
  await db.sql(`update appointment_links set created_at = now() - interval '1 hour'`)
  const ask = async (email: string) => {
    const { statusCode, headers } = await post(`${unknown}/renew`, { email })
    expect([statusCode, headers.location]).toEqual([303, `${unknown}?sent=1#sent`])
    return db.sql<{ html: string }>(
      `select html from mail.outbox where to_address = $1 and subject = 'הקישור לפגישה שלכם'`,
      [email],
    )
  }
  expect(await ask('stranger@example.com')).toEqual([])
  const mails = await ask('lost@example.com')
  expect(mails).toHaveLength(1)
  const link = /\/appointment\/manage\/[\w-]{32}/.exec(mails[0]!.html)![0]
  expect(link).not.toBe(manage)
  expect(
    await db.sql('select proves_attendee from appointment_links where token_hash = link_hash($1)', [
      link.split('/').at(-1)!,
    ]),
  ).toEqual([{ proves_attendee: true }])
  expect(textOf((await get(link)).body)).toContain('הפגישה שלכם')
  // A second request within moments sends no other mail.
  expect(await ask('lost@example.com')).toHaveLength(1)
  expect(textOf((await get(`${unknown}?sent=1`)).body)).toContain('הקישור החדש יגיע אליה')
  // More than ten links a day are refused, too.
  await db.sql(
    `insert into appointment_links (token_hash, root_id, role)
     select link_hash('lost ' || n), a.root_id, 'main' from appointments a join appointment_attendees t on t.appointment_id = a.id, generate_series(1, 10) n
     where t.email = 'lost@example.com'`,
  )
  await db.sql(`update appointment_links set created_at = now() - interval '1 hour'`)
  expect(await ask('lost@example.com')).toHaveLength(1)
})

test('a package meeting is confirmed only through the mailed link, not on the page after booking', async () => {
  const email = 'package@example.com'
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('תמר') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contact!.id, email],
  )
  await db.sql(
    `insert into session_packages (contact_id, type_id, total)
     select $1, t.id, 1 from appointment_types t join booking_hosts h on h.user_id = t.user_id
     where h.slug = 'hila' and t.slug = 'hekerut'`,
    [contact!.id],
  )
  const { manage, location } = await book(9, { ...person, email, phone: '050-0000082' })
  const own = await get(location)
  expect(textOf(own.body)).toContain('השעה שמורה לכם. נשאר לאשר בקישור ששלחנו בדוא״ל')
  expect(own.body).not.toContain(`${manage}/package`)
  expect(own.body).not.toContain(`${manage}/pay`)
  const refused = await post(`${manage}/package`, {})
  expect(refused.statusCode).toBe(403)
  expect(textOf(refused.body)).toContain('פותחים את הקישור ששלחנו בדוא״ל')

  const [mail] = await db.sql<{ html: string }>('select html from mail.outbox where to_address = $1', [email])
  const link = /\/appointment\/manage\/[\w-]{32}/.exec(mail!.html)![0]
  expect((await get(link)).body).toContain(`${link}/package`)
  const confirmed = await post(`${link}/package`, {})
  expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, `${link}?booked=1#sent`])
  expect(textOf((await get(confirmed.headers.location!)).body)).toContain('הפגישה נקבעה. שלחנו אישור בדוא״ל')
  expect(textOf((await get(manage)).body)).toContain('הפגישה שלכם')
})

test('the partner joins from the appointment page, and an invalid address preserves the name', async () => {
  const { manage } = await book(6, { ...person, email: 'alone@example.com', phone: '050-0000080' })
  const wrong = await post(`${manage}/partner`, { name: 'יואב', email: 'yoav' })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('value="יואב"')
  const joined = await post(`${manage}/partner`, { name: 'יואב', email: 'yoav-late@example.com' })
  expect(joined.headers.location).toBe(`${manage}?joined=1#state`)
  const page = textOf((await get(`${manage}?joined=1`)).body)
  expect(page).toContain('ההזמנה נשלחה')
  expect(page).toContain('גם מוזמנים יואב')
  expect(page).not.toContain('צירוף בן או בת הזוג')
})

test('the private calendar URL lists the appointments of its host, and is revoked by a new one', async () => {
  await book(7, { ...person, email: 'feed@example.com', phone: '050-0000081' })
  const [host] = await db.sql<{ user_id: string }>(`select user_id from booking_hosts where slug = 'hila'`)
  const claims = { role: 'authenticated', sub: host!.user_id }
  const create = async () =>
    (await db.as<{ token: string }>(claims, 'select create_calendar_feed() as token'))[0]!.token
  const first = await create()
  const read = (token: string) => get(`/calendar-feed/${token}/appointments.ics`)
  const { body, headers, statusCode } = await read(first)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('text/calendar')
  expect(headers['cache-control']).toBe('no-store')
  expect(body.replaceAll('\r\n ', '')).toContain('SUMMARY:שיחת היכרות: דנה לדוגמה')
  const second = await create()
  expect((await read(first)).statusCode).toBe(404)
  expect((await read(second)).statusCode).toBe(200)
  await db.as(claims, 'select remove_calendar_feed()')
  expect((await read(second)).statusCode).toBe(404)
})

test('a reschedule that has to be approved is shown as a request, not as a new time', async () => {
  const { manage } = await book(6, { ...person, email: 'approval@example.com', phone: '050-0000086' })
  await db.sql(`update appointment_types set requires_confirmation = true where slug = 'hekerut'`)
  const picker = await slotsToMoveTo(manage, 10)
  const moved = await post(`${manage}/move`, { ...picker.hidden, start: picker.starts.at(-1)! })
  const page = textOf((await get(moved.headers.location!)).body)
  expect(page).toContain('הבקשה נשלחה, ונעדכן בדוא״ל')
  expect(page).not.toContain('המועד שונה')
  await db.sql(`update appointment_types set requires_confirmation = false where slug = 'hekerut'`)
})

test('a video meeting can still be joined from its page after it began', async () => {
  const { manage } = await book(7, { ...person, email: 'joins-late@example.com', phone: '050-0000087' })
  const begin = (ago: number) =>
    db.sql(
      `update appointments set join_url = 'https://meet.example/room', starts_at = now() - make_interval(mins => $1),
         ends_at = now() - make_interval(mins => $1) + interval '25 minutes'
       where id in (select appointment_id from appointment_attendees where email = 'joins-late@example.com')`,
      [ago],
    )
  const linksOf = async () => partsOf((await get(manage)).body).links.map(([linkText]) => linkText)
  await db.sql('delete from appointments where is_demo')
  await begin(5)
  expect(await linksOf()).toContain('כניסה לפגישה')
  await begin(60)
  expect(await linksOf()).toContain('קביעת פגישה חדשה')
  expect(await linksOf()).not.toContain('כניסה לפגישה')
})

test('the Zoom link of an appointment is in its calendar file and in the host’s calendar feed', async () => {
  const { manage } = await book(8, { ...person, email: 'zoom@example.com', phone: '050-0000088' })
  const room = 'https://zoom.example/j/8'
  const setPlace = (status: string) =>
    db.sql(
      `update appointments set location_kind = 'zoom', location_value = $1, status = $2, decide_by = starts_at
       where id in (select appointment_id from appointment_attendees where email = 'zoom@example.com')`,
      [room, status],
    )
  await setPlace('pending')
  expect((await get(`${manage}/calendar.ics`)).body).not.toContain(room)
  await setPlace('confirmed')
  expect((await get(`${manage}/calendar.ics`)).body).toContain(`URL:${room}\r\n`)
  expect(textOf((await get(manage)).body)).toContain('כפתור הכניסה לפגישה ייפתח כאן 15 דקות לפני')
  const [host] = await db.sql<{ user_id: string }>(`select user_id from booking_hosts where slug = 'hila'`)
  const claims = { role: 'authenticated', sub: host!.user_id }
  const [feed] = await db.as<{ token: string }>(claims, 'select create_calendar_feed() as token')
  expect((await get(`/calendar-feed/${feed!.token}/appointments.ics`)).body).toContain(`URL:${room}\r\n`)
})

test('the page of a reassigned appointment refers to the business for another time', async () => {
  const { manage } = await book(9, { ...person, email: 'reassigned@example.com', phone: '050-0000089' })
  const [host] = await db.sql<{ id: string }>(
    `insert into auth.users (email) values ('another-host@example.com') returning id`,
  )
  await db.sql(
    `update appointments set user_id = $1
     where id in (select appointment_id from appointment_attendees where email = 'reassigned@example.com')`,
    [host!.id],
  )
  const { body } = await get(`${manage}?move=1`)
  expect(textOf(body)).toContain('מועד אחר לפגישה הזו קובעים איתנו')
  expect(textOf(body)).not.toContain('המועד קרוב')
})

test('while the host accepts no bookings, the page offers to contact the business instead of a new time', async () => {
  const { manage } = await book(5, { ...person, email: 'closed@example.com', phone: '050-0000085' })
  await db.sql(`update booking_hosts set is_open = false where slug = 'hila'`)
  const page = await get(`${manage}?move=1`)
  expect(page.statusCode).toBe(200)
  expect(textOf(page.body)).toContain('אי אפשר לבחור כאן מועד חדש כרגע')
  const refused = await post(`${manage}/move`, { start: new Date(Date.now() + 5 * 86_400_000).toISOString() })
  expect(refused.statusCode).toBe(409)
  expect(textOf(refused.body)).toContain('אי אפשר לבחור כאן מועד חדש כרגע')
  await db.sql(`update booking_hosts set is_open = true where slug = 'hila'`)
  expect(textOf((await get(`${manage}?move=1`)).body)).toContain('לאיזה מועד לעבור?')
})
