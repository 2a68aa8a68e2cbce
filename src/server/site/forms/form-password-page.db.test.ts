// The page of a form with a password, without JavaScript.
import { expect, test } from 'vitest'
import { hashPassword } from '#kernel/auth/passwords/passwords.ts'
import { partsOf, textOf } from '../../../../test/rendered-html.ts'
import { testSite } from '../../../../test/site-app.ts'

const { app, db } = await testSite()

const setPassword = async (password: string) =>
  db.sql(
    `insert into form_passwords (form_id, password_hash) select id, $1 from forms where public_id = 'hekerut'
     on conflict (form_id) do update set password_hash = excluded.password_hash`,
    [await hashPassword(password)],
  )
await setPassword('אביב 26')

const get = (url: string, cookie = '') =>
  app.inject({ url: url.split('#')[0]!, headers: { ...(cookie && { cookie }) } })
let visitors = 0
const newAddress = () => `203.0.113.${(visitors += 1)}`
const post = (url: string, fields: Record<string, string>, { cookie = '', remoteAddress = newAddress() } = {}) =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) },
    payload: new URLSearchParams(fields).toString(),
  })
const sent = (body: string) => {
  const { opened: _, company_site: __, ...fields } = partsOf(body).fields
  return fields
}

test('the password is requested before any content of the form is shown, and a wrong one shows an error', async () => {
  const page = await get('/form/hekerut?name=דנה')
  expect(page.statusCode).toBe(200)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(textOf(page.body)).toContain('הטופס נפתח בסיסמה')
  for (const word of ['form-step', 'שם מלא', 'שאלון היכרות']) expect(page.body).not.toContain(word)
  const empty = await post('/form/hekerut/password', sent(page.body))
  expect([empty.statusCode, textOf(empty.body)]).toEqual([422, expect.stringContaining('יש להקליד את הסיסמה')])
  const wrong = await post('/form/hekerut/password', { ...sent(page.body), password: 'סתיו 26' })
  expect([wrong.statusCode, textOf(wrong.body)]).toEqual([422, expect.stringContaining('זו לא הסיסמה של הטופס')])
  expect(wrong.headers['set-cookie']).toBe(undefined)
  expect(wrong.body).not.toContain('סתיו')
  const again = await get('/form/hekerut/password')
  expect([again.statusCode, again.headers.location]).toEqual([302, '/form/hekerut'])
})

test('a correct password redirects back to the URL, and its cookie opens each page of the form', async () => {
  const response = await get('/form/hekerut?full=1&utm_source=mail')
  const right = await post('/form/hekerut/password', { ...sent(response.body), password: 'אביב 26' })
  expect([right.statusCode, right.headers.location]).toEqual([303, '/form/hekerut?full=1&utm_source=mail'])
  const [cookie = '', ...attributes] = String(right.headers['set-cookie']).split('; ')
  expect(cookie).toMatch(/^form=[\w-]{43}$/)
  expect(attributes).toEqual(expect.arrayContaining(['Path=/form/hekerut', 'HttpOnly', 'SameSite=Lax']))
  const first = await get('/form/hekerut', cookie)
  expect(textOf(first.body)).toContain('עמוד 1 מתוך 4')
  const { step: _, ...fields } = sent(first.body)
  const person = { 'a.full_name': 'דנה לדוגמה', 'a.phone': '050-0009911', 'a.email': 'locked@example.com' }
  const next = await post('/form/hekerut', { ...fields, ...person, step: 'next' }, { cookie })
  expect(next.statusCode).toBe(303)
  const continued = String(next.headers.location)
  expect(textOf((await get(continued, cookie)).body)).toContain('הבית שלכם, דנה לדוגמה')
  const elsewhere = await get(continued)
  expect(elsewhere.body).not.toContain('דנה לדוגמה')
  const token = /continue\/([\w-]{32})/.exec(continued)![1]!
  expect(sent(elsewhere.body)).toMatchObject({ token, query: 'step=home' })
  const back = await post('/form/hekerut/password', { ...sent(elsewhere.body), password: 'אביב 26' })
  expect(back.headers.location).toBe(`/form/hekerut/continue/${token}?step=home`)

  await setPassword('חורף 27')
  expect(textOf((await get('/form/hekerut', cookie)).body)).toContain('הטופס נפתח בסיסמה')
  const late = await post('/form/hekerut', { ...fields, ...person, step: 'next' }, { cookie })
  expect([late.statusCode, textOf(late.body)]).toEqual([403, expect.stringContaining('הסיסמה של הטופס התחלפה')])
  await setPassword('אביב 26')
})

test('a framed form, where cookies may be blocked, is rendered in the response to the password', async () => {
  const response = await get('/form/hekerut?embed=1')
  expect(response.body).not.toContain('חזרה לאתר')
  const opened = await post('/form/hekerut/password', { ...sent(response.body), password: 'אביב 26' })
  expect(opened.statusCode).toBe(200)
  expect(textOf(opened.body)).toContain('עמוד 1 מתוך 4')
  expect(opened.body).not.toContain('חזרה לאתר')
  expect(sent(opened.body)['access']).toMatch(/^[\w-]{43}$/)
})

test('a client that guesses passwords is rate-limited, even with the correct password, unlike other clients', async () => {
  const remoteAddress = '198.51.100.7'
  for (let n = 0; n < 10; n += 1)
    // oxlint-disable-next-line no-await-in-loop -- in order
    expect((await post('/form/hekerut/password', { password: `ניחוש ${n}` }, { remoteAddress })).statusCode).toBe(422)
  const stopped = await post('/form/hekerut/password', { password: 'אביב 26' }, { remoteAddress })
  expect([stopped.statusCode, textOf(stopped.body)]).toEqual([429, expect.stringContaining('נוסו כאן הרבה סיסמאות')])
  expect((await post('/form/hekerut/password', { password: 'אביב 26' })).statusCode).toBe(303)
})

test('a closed form is shown as closed without a password prompt', async () => {
  await db.sql(`update forms set status = 'paused' where public_id = 'hekerut'`)
  expect(textOf((await get('/form/hekerut')).body)).toContain('הטופס סגור')
  await db.sql(`update forms set status = 'published' where public_id = 'hekerut'`)
})
