import { expect, test } from 'vitest'
import { elements, partsOf, textOf } from '../../../../test/rendered-html.ts'
import { testSite } from '../../../../test/site-app.ts'
import { intakeDefinition } from '#features/forms/templates/intake.ts'

const { app, db, kernel } = await testSite()
const get = (url: string) => app.inject({ url: url.split('#')[0]! })
const post = (fields: Record<string, string>, url = '/form/hekerut') =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', referer: `http://site.test${url}?utm_source=mail` },
    payload: new URLSearchParams(fields).toString(),
  })

/** The hidden fields of the step, without the honeypot. */
function stepOf(body: string) {
  const form = elements(body, 'form').find(({ attributes }) => attributes['id'] === 'form-step')!
  const inputs = partsOf(form.inside).attributes('input')
  return Object.fromEntries(
    inputs
      .filter(({ type, name }) => type === 'hidden' && name !== 'opened')
      .map(({ name, value }) => [name!, value ?? '']),
  ) as Record<string, string>
}
let people = 0
const person = () => {
  people += 1
  return { 'a.full_name': 'דנה לדוגמה', 'a.phone': `050-00020${String(people).padStart(2, '0')}`, 'a.email': `d${people}@example.com` } // prettier-ignore
}

test('the page of a form is private to each visitor and not indexed, and an unknown form responds with 404', async () => {
  const [first, second] = [await get('/form/hekerut'), await get('/form/hekerut')]
  expect(first.statusCode).toBe(200)
  expect(first.headers['cache-control']).toBe('no-store')
  expect(first.body).toContain('content="noindex"')
  expect(textOf(first.body)).toContain('עמוד 1 מתוך 4')
  expect(stepOf(first.body)['key']).toMatch(/^[\w-]{32}$/)
  expect(stepOf(first.body)['key']).not.toBe(stepOf(second.body)['key'])
  expect(first.body).not.toContain('saving')
  for (const url of ['/form/unknown-form', '/form/%3Cscript%3E', '/form/X'])
    expect((await get(url)).statusCode).toBe(404)
})

test('a visitor without JavaScript fills a form page by page, and the link shows the receipt', async () => {
  const first = stepOf((await get('/form/hekerut?name=דנה')).body)
  const wrong = await post({ ...first, 'a.full_name': 'דנה לדוגמה', step: 'next' })
  expect(wrong.statusCode).toBe(422)
  expect(textOf(wrong.body)).toContain('טלפון: שדה חובה')
  expect(wrong.body).toContain('value="דנה לדוגמה"')
  // Nothing is stored yet, and the key is unchanged.
  expect(stepOf(wrong.body)).toMatchObject({ key: first['key'], page: 'who', revision: '0' })

  const visitor = person()
  const second = await post({ ...stepOf(wrong.body), ...visitor, step: 'next' })
  expect(second.statusCode).toBe(303)
  expect(second.headers.location).toBe(`/form/hekerut/continue/${first['key']}?step=home#form-step`)
  const home = await get(second.headers.location as string)
  expect(home.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(textOf(home.body)).toContain('הבית שלכם, דנה לדוגמה')
  const added = await post({ ...stepOf(home.body), 'a.couple': 'yes', step: 'next' })
  expect(added.headers.location).toContain('step=home&why=more')
  const more = await get(added.headers.location as string)
  expect(textOf(more.body)).toContain('לפי מה שעניתם נוספו כאן שאלות')
  const third = await post({ ...stepOf(more.body), 'a.couple': 'yes', 'a.partner': 'יואב', step: 'next' })
  const money = await get(third.headers.location as string)
  const answers = { 'a.income': '9,000', 'a.spending': '11,000', 'a.worries': 'overdraft' }
  // Both sums include the line with the remaining amount.
  const computed = await get(
    (await post({ ...stepOf(money.body), ...answers, step: 'next' })).headers.location as string,
  )
  expect(textOf(computed.body)).toContain('2,000')
  const last = await get(
    (await post({ ...stepOf(computed.body), ...answers, step: 'next' })).headers.location as string,
  )
  expect(textOf(last.body)).toContain('אשמח לקבל תכנים ועדכונים שיווקיים')
  const sent = await post({ ...stepOf(last.body), 'a.wish': 'שקט', 'a.news': 'on', step: 'next' })
  expect(sent.headers.location).toBe(`/form/hekerut/continue/${first['key']}#done`)
  const receipt = await get(sent.headers.location as string)
  expect(textOf(receipt.body)).toContain('תודה, דנה לדוגמה. קיבלנו')
  expect(receipt.body).toContain('href="/book-a-call"')
  const rows = await db.sql(
    `select s.status, s.ending_key, s.answers ? 'income' as has_income, s.utm, c.full_name,
       (select count(*)::int from consents t where t.contact_id = c.id) as consents, s.opportunity_id is not null as has_opportunity
     from form_submissions s join contacts c on c.id = s.contact_id join contact_points p on p.contact_id = c.id and p.value_norm = $1`,
    [visitor['a.email']],
  )
  expect(rows).toEqual([
    { status: 'complete', ending_key: 'minus', has_income: false, utm: { utm_source: 'mail' }, full_name: 'דנה לדוגמה', consents: 3, has_opportunity: true }, // prettier-ignore
  ])
})

test('a file whose content does not match its type is refused at its field, and other input is preserved', async () => {
  const first = stepOf((await get('/form/hekerut')).body)
  const began = await post({ ...first, ...person(), step: 'next' })
  const step = stepOf((await get(`${(began.headers.location as string).split('?')[0]}?step=last`)).body)
  const boundary = 'x-form'
  const part = (name: string, value: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const payload =
    Object.entries({ ...step, 'a.wish': 'שקט', step: 'next' })
      .map(([name, value]) => part(name, value))
      .join('') +
    part('file', '<script>', '; filename="slip.pdf"') +
    `--${boundary}--\r\n`
  const refused = await app.inject({
    method: 'POST',
    url: '/form/hekerut',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
  expect(refused.statusCode).toBe(422)
  expect(textOf(refused.body)).toContain('תוכן הקובץ אינו מתאים לסוג שלו')
  expect(refused.body).toContain('>שקט</textarea>')
})

test('a personal link identifies its contact on plain pages, and shows an explanation when it is used or unknown', async () => {
  const visitor = person()
  const [contact] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, last_name, source) values ('רות', 'הקישור', 'אתר') returning id`,
  )
  const key = 'k'.repeat(32)
  await db.sql(
    `insert into form_links (form_id, contact_id, token_hash, is_single_use)
     select id, $1, link_hash($2), true from forms where public_id = 'hekerut'`,
    [contact!.id, key],
  )
  const page = await get(`/form/hekerut?k=${key}`)
  expect(page.body).toContain('value="רות הקישור"')
  const rejected = await post({ ...stepOf(page.body), ...visitor, 'a.phone': '1', step: 'next' })
  let at = await post({ ...stepOf(rejected.body), ...visitor, step: 'next' })
  const pages: Record<string, string>[] = [{ 'a.couple': 'no' }, {}, {}]
  for (const answers of pages) {
    const step = await get(at.headers.location as string)
    at = await post({ ...stepOf(step.body), ...answers, step: 'next' })
  }
  expect(at.headers.location).toMatch(/#done$/)
  const rows = await db.sql('select contact_id, source_url from form_submissions where link_id is not null')
  expect(rows).toEqual([{ contact_id: contact!.id, source_url: 'http://site.test/form/hekerut?utm_source=mail' }])
  expect(textOf((await get(`/form/hekerut?k=${key}`)).body)).toContain('הטופס כבר נשלח')
  for (const wrong of ['x'.repeat(32), 'short']) {
    const lost = await get(`/form/hekerut?k=${wrong}`)
    expect(textOf(lost.body)).toContain('הקישור האישי לא נמצא')
    expect(lost.body).toContain('href="/contact"')
  }
})

test('a form in one-question mode shows one question per page without JavaScript, too', async () => {
  const [form] = await db.sql<{ id: string }>(
    `insert into forms (public_id, title, draft, status, current_version) values ('one-by-one', 'אחת אחת', '{}', 'published', 1) returning id`,
  )
  await db.sql('insert into form_versions (form_id, number, definition) values ($1, 1, $2)', [
    form!.id,
    JSON.stringify({ ...intakeDefinition, mode: 'one_question' }),
  ])
  const page = await get('/form/one-by-one')
  expect(textOf(page.body)).toContain('שאלה 1 מתוך')
  expect(stepOf(page.body)).toMatchObject({ page: 'full_name', shown: 'full_name' })
  const next = await post({ ...stepOf(page.body), 'a.full_name': 'דנה', step: 'next' }, '/form/one-by-one')
  expect(next.headers.location).toContain('step=phone')
})

test('a closed form and an unknown submission key show an explanation', async () => {
  await db.sql(
    `insert into forms (public_id, title, status, current_version, closed_text) values ('past', 'עבר', 'closed', 1, 'נפתח שוב באביב')`,
  )
  await db.sql(
    `insert into form_versions (form_id, number, definition) select id, 1, $1 from forms where public_id = 'past'`,
    [JSON.stringify(intakeDefinition)],
  )
  const closed = await get('/form/past')
  expect(textOf(closed.body)).toContain('הטופס סגור')
  expect(textOf(closed.body)).toContain('נפתח שוב באביב')
  expect(closed.body).toContain('href="/contact"')
  const unknown = await get(`/form/hekerut/continue/${'x'.repeat(32)}`)
  expect(textOf(unknown.body)).toContain('המילוי הזה לא נמצא')
  expect(unknown.body).toContain('href="/form/hekerut"')
})

test('a form can be framed only by this site and allowed sites, and other pages cannot be framed', async () => {
  const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy'])
  expect(await policyOf('/form/hekerut?embed=1')).toMatch(/frame-ancestors 'self'$/)
  await db.sql(`update forms set allowed_origins = array['https://partner.example'] where public_id = 'hekerut'`)
  const framed = await get('/form/hekerut?embed=1')
  expect(framed.headers['content-security-policy']).toContain("frame-ancestors 'self' https://partner.example")
  expect(framed.headers['x-frame-options']).toBe(undefined)
  expect(framed.body).not.toContain('חזרה לאתר')
  expect(await policyOf('/contact')).toContain("frame-ancestors 'none'")
})

test('a draft is shown with a banner at its signed URL, and responds with 404 without the signature', async () => {
  const [form] = await db.sql<{ id: string; owner: string }>(
    `insert into forms (public_id, title, draft) values ('unpublished', 'טיוטה', $1)
     returning id, (select user_id from user_roles where role = 'owner' limit 1) as owner`,
    [JSON.stringify(intakeDefinition)],
  )
  const caller = { claims: { role: 'authenticated', sub: form!.owner } }
  const { path } = (await kernel.invoke('preview-form', { id: form!.id }, { caller })) as { path: string }
  const shown = await get(path)
  expect(shown.statusCode).toBe(200)
  expect(textOf(shown.body)).toContain('תצוגה מקדימה, הטופס עוד לא פורסם')
  expect(textOf(shown.body)).toContain('עמוד 1 מתוך 4')
  expect((await get('/form/unpublished')).statusCode).toBe(404)
  const sent = await post({ ...stepOf(shown.body), ...person(), step: 'next' }, '/form/unpublished')
  expect(sent.statusCode).toBe(404)
})

test('a submission is edited page by page without JavaScript, and the receipt shows when', async () => {
  await db.sql(`update forms set allows_changes = true where public_id = 'hekerut'`)
  const visitor = person()
  const sendAll = async (first: Record<string, string>, pages: Record<string, string>[]) => {
    let at = await post({ ...first, step: 'next' })
    for (const answers of pages) {
      const step = await get(at.headers.location as string)
      at = await post({ ...stepOf(step.body), ...answers, step: 'next' })
    }
    return at
  }
  const first = stepOf((await get('/form/hekerut')).body)
  const sent = await sendAll({ ...first, ...visitor }, [{ 'a.couple': 'no' }, {}, { 'a.wish': 'שקט', 'a.news': 'on' }])
  const receipt = await get(sent.headers.location as string)
  const path = `/form/hekerut/continue/${first['key']}?change=1`
  expect(receipt.body).toContain(`href="${path}"`)
  const changing = await get(path)
  expect(textOf(changing.body)).toContain('אלה התשובות ששלחתם')
  expect(changing.body).toContain(`value="${visitor['a.email']}"`)
  const wrong = await post({ ...stepOf(changing.body), ...visitor, 'a.phone': '1', step: 'next' })
  expect(wrong.statusCode).toBe(422)
  expect(stepOf(wrong.body)).toMatchObject({ change: '0', page: 'who' })
  const changed = await sendAll({ ...stepOf(wrong.body), ...visitor }, [{ 'a.couple': 'no' }, {}, { 'a.wish': 'רוגע' }])
  expect(changed.headers.location).toBe(`/form/hekerut/continue/${first['key']}#done`)
  expect(textOf((await get(changed.headers.location as string)).body)).toContain('השינוי האחרון נשמר ב־')
  const rows = await db.sql(
    `select s.answers ->> 'wish' as wish, s.answers ->> 'news' as news, s.change_count, f.answers ->> 'wish' as former
     from form_submissions s join form_former_answers f on f.submission_id = s.id
     join contact_points p on p.contact_id = s.contact_id and p.value_norm = $1`,
    [visitor['a.email']],
  )
  expect(rows).toEqual([{ wish: 'רוגע', news: 'true', change_count: 1, former: 'שקט' }])
  await db.sql(`update forms set allows_changes = false where public_id = 'hekerut'`)
  const closed = await get(path)
  expect(textOf(closed.body)).not.toContain('אלה התשובות ששלחתם')
  expect(textOf(closed.body)).toContain('והתשובות אצלנו')
  expect(closed.body).not.toContain('change=1"')
})
