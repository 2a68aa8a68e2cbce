import { expect, test } from 'vitest'
import { orderMaker } from '#features/orders/order.fixture.ts'
import { elements, partsOf, textOf } from '../../../../test/rendered-html.ts'
import { monthSpan, monthTitle } from '#features/booking/public/free-days.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { bookingSite, formOf, freeDays, nextMonth, path, person } from './booking-site.fixture.ts'

const { db, get, post, slotsOfDay, hold, book } = await bookingSite()

test('the page of a host with one visible type is the booking page of that type, without hidden types', async () => {
  const { statusCode, body, headers } = await get('/book/hila')
  expect(statusCode).toBe(200)
  expect(textOf(body)).toContain('שיחת היכרות')
  expect(body).not.toContain('livui')
  expect(body).toContain('content="noindex"')
  expect(headers['cache-control']).toBe('no-cache')
  expect((await get('/book/hila/livui')).body).toContain('פגישת ליווי')
})

test('an unknown host or type responds with 404 and a link to the contact page', async () => {
  for (const url of ['/book/nobody-here', '/book/hila/nothing', '/book/%3Cscript%3E']) {
    const { statusCode, body } = await get(url)
    expect(statusCode).toBe(404)
    expect(body).toContain('href="/contact"')
  }
})

test('a couple books without JavaScript, one page per step, and the campaign is stored', async () => {
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
  const response = await post(path, { ...details, ...couple })
  expect(response.statusCode).toBe(200)
  expect(textOf(response.body)).toContain('לאשר ולקבוע?')
  expect(textOf(response.body)).toContain('יואב, yoav-b@example.com')
  const before = await db.sql(`select 1 from appointment_attendees where email = 'couple@example.com'`)
  expect(before).toEqual([])

  const booked = await post(path, formOf(response.body, path).hidden)
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

test('the page of an unpaid appointment has the payment button until its hold expires', async () => {
  const email = 'unpaid@example.com'
  const { location } = await book(7, { ...person, email })
  const change = (set: string) =>
    db.sql(
      `update appointments set ${set} where id in (select appointment_id from appointment_attendees where email = $1)`,
      [email],
    )
  const make = orderMaker(db)
  const order = await make.order({ contact: await make.contact(), ...(await make.product()) })
  await change(`status = 'awaiting_payment', decide_by = now() + interval '15 minutes', order_id = '${order}'`)
  const { body } = await get(location)
  expect(textOf(body)).toContain('השעה שמורה לכם. נשאר רק התשלום')
  expect(textOf(body)).toMatch(/השעה שמורה לכם עד \d\d:\d\d\. לתשלום/)
  await change(`decide_by = now() - interval '1 minute'`)
  await db.sql('select settle_appointments()')
  const released = await get(location)
  expect(textOf(released.body)).not.toContain('לתשלום')
  expect(textOf(released.body)).toContain('קביעת פגישה חדשה')
})

test('of two visitors who book one slot the second keeps the entered details and is offered the three nearest slots', async () => {
  const { hidden, starts } = await slotsOfDay(4)
  const start = starts[2]!
  // Both opened the step by its URL, so neither has a hold on the slot.
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

test('a booking form submitted twice creates one appointment', async () => {
  const { hidden, starts } = await slotsOfDay(5)
  const fields = { ...(await hold(starts[0]!, hidden)), ...person, email: 'twice@example.com', step: 'confirm' }
  const answers = [await post(path, fields), await post(path, fields)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  expect(await db.sql(`select 1 from appointment_attendees where email = 'twice@example.com'`)).toHaveLength(1)
})

test('slots are shown in the visitor’s time zone', async () => {
  const day = freeDays((await get(`${path}?month=${nextMonth.slice(0, 7)}`)).body)[2]!
  const { body } = await get(`${path}?day=${day}&zone=America/New_York`)
  expect(textOf(body)).toContain('שעון ניו יורק')
  const shown = elements(body, 'label').find(({ attributes }) => attributes['class'] === 'slot')!
  const [radio] = partsOf(shown.inside).attributes('input')
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })
  expect(textOf(shown.inside)).toContain(clock.format(new Date(radio!['value']!)))
})

test('a type with a locked time zone shows its slots in that zone only, also after the booking', async () => {
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

test('the note of time off is shown to visitors only if its host shares it, below its own month', async () => {
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

test('without JavaScript, invalid details are corrected on the same page while the slot remains held', async () => {
  const { hidden, starts } = await slotsOfDay(7)
  const details = await hold(starts.at(-1)!, { ...hidden, utm_source: 'mail' })
  const response = await post(path, { ...details, ...person })
  const mend = partsOf(response.body)
    .attributes('button')
    .find(({ name }) => name === 'mend')!
  const again = await post(path, { ...formOf(response.body, path).hidden, [mend['name']!]: mend['value']! })
  expect(again.statusCode).toBe(200)
  const { fields } = partsOf(again.body)
  expect(fields).toMatchObject({ ...person, utm_source: 'mail', hold: details['hold'], attempt: details['attempt'] })
  const corrected = await post(path, { ...formOf(again.body, path).hidden, ...person, name: 'דנה כהן' })
  const booked = await post(path, formOf(corrected.body, path).hidden)
  expect(booked.statusCode).toBe(303)
  expect(await db.sql('select name from appointment_attendees where name = $1', ['דנה כהן'])).toHaveLength(1)
})

test('without JavaScript the call page passes on the campaign and the prefill parameters', async () => {
  const [type] = await db.sql<{ id: string }>(`select id from appointment_types where slug = 'hekerut' and user_id =
    (select user_id from booking_hosts where slug = 'hila')`)
  await db.sql('update booking_settings set call_type_id = $1', [type!.id])
  const passed = { name: 'דנה לדוגמה', utm_source: 'mail', utm_campaign: 'winter' }
  const { body } = await get(`/book-a-call?${new URLSearchParams(passed).toString()}`)
  expect(formOf(body, '/book-a-call').hidden).toEqual(passed)
  expect(formOf(body, `${path}/hold`).hidden).toMatchObject(passed)
})

test('without JavaScript a day is selected on the call page itself, and its slots are held from there', async () => {
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

test('details that a visitor enters do not become part of a URL', async () => {
  const { hidden, starts } = await slotsOfDay(6)
  const details = await hold(starts.at(-1)!, hidden)
  for (const typed of [{ name: 'דנה לדוגמה', email: 'wrong' }, person]) {
    const { body } = await post(path, { ...details, ...typed })
    expect(partsOf(body).links.filter(([, to]) => to?.includes('name='))).toEqual([])
  }
})

test('links between the list of types and each type forward the campaign and the prefill parameters', async () => {
  const show = (isHidden: boolean) =>
    db.sql(
      `update appointment_types set is_hidden = $1
       where slug = 'livui' and user_id = (select user_id from booking_hosts where slug = 'hila')`,
      [isHidden],
    )
  await show(false)
  const query = new URLSearchParams({ utm_source: 'mail', phone: '050-0000076' }).toString()
  const hrefs = async (url: string) => partsOf((await get(url)).body).links.map(([, to]) => to)
  const [review] = await db.sql<{ body: string }>(
    'select body from approved_reviews() where char_length(body) <= 160 limit 1',
  )
  expect(textOf((await get('/book/hila')).body)).toContain(review!.body)
  expect(await hrefs(`/book/hila?${query}`)).toEqual(
    expect.arrayContaining([`/book/hila/hekerut?${query}`, `/book/hila/livui?${query}`]),
  )
  expect(await hrefs(`${path}?${query}`)).toContain(`/book/hila?${query}`)
  expect(await hrefs('/book/hila?zone=Asia/Jerusalem')).toContain('/book/hila/hekerut')
  await show(true)
})

test('a type with a date range opens at its first month, and another month shows which days can be booked', async () => {
  const set = (kind: string, from: string | null, to: string | null) =>
    db.sql(
      `update appointment_types set window_kind = $1, window_from = $2, window_to = $3
       where slug = 'hekerut' and user_id = (select user_id from booking_hosts where slug = 'hila')`,
      [kind, from, to],
    )
  const [from, to] = [addDays(dayOf(new Date()), 150), addDays(dayOf(new Date()), 170)]
  await set('range', from, to)
  const written = (day: string) => day.split('-').map(Number).toReversed().join('.')
  const message = `אפשר לקבוע לימים ${written(from)} עד ${written(to)}.`
  // A page with a parameter is not served from the cache.
  const start = `${path}?zone=Asia/Jerusalem`
  const first = await get(start)
  const days = freeDays(first.body)
  expect(days.length).toBeGreaterThan(0)
  expect(days.filter((day) => day < from || day > to)).toEqual([])
  expect(textOf(first.body)).toContain(message)
  const earlier = await get(`${path}?month=${nextMonth.slice(0, 7)}`)
  expect(freeDays(earlier.body)).toEqual([])
  expect(textOf(earlier.body)).toContain(message)
  await set('rolling', null, null)
  expect(textOf((await get(start)).body)).not.toContain('אפשר לקבוע לימים')
  expect(textOf((await get(`${path}?month=${addDays(nextMonth, 200).slice(0, 7)}`)).body)).toMatch(
    /אפשר לקבוע עד \d{1,2}\.\d{1,2}\.\d{4}\./,
  )
})
