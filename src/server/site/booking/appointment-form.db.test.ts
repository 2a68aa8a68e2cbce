import { expect, test } from 'vitest'
import { partsOf, textOf } from '../../../../test/rendered-html.ts'
import { blankDefinition } from '#features/forms/templates/blank.ts'
import { bookingSite, formOf, freeDays, nextMonth, path, person } from './booking-site.fixture.ts'

const { db, get, post, book } = await bookingSite()

test('the manage page links to the form of the appointment type, which the manage token submits once', async () => {
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
  const response = await get(form)
  expect(textOf(response.body)).toContain('מה תרצו שישתנה?')
  const { hidden } = formOf(response.body, '/form/before')
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

test('the form page of a cancelled appointment shows the cancellation, links to a new booking, and accepts no submission', async () => {
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

test('without JavaScript the campaign and the prefill parameters of the URL reach the details step', async () => {
  const passed = { name: 'דנה לדוגמה', email: 'dana@example.com', utm_source: 'mail', utm_campaign: 'winter' }
  const day = freeDays((await get(`${path}?month=${nextMonth.slice(0, 7)}`)).body)[5]!
  const days = await get(`${path}?${new URLSearchParams({ day, ...passed }).toString()}`)
  expect(formOf(days.body, path).hidden).toEqual(passed)
  const { hidden, starts } = formOf(days.body, `${path}/hold`)
  const held = await post(`${path}/hold`, { ...hidden, start: starts.at(-1)! })
  const detailsPage = await get(held.headers.location!)
  const { fields, links } = partsOf(detailsPage.body)
  expect(fields).toMatchObject(passed)
  const back = links.find(([linkText]) => linkText === 'חזרה לבחירת שעה')![1]!
  expect(Object.fromEntries(new URL(back, 'http://site.test').searchParams)).toEqual(passed)
})

test('the form of an appointment is prefilled from the booking only, not from a contact with the same address', async () => {
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
  const [existing] = await db.sql<{ id: string }>(
    `with known as (insert into contacts (first_name, last_name) values ('מיכל', 'השכנה') returning id)
     insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
     select id, kind, value, value, is_primary
     from known, (values ('phone', '+972500000095', true), ('email', 'secret@example.com', true), ('email', 'stranger@example.com', false)) p (kind, value, is_primary)
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
  for (const secret of ['מיכל', 'השכנה', 'secret@example.com', '050-000-0095', '+972500000095'])
    expect(body).not.toContain(secret)
  expect(await db.sql('select contact_id as id from form_links order by created_at desc limit 1')).toEqual([{ id: existing!.id }]) // prettier-ignore
  await db.sql('update appointment_types set form_id = null')
})
