import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'

const { app, db } = await testSite()
const get = (url: string) => app.inject({ url })
const post = (url: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
/** The page without React's comment markers. */
const shownBy = (body: string) => body.replaceAll('<!-- -->', '')
const follow = async (answer: Awaited<ReturnType<typeof post>>) => get(answer.headers.location!.split('#')[0]!)

const notice = { name: 'דנה לדוגמה', reference: '1234', email: 'dana@example.com', what: 'התוכנית הדיגיטלית' }

test('a cancellation without JavaScript shows number, date and time, and queues the receipt mail', async () => {
  const answer = await post('/cancel-transaction', notice)
  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toMatch(/^\/cancel-transaction\?receipt=[\w-]{22}#sent$/)
  const { body, headers } = await follow(answer)
  expect(headers['cache-control']).toBe('no-store')
  expect(/הודעת הביטול התקבלה ביום [^<]+ בשעה <bdi[^>]*>\d\d:\d\d</.test(shownBy(body))).toBe(true)
  expect(body).toContain('d***@example.com')
  expect(body).toContain('content="noindex"')
  const [{ number }] = (await db.sql<{ number: string }>(
    'select ticket_number::text as number from cancellation_requests',
  )) as [{ number: string }]
  expect(body).toContain(`>${number}</bdi>`)
  const [mail] = await db.sql<{ subject: string }>(
    `select subject from mail.outbox where to_address = 'dana@example.com'`,
  )
  expect(mail!.subject).toContain(number)
})

test('without a valid receipt key the cancellation page shows only the form', async () => {
  for (const query of ['', '?receipt=', `?receipt=${'A'.repeat(22)}`, '?receipt=%3Cscript%3E']) {
    const { statusCode, body } = await get(`/cancel-transaction${query}`)
    expect(statusCode).toBe(200)
    expect(body).toContain('שליחת הודעת ביטול')
    expect(body).not.toContain('example.com</bdi>. ')
  }
})

test.each([
  ['/cancel-transaction', { ...notice, reference: '1' }, 'ארבע ספרות אחרונות'],
  ['/accessibility', { name: 'דנה לדוגמה', email: 'dana@example.com' }, 'תיאור הבעיה: שדה חובה'],
  ['/book-a-call', { name: 'דנה לדוגמה' }, 'טלפון: שדה חובה'],
  ['/ninja', { name: 'דנה לדוגמה', email: 'dana' }, 'כתובת הדוא״ל אינה תקינה'],
])('%s is shown again with its input and the errors', async (path, fields, message) => {
  const { statusCode, body } = await post(path, fields)
  expect(statusCode).toBe(422)
  expect(body).toContain(message)
  expect(body).toMatch(/<title>יש שדה אחד לתיקון/)
  expect(body).toContain('value="דנה לדוגמה"')
})

test('an accessibility report creates a number and a task with its full text', async () => {
  const answer = await post('/accessibility', {
    name: 'דנה לדוגמה',
    email: 'dana@example.com',
    where: '/pricing',
    message: 'התפריט לא נפתח',
    technology: 'NVDA',
  })
  expect(answer.headers.location).toMatch(/^\/accessibility\?ticket=\d+#sent$/)
  expect((await follow(answer)).body).toContain('נשיב בתוך 7 ימי עסקים')
  expect(
    await db.sql(`select message, task_id is not null as has_task from contact_requests where message like '%NVDA%'`),
  ).toEqual([{ message: 'עמוד: /pricing\nהתפריט לא נפתח\nדפדפן וטכנולוגיה מסייעת: NVDA', has_task: true }])
})

test('a callback request creates an opportunity with the preferred time', async () => {
  const answer = await post('/book-a-call', { name: 'יואב לדוגמה', phone: '050-0000055', when: 'evening' })
  expect((await follow(answer)).body).toContain('נתקשר ביום העסקים הקרוב')
  expect(
    await db.sql(
      `select topic, message, opportunity_id is not null as has_sale from contact_requests where topic = 'call'`,
    ),
  ).toEqual([{ topic: 'call', message: 'נוח לדבר: אחר הצהריים, 16:00 עד 18:00', has_sale: true }])
})

test('a landing page with a challenge mails the link that starts it, and stores the campaign', async () => {
  const page = await get('/ninja')
  // A landing page has the legal footer and no navigation.
  expect(page.body).toContain('class="landing-header"')
  expect(page.body).toContain('aria-label="מידע משפטי"')
  expect(page.body).not.toContain('aria-label="ניווט ראשי"')
  const [, magnet] = / name="magnet" value="([^"]+)"/.exec(page.body)!
  const answer = await app.inject({
    method: 'POST',
    url: '/ninja',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      referer: 'http://site.test/ninja?utm_source=facebook',
    },
    payload: new URLSearchParams({ magnet: magnet!, name: 'יואב לדוגמה', email: 'yoav@example.com' }).toString(),
  })
  expect(answer.headers.location).toMatch(/^\/lead\/ninja\/thank-you\?r=[\w-]+#sent$/)
  expect((await follow(answer)).body).toContain('נינג׳ה בסופר: הקישור נשלח')
  expect(
    await db.sql(
      `select m.landing_path, r.utm, count(d.id)::int as mails from lead_magnet_requests r
       join lead_magnets m on m.id = r.magnet_id join lead_magnet_deliveries d on d.request_id = r.id
       where r.email = 'yoav@example.com' group by 1, 2`,
    ),
  ).toEqual([{ landing_path: '/ninja', utm: { utm_source: 'facebook' }, mails: 1 }])
})

test('FAQ feedback is acknowledged next to the question, and a negative one offers the contact form', async () => {
  const [button] = /<button[^>]* name="yes"[^>]*>/.exec((await get('/faq')).body)!
  const question = / value="([^"]+)"/.exec(button)![1]!
  const posted = await post('/faq', { no: question })
  expect(posted.statusCode).toBe(303)
  const { body, headers } = await follow(posted)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toMatch(/<details open=""><summary>/)
  expect(body).toContain('נשפר את התשובה')
  expect(body.match(/התשובה עזרה\?/g)!.length).toBe((await get('/faq')).body.match(/התשובה עזרה\?/g)!.length - 1)
  expect((await follow(await post('/faq', { yes: question }))).body).toContain('תודה, טוב לדעת')
  expect(await db.sql('select question, helped, missed from answer_ratings')).toEqual([
    { question, helped: 1, missed: 1 },
  ])
})

test.each([
  ['an unknown question', { yes: 'המצאנו שאלה?' }, 404, 'השאלה כבר לא נמצאת בעמוד'],
  ['nothing', {}, 422, 'לא הצלחנו לקבל את הטופס'],
  ['a robot', { yes: 'למי הליווי מתאים?', company_site: 'x' }, 422, 'לא הצלחנו לקבל את הטופס'],
])('%s stores no rating, and the page shows why', async (_what, fields, status, message) => {
  const { statusCode, body } = await post('/faq', fields)
  expect(statusCode).toBe(status)
  expect(body).toContain(message)
  expect(body).toContain('שאלות נפוצות')
})
