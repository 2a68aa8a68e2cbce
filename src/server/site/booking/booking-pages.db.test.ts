import { expect, test } from 'vitest'
import { elements, partsOf, textOf } from '../../../../test/rendered-html.ts'
import { blankDefinition } from '#features/forms/templates/blank.ts'
import { monthSpan, monthTitle } from '#features/booking/public/free-days.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { testSite } from '../../../../test/site-app.ts'

const { app, db } = await testSite()
const get = (url: string) => app.inject({ url: url.split('#')[0]! })
const post = (url: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: url.split('#')[0]!,
    headers: { 'content-type': 'application/x-www-form-urlencoded', referer: 'http://site.test/book/hila' },
    payload: new URLSearchParams(fields).toString(),
  })
const path = '/book/hila/hekerut'
const person = { name: 'דנה לדוגמה', phone: '050-0000076', email: 'dana@example.com' }

/** The hidden fields and the offered starts of the form that is posted to an address. */
function formOf(body: string, action: string) {
  const form = elements(body, 'form').find(({ attributes }) => attributes['action']?.split('#')[0] === action)!
  const inputs = partsOf(form.inside).attributes('input')
  return {
    hidden: Object.fromEntries(
      inputs.filter(({ type }) => type === 'hidden').map(({ name, value }) => [name!, value ?? '']),
    ) as Record<string, string>,
    starts: inputs.filter(({ name }) => name === 'start').map(({ value }) => value!),
  }
}

const freeDays = (body: string) =>
  partsOf(body)
    .attributes('button')
    .filter(({ name, class: classes }) => name === 'day' && classes?.includes('day'))
    .map(({ value }) => value!)

const nextMonth = monthSpan(dayOf(new Date())).next

/** The slots of the nth free day of the next month, which is within the window of the type. */
async function slotsOfDay(n: number) {
  const day = freeDays((await get(`${path}?month=${nextMonth.slice(0, 7)}`)).body)[n]!
  return formOf((await get(`${path}?day=${day}`)).body, `${path}/hold`)
}

/** Holds a slot and returns the fields of the page that follows. */
async function hold(start: string, hidden: Record<string, string>) {
  const held = await post(`${path}/hold`, { ...hidden, start })
  expect(held.statusCode).toBe(303)
  return formOf((await get(held.headers.location!)).body, path).hidden
}

async function book(n: number, who: Record<string, string> = person) {
  const { hidden, starts } = await slotsOfDay(n)
  const details = await hold(starts[0]!, hidden)
  const asked = await post(path, { ...details, ...who })
  expect(asked.statusCode).toBe(200)
  const booked = await post(path, { ...formOf(asked.body, path).hidden })
  expect(booked.statusCode).toBe(303)
  return { start: starts[0]!, manage: booked.headers.location!.split('?')[0]!, location: booked.headers.location! }
}

test('the page of a host with one visible type is the booking of that type, and names no hidden one', async () => {
  const { statusCode, body, headers } = await get('/book/hila')
  expect(statusCode).toBe(200)
  expect(textOf(body)).toContain('שיחת היכרות')
  expect(body).not.toContain('livui')
  expect(body).toContain('content="noindex"')
  expect(headers['cache-control']).toBe('no-cache')
  expect((await get('/book/hila/livui')).body).toContain('פגישת ליווי')
})

test('an unknown host, or an unknown type, is not found and leads to the contact page', async () => {
  for (const url of ['/book/nobody-here', '/book/hila/nothing', '/book/%3Cscript%3E']) {
    const { statusCode, body } = await get(url)
    expect(statusCode).toBe(404)
    expect(body).toContain('href="/contact"')
  }
})

test('a couple books without JavaScript, one step a page, and the campaign is stored', async () => {
  const { hidden, starts } = await slotsOfDay(3)
  const held = await post(`${path}/hold`, { ...hidden, start: starts[0]!, utm_source: 'mail' })
  expect(held.headers.location).toMatch(/^\/book\/hila\/hekerut\?.*utm_source=mail#booking$/)
  const step = await get(held.headers.location!)
  expect(step.headers['cache-control']).toBe('no-store')
  expect(textOf(step.body)).toContain('השעה שמורה לכם עד')
  const { hidden: details } = formOf(step.body, path)

  const wrong = await post(path, { ...details, name: 'דנה לדוגמה', joins: 'on' })
  expect(wrong.statusCode).toBe(422)
  expect(textOf(wrong.body)).toContain('הדוא״ל של בן או בת הזוג: שדה חובה')
  expect(wrong.body).toContain('value="דנה לדוגמה"')

  const couple = {
    ...person,
    email: 'couple@example.com',
    joins: 'on',
    partnerName: 'יואב',
    partnerEmail: 'yoav-b@example.com',
  }
  const asked = await post(path, { ...details, ...couple })
  expect(asked.statusCode).toBe(200)
  expect(textOf(asked.body)).toContain('לאשר ולקבוע?')
  expect(textOf(asked.body)).toContain('יואב, yoav-b@example.com')
  const before = await db.sql(`select 1 from appointment_attendees where email = 'couple@example.com'`)
  expect(before).toEqual([])

  const booked = await post(path, formOf(asked.body, path).hidden)
  expect(booked.headers.location).toMatch(/^\/appointment\/manage\/[\w-]{32}\?booked=1#sent$/)
  const rows = await db.sql(
    `select a.status, a.starts_at = $1 as is_at_start, a.utm, t.role, t.email from appointments a
     join appointment_attendees t on t.appointment_id = a.id
     where a.id in (select appointment_id from appointment_attendees where email = 'couple@example.com') order by t.role`,
    [starts[0]],
  )
  const common = { status: 'confirmed', is_at_start: true, utm: { utm_source: 'mail' } }
  expect(rows).toEqual([
    { ...common, role: 'main', email: 'couple@example.com' },
    { ...common, role: 'partner', email: 'yoav-b@example.com' },
  ])
})

test('the page of an unpaid appointment has the button to pay until its time is released', async () => {
  const email = 'unpaid@example.com'
  const { location } = await book(7, { ...person, email })
  const change = (set: string) =>
    db.sql(
      `update appointments set ${set} where id in (select appointment_id from appointment_attendees where email = $1)`,
      [email],
    )
  await change(`status = 'awaiting_payment', decide_by = now() + interval '15 minutes'`)
  const { body } = await get(location)
  expect(textOf(body)).toContain('השעה שמורה לכם. נשאר רק התשלום')
  expect(textOf(body)).toMatch(/השעה שמורה לכם עד \d\d:\d\d\. לתשלום/)
  await change(`decide_by = now() - interval '1 minute'`)
  await db.sql('select settle_appointments()')
  const released = await get(location)
  expect(textOf(released.body)).not.toContain('לתשלום')
  expect(textOf(released.body)).toContain('קביעת פגישה חדשה')
})

test('of two visitors with one hour the second keeps the details and is offered the nearest three', async () => {
  const { hidden, starts } = await slotsOfDay(4)
  const start = starts[2]!
  // Neither holds the hour: both opened the step by its address.
  const query = new URLSearchParams({ start, minutes: '25', zone: 'Asia/Jerusalem' }).toString()
  const [mine, theirs] = await Promise.all(
    [1, 2].map(async () => formOf((await get(`${path}?${query}`)).body, path).hidden),
  )
  const confirm = { step: 'confirm', start }
  expect((await post(path, { ...theirs, ...person, ...confirm, email: 'first@example.com' })).statusCode).toBe(303)
  const late = await post(path, { ...mine, ...person, ...confirm, email: 'second@example.com' })
  expect(late.statusCode).toBe(409)
  expect(textOf(late.body)).toContain('המועד נתפס זה עתה')
  const again = formOf(late.body, path)
  expect(again.hidden).toMatchObject({ name: person.name, email: 'second@example.com' })
  expect(again.starts).toHaveLength(3)
  expect(again.starts).not.toContain(start)
  expect((await post(path, { ...again.hidden, start: again.starts[0]! })).statusCode).toBe(303)
  const held = await post(`${path}/hold`, { ...hidden, start })
  expect(held.statusCode).toBe(409)
  expect(formOf(held.body, `${path}/hold`).starts).toHaveLength(3)
})

test('a form that is sent twice books once', async () => {
  const { hidden, starts } = await slotsOfDay(5)
  const fields = { ...(await hold(starts[0]!, hidden)), ...person, email: 'twice@example.com', step: 'confirm' }
  const answers = [await post(path, fields), await post(path, fields)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  expect(await db.sql(`select 1 from appointment_attendees where email = 'twice@example.com'`)).toHaveLength(1)
})

test('hours are shown by the clock of the visitor’s zone', async () => {
  const day = freeDays((await get(`${path}?month=${nextMonth.slice(0, 7)}`)).body)[2]!
  const { body } = await get(`${path}?day=${day}&zone=America/New_York`)
  expect(textOf(body)).toContain('שעון ניו יורק')
  const shown = elements(body, 'label').find(({ attributes }) => attributes['class'] === 'slot')!
  const [radio] = partsOf(shown.inside).attributes('input')
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })
  expect(textOf(shown.inside)).toContain(clock.format(new Date(radio!['value']!)))
})

test('a type with a locked zone shows its hours by that clock alone, also after the booking', async () => {
  await db.sql(
    `update appointment_types set locked_zone = 'Europe/London', location_kind = 'in_person' where slug = 'hekerut'`,
  )
  const day = freeDays((await get(`${path}?month=${nextMonth.slice(0, 7)}`)).body)[2]!
  const { body } = await get(`${path}?day=${day}&zone=America/New_York`)
  expect(textOf(body)).toContain('שעון לונדון · לפי מקום הפגישה')
  expect(textOf(body)).not.toContain('שעון ניו יורק')
  expect(
    partsOf(body)
      .attributes('select')
      .filter(({ name }) => name === 'zone'),
  ).toEqual([])
  expect(formOf(body, `${path}/hold`).hidden).toMatchObject({ zone: 'Europe/London' })
  const email = 'place@example.com'
  const { start, manage } = await book(9, { ...person, email, phone: '050-0000092', zone: 'America/New_York' })
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })
  const page = textOf((await get(manage)).body)
  expect(page).toContain(clock.format(new Date(start)))
  expect(page).toContain('שעון לונדון')
  expect(textOf((await get(`${manage}?move=1`)).body)).toContain('שעון לונדון · לפי מקום הפגישה')
  await db.sql(
    `update appointment_types set locked_zone = null, location_kind = 'phone_host_calls' where slug = 'hekerut'`,
  )
})

test('the note of time off is read by visitors only if its host shares it, below its own month', async () => {
  const month = nextMonth.slice(0, 7)
  await db.sql(
    `insert into time_off (user_id, starts_at, ends_at, note, is_public)
     select h.user_id, ($1 || x.day)::timestamp at time zone 'Asia/Jerusalem', ($1 || x.day)::timestamp at time zone 'Asia/Jerusalem' + interval '2 days',
       x.note, x.is_public
     from booking_hosts h, (values ('-20', 'כנס באילת', true), ('-24', 'ניתוח', false)) x (day, note, is_public) where h.slug = 'hila'`,
    [month],
  )
  const { manage } = await book(2, { ...person, email: 'away@example.com', phone: '050-0000094' })
  for (const url of [`${path}?month=${month}`, `${manage}?move=1&month=${month}`]) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const shown = textOf((await get(url)).body)
    expect(shown).toMatch(/אין שעות ב־20–21 ב\S+: כנס באילת/)
    expect(shown).not.toContain('ניתוח')
  }
  const later = monthSpan(nextMonth).next.slice(0, 7)
  const { body } = await get(`${path}?month=${later}`)
  expect(textOf(body)).toContain(monthTitle(`${later}-01`))
  expect(textOf(body)).not.toContain('אין שעות ב־20')
  await db.sql(`delete from time_off where note in ('כנס באילת', 'ניתוח')`)
})

test('the manage page is private, offers the calendar file, and a GET changes nothing', async () => {
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

  // The forms of web calendars do not carry the key.
  const [google, outlook] = ['יומן Google', 'יומן Outlook'].map(
    (name) => new URL(partsOf(body).links.find(([words]) => words === name)![1]!),
  )
  const compact = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const from = Date.parse(start)
  expect(google!.host).toBe('calendar.google.com')
  expect(google!.searchParams.get('dates')).toBe(`${compact(from)}/${compact(from + 25 * 60_000)}`)
  expect(google!.searchParams.get('text')).toContain('שיחת היכרות')
  expect(outlook!.host).toBe('outlook.live.com')
  for (const { href } of [google!, outlook!]) expect(href).not.toContain(manage.split('/').at(-1))
})

test('an appointment is moved and cancelled by its link, and then explains itself instead of offering actions', async () => {
  const { manage } = await book(7, { ...person, email: 'moves@example.com' })
  const before = (await get(`${manage}/calendar.ics`)).body
  const picker = formOf((await get(`${manage}?move=1&month=${nextMonth.slice(0, 7)}`)).body, `${manage}/move`)
  const moved = await post(`${manage}/move`, { ...picker.hidden, start: picker.starts.at(-1)! })
  expect(moved.headers.location).toBe(`${manage}?moved=1#state`)
  const after = (await get(`${manage}/calendar.ics`)).body
  const uid = (file: string) => /UID:.+/.exec(file)![0]
  expect(uid(after)).toBe(uid(before))
  // As the event in the host's Google calendar has it.
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

test('the link of an appointment opens a list of its own, and what is ticked is saved by a POST only', async () => {
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

test('the page of an appointment leads to the list only if its type uses it', async () => {
  const { manage } = await book(8, { ...person, email: 'tenth@example.com', phone: '050-0000084' })
  const list = `href="/preparation?ref=${manage.split('/').at(-1)!}"`
  expect((await get(manage)).body).toContain(list)
  await db.sql('update appointment_types set uses_preparation = false')
  expect((await get(manage)).body).not.toContain(list)
  await db.sql('update appointment_types set uses_preparation = true')
  await post(`${manage}/cancel`, { reason: 'סיבה אחרת' })
})

test('the id of an appointment opens no list, and the general page stays public', async () => {
  const [{ id } = { id: '' }] = await db.sql<{ id: string }>('select id from appointments limit 1')
  const { body, statusCode } = await get(`/preparation?ref=${id}`)
  expect(statusCode).toBe(200)
  expect(textOf(body)).toContain('הקישור אינו מוכר')
  expect(body).not.toContain('name="item"')
  const general = await get('/preparation')
  expect(general.headers['cache-control']).toBe('no-cache')
  expect(general.body).not.toContain('checklist')
  // One way out, and the questions as a quiet list.
  expect(general.body).toContain('חזרה לאתר')
  expect(general.body).not.toContain('<header')
  expect(general.body).toContain('numbered--rows')
})

test('within the notice the actions are disabled, and the page says how to reach us', async () => {
  const { manage } = await book(8, { ...person, email: 'late@example.com' })
  // Demo appointments of today, which may be at the same hour.
  await db.sql(`delete from appointments where is_demo`)
  await db.sql(
    `update appointments set starts_at = now() + interval '2 hours', ends_at = now() + interval '2 hours 25 minutes'
     where id in (select appointment_id from appointment_attendees where email = 'late@example.com')`,
  )
  const { body } = await get(manage)
  const disabled = elements(body, 'button').filter(({ attributes }) => 'disabled' in attributes)
  expect(disabled.map(({ inside }) => textOf(inside)).slice(0, 2)).toEqual(['שינוי מועד', 'ביטול הפגישה'])
  const [, contact] = partsOf(body).links.find(([words]) => words === 'צרו קשר')!
  // The form begins with the topic.
  const [chosen] = elements((await get(contact!)).body, 'option').filter(({ attributes }) => 'selected' in attributes)
  expect(textOf(chosen!.inside)).toBe('פגישה בודדת')
  const refused = await post(`${manage}/cancel`, { reason: 'סיבה אחרת' })
  expect(refused.statusCode).toBe(409)
  expect(textOf(refused.body)).toContain('עבר הזמן לביטול מקוון')
})

test('an unknown link says so', async () => {
  const { statusCode, body } = await get(`/appointment/manage/${'a'.repeat(32)}`)
  expect(statusCode).toBe(200)
  expect(textOf(body)).toContain('הקישור אינו מוכר')
  expect((await get(`/appointment/manage/${'a'.repeat(32)}/calendar.ics`)).statusCode).toBe(404)
})

test('an unknown link is answered with a form that mails a new one, to the address of the appointment only', async () => {
  const { manage } = await book(5, { ...person, email: 'lost@example.com', phone: '050-0000079' })
  const unknown = `/appointment/manage/${'x'.repeat(32)}`
  expect(textOf((await get(unknown)).body)).toContain('הקישור אינו מוכר')
  // A link was made with the booking a moment ago.
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
  expect(textOf((await get(link)).body)).toContain('הפגישה שלכם')
  // A second request within moments sends nothing more.
  expect(await ask('lost@example.com')).toHaveLength(1)
  expect(textOf((await get(`${unknown}?sent=1`)).body)).toContain('הקישור החדש יגיע אליה')
})

test('the partner joins from the page of the appointment, and a wrong address keeps the name', async () => {
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

test('the private calendar address lists the appointments of its host, and ends with a new one', async () => {
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

test('the form of a type is asked after the booking, filled in with the key of the appointment, and asked once', async () => {
  const question = { kind: 'text', key: 'wish', label: 'מה תרצו שישתנה?', required: true }
  const blank = blankDefinition('לפני הפגישה')
  const definition = { ...blank, pages: [{ ...blank.pages[0], groups: [{ key: 'all', fields: [question] }] }] }
  await db.sql(
    `with made as (
       insert into forms (public_id, title, draft, status, current_version) values ('before', 'לפני הפגישה', '{}', 'published', 1) returning id),
     published as (insert into form_versions (form_id, number, definition) select id, 1, $1 from made)
     update appointment_types set form_id = (select id from made) where slug = 'hekerut'`,
    [JSON.stringify(definition)],
  )
  const { manage } = await book(9, { ...person, email: 'asked@example.com', phone: '050-0000091', partnerName: 'דור', partnerEmail: 'dor.asked@example.com' }) // prettier-ignore
  const key = manage.split('/').at(-1)!
  const form = `/form/before?k=${key}`
  expect((await get(manage)).body).toContain(`href="${form}"`)
  const asked = await get(form)
  expect(textOf(asked.body)).toContain('מה תרצו שישתנה?')
  const { hidden } = formOf(asked.body, '/form/before')
  const empty = await post('/form/before', { ...hidden, step: 'next' })
  expect(empty.statusCode).toBe(422)
  const sent = await post('/form/before', { ...hidden, 'a.wish': 'שקט', step: 'next' })
  expect(sent.headers.location).toMatch(/#done$/)
  expect(
    await db.sql(
      `select s.answers, s.contact_id = a.contact_id as is_theirs, s.source_url from form_submissions s
       join form_links l on l.id = s.link_id join appointments a on a.id = l.appointment_id
       join appointment_attendees t on t.appointment_id = a.id and t.email = 'asked@example.com'`,
    ),
  ).toEqual([{ answers: { wish: 'שקט' }, is_theirs: true, source_url: 'http://site.test/book/hila' }])
  const after = await get(manage)
  expect(textOf(after.body)).toContain('קיבלנו את התשובות שלכם לטופס ״לפני הפגישה״')
  expect(after.body).not.toContain(form)
  expect(textOf((await get(form)).body)).toContain('הטופס כבר נשלח')

  const partner = 'p'.repeat(32)
  await db.sql(
    `insert into appointment_links (token_hash, root_id, role) select link_hash($1), l.root_id, 'partner'
     from appointment_links l where l.token_hash = link_hash($2)`,
    [partner, key],
  )
  expect((await get(`/appointment/manage/${partner}`)).body).not.toContain('/form/before')
  expect(textOf((await get(`/form/before?k=${partner}`)).body)).toContain('הקישור האישי לא נמצא')

  await db.sql(`update forms set status = 'closed' where public_id = 'before'`)
  const later = await book(10, { ...person, email: 'later@example.com', phone: '050-0000092' })
  expect((await get(later.manage)).body).not.toContain('/form/before')
  expect(await db.sql('select from form_links where appointment_id is not null')).toHaveLength(1)
  await db.sql('update appointment_types set form_id = null')
})

test('the form of an appointment that was cancelled says so, leads to another one, and takes nothing more', async () => {
  const question = { kind: 'text', key: 'wish', label: 'מה תרצו שישתנה?', required: true }
  const blank = blankDefinition('לפני שנפגשים')
  const definition = { ...blank, pages: [{ ...blank.pages[0], groups: [{ key: 'all', fields: [question] }] }] }
  await db.sql(
    `with made as (
       insert into forms (public_id, title, draft, status, current_version) values ('ends-with', 'לפני שנפגשים', '{}', 'published', 1) returning id),
     published as (insert into form_versions (form_id, number, definition) select id, 1, $1 from made)
     update appointment_types set form_id = (select id from made) where slug = 'hekerut'`,
    [JSON.stringify(definition)],
  )
  const { manage } = await book(11, { ...person, email: 'ends@example.com', phone: '050-0000097' })
  const form = `/form/ends-with?k=${manage.split('/').at(-1)!}`
  const { hidden } = formOf((await get(form)).body, '/form/ends-with')
  await db.sql(
    `update appointments a set status = 'cancelled', cancelled_by = 'client' from appointment_attendees t
     where t.appointment_id = a.id and t.email = 'ends@example.com'`,
  )
  const over = await get(form)
  expect(textOf(over.body)).toContain('הפגישה הזאת לא מתקיימת')
  expect(over.body).toContain('href="/book-a-call"')
  expect(over.body).not.toContain('ends@example.com')
  const late = await post('/form/ends-with', { ...hidden, 'a.wish': 'שקט', step: 'next' })
  expect(late.statusCode).toBe(410)
  expect((await get(manage)).body).not.toContain('/form/ends-with')
  await expect(
    db.sql(
      `insert into form_submissions (form_id, form_version, key_hash, status, link_id, completed_at)
       select form_id, 1, $1, 'complete', id, now() from form_links where form_id = (select id from forms where public_id = 'ends-with')`,
      ['a'.repeat(64)],
    ),
  ).rejects.toThrow('form_link_cancelled')
  await db.sql(`delete from forms where public_id = 'ends-with'`)
})

test('without JavaScript the campaign and the details of the address reach the form of the details', async () => {
  const passed = { name: 'דנה לדוגמה', email: 'dana@example.com', utm_source: 'mail', utm_campaign: 'winter' }
  const day = freeDays((await get(`${path}?month=${nextMonth.slice(0, 7)}`)).body)[5]!
  const days = await get(`${path}?${new URLSearchParams({ day, ...passed }).toString()}`)
  expect(formOf(days.body, path).hidden).toEqual(passed)
  const { hidden, starts } = formOf(days.body, `${path}/hold`)
  const held = await post(`${path}/hold`, { ...hidden, start: starts.at(-1)! })
  const who = await get(held.headers.location!)
  const { fields, links } = partsOf(who.body)
  expect(fields).toMatchObject(passed)
  const back = links.find(([words]) => words === 'חזרה לבחירת שעה')![1]!
  expect(Object.fromEntries(new URL(back, 'http://site.test').searchParams)).toEqual(passed)
})

test('without JavaScript the details are mended where they were typed, and the hour stays held', async () => {
  const { hidden, starts } = await slotsOfDay(7)
  const details = await hold(starts.at(-1)!, { ...hidden, utm_source: 'mail' })
  const asked = await post(path, { ...details, ...person })
  const mend = partsOf(asked.body)
    .attributes('button')
    .find(({ name }) => name === 'mend')!
  const again = await post(path, { ...formOf(asked.body, path).hidden, [mend['name']!]: mend['value']! })
  expect(again.statusCode).toBe(200)
  const { fields } = partsOf(again.body)
  expect(fields).toMatchObject({ ...person, utm_source: 'mail', hold: details['hold'], attempt: details['attempt'] })
  const corrected = await post(path, { ...formOf(again.body, path).hidden, ...person, name: 'דנה כהן' })
  const booked = await post(path, formOf(corrected.body, path).hidden)
  expect(booked.statusCode).toBe(303)
  expect(await db.sql('select name from appointment_attendees where name = $1', ['דנה כהן'])).toHaveLength(1)
})

test('without JavaScript the call page passes the campaign and the details of its address on', async () => {
  const [type] = await db.sql<{ id: string }>(`select id from appointment_types where slug = 'hekerut' and user_id =
    (select user_id from booking_hosts where slug = 'hila')`)
  await db.sql('update booking_settings set call_type_id = $1', [type!.id])
  const passed = { name: 'דנה לדוגמה', utm_source: 'mail', utm_campaign: 'winter' }
  const { body } = await get(`/book-a-call?${new URLSearchParams(passed).toString()}`)
  expect(formOf(body, '/book-a-call').hidden).toEqual(passed)
  expect(formOf(body, `${path}/hold`).hidden).toMatchObject(passed)
})

test('without JavaScript a day is chosen on the call page itself, and its hours are held from there', async () => {
  const day = freeDays((await get('/book-a-call')).body).at(-1)!
  const { statusCode, body } = await get(`/book-a-call?day=${day}`)
  expect(statusCode).toBe(200)
  const pressed = partsOf(body)
    .attributes('button')
    .filter((button) => button['aria-pressed'] === 'true')
  expect(pressed.map(({ value }) => value)).toEqual([day])
  expect(textOf(body)).toContain('לא מצאתם שעה?')
  const { hidden, starts } = formOf(body, `${path}/hold`)
  expect(starts[0]?.slice(0, 10)).toBe(day)
  expect((await post(`${path}/hold`, { ...hidden, start: starts[0]! })).statusCode).toBe(303)
})

test('details that a visitor types do not become part of an address', async () => {
  const { hidden, starts } = await slotsOfDay(6)
  const details = await hold(starts.at(-1)!, hidden)
  for (const typed of [{ name: 'דנה לדוגמה', email: 'wrong' }, person]) {
    const { body } = await post(path, { ...details, ...typed })
    expect(partsOf(body).links.filter(([, to]) => to?.includes('name='))).toEqual([])
  }
})

test('the list of types passes the campaign and the details of its address on to each type, and a type back to the list', async () => {
  const show = (isHidden: boolean) =>
    db.sql(
      `update appointment_types set is_hidden = $1
       where slug = 'livui' and user_id = (select user_id from booking_hosts where slug = 'hila')`,
      [isHidden],
    )
  await show(false)
  const query = new URLSearchParams({ utm_source: 'mail', phone: '050-0000076' }).toString()
  const hrefs = async (url: string) => partsOf((await get(url)).body).links.map(([, to]) => to)
  const [said] = await db.sql<{ body: string }>(
    'select body from approved_reviews() where char_length(body) <= 160 limit 1',
  )
  expect(textOf((await get('/book/hila')).body)).toContain(said!.body)
  expect(await hrefs(`/book/hila?${query}`)).toEqual(
    expect.arrayContaining([`/book/hila/hekerut?${query}`, `/book/hila/livui?${query}`]),
  )
  expect(await hrefs(`${path}?${query}`)).toContain(`/book/hila?${query}`)
  expect(await hrefs('/book/hila?zone=Asia/Jerusalem')).toContain('/book/hila/hekerut')
  await show(true)
})

test('a type between dates opens at its first month, and says which days can be booked in another one', async () => {
  const set = (kind: string, from: string | null, to: string | null) =>
    db.sql(
      `update appointment_types set window_kind = $1, window_from = $2, window_to = $3
       where slug = 'hekerut' and user_id = (select user_id from booking_hosts where slug = 'hila')`,
      [kind, from, to],
    )
  const [from, to] = [addDays(dayOf(new Date()), 150), addDays(dayOf(new Date()), 170)]
  await set('range', from, to)
  const written = (day: string) => day.split('-').map(Number).toReversed().join('.')
  const words = `אפשר לקבוע לימים ${written(from)} עד ${written(to)}.`
  // With a parameter the page does not come from the cache.
  const start = `${path}?zone=Asia/Jerusalem`
  const first = await get(start)
  const days = freeDays(first.body)
  expect(days.length).toBeGreaterThan(0)
  expect(days.filter((day) => day < from || day > to)).toEqual([])
  expect(textOf(first.body)).toContain(words)
  const earlier = await get(`${path}?month=${nextMonth.slice(0, 7)}`)
  expect(freeDays(earlier.body)).toEqual([])
  expect(textOf(earlier.body)).toContain(words)
  await set('rolling', null, null)
  expect(textOf((await get(start)).body)).not.toContain('אפשר לקבוע לימים')
  expect(textOf((await get(`${path}?month=${addDays(nextMonth, 200).slice(0, 7)}`)).body)).toMatch(
    /אפשר לקבוע עד \d{1,2}\.\d{1,2}\.\d{4}\./,
  )
})

test('the form of an appointment shows what was typed at booking, and nothing of a contact with the same phone', async () => {
  const field = (kind: string, key: string, label: string, to: string) => ({ kind, key, label, saving: { to: `contact.${to}`, policy: 'keep' } }) // prettier-ignore
  const fields = [
    field('text', 'full', 'שם', 'full_name'),
    field('text', 'last', 'שם משפחה', 'last_name'),
    field('phone', 'phone', 'טלפון', 'phone'),
    field('email', 'email', 'דוא״ל', 'email'),
  ]
  const blank = blankDefinition('פרטים')
  const definition = { ...blank, pages: [{ ...blank.pages[0], groups: [{ key: 'all', fields }] }] }
  await db.sql(
    `with made as (
       insert into forms (public_id, title, draft, status, current_version) values ('details', 'פרטים', '{}', 'published', 1) returning id),
     published as (insert into form_versions (form_id, number, definition) select id, 1, $1 from made)
     update appointment_types set form_id = (select id from made) where slug = 'hekerut'`,
    [JSON.stringify(definition)],
  )
  const [known] = await db.sql<{ id: string }>(
    `with known as (insert into contacts (first_name, last_name) values ('מיכל', 'השכנה') returning id)
     insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
     select id, kind, value, value, true from known, (values ('phone', '+972500000093'), ('email', 'secret@example.com')) p (kind, value)
     returning contact_id as id`,
  )
  const { manage } = await book(11, { name: 'אורי הזר', email: 'stranger@example.com', phone: '050-0000093' })
  const { body } = await get(`/form/details?k=${manage.split('/').at(-1)!}`)
  const typed = partsOf(body)
    .attributes('input')
    .flatMap(({ name, value }) => (name?.startsWith('a.') ? [[name, value]] : []))
  expect(typed).toEqual([
    ['a.full', 'אורי הזר'],
    ['a.last', 'הזר'],
    ['a.phone', '050-000-0093'],
    ['a.email', 'stranger@example.com'],
  ])
  for (const secret of ['מיכל', 'השכנה', 'secret@example.com']) expect(body).not.toContain(secret)
  expect(await db.sql('select contact_id as id from form_links order by created_at desc limit 1')).toEqual([{ id: known!.id }]) // prettier-ignore
  await db.sql('update appointment_types set form_id = null')
})
