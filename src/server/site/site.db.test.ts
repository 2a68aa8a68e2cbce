import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { routes } from '#web/routes.ts'
import { testSite } from '../../../test/site-app.ts'

const { app, db, site, anonKey } = await testSite()
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const post = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/contact',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
  })
const form = (fields: Record<string, string>) => new URLSearchParams({ topic: 'coaching', ...fields }).toString()
const requests = () =>
  db.sql<{ name: string; phone: string }>('select name, phone from contact_requests where not is_demo')

const pages = routes.filter(({ shell, path }) => shell === 'site' && !path.includes('/:')).map(({ path }) => path)
test('the site has no dead links', async () => {
  const bodies = await Promise.all(pages.map(async (path) => (await get(path)).body))
  const links = new Set(
    bodies.flatMap((body) => [...body.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)].map((found) => found[1]!)),
  )
  expect(links.size).toBeGreaterThan(2)
  const dead = []
  for (const link of links) if ((await get(link)).statusCode >= 400) dead.push(link)
  expect(dead, 'leave it out until its page is published: facts.publishedPaths').toEqual([])
})

test('the CSP allows only own scripts and stylesheets, and forbids framing', async () => {
  const { headers } = await get('/')
  expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self';")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['cache-control']).toBe('no-cache')
})

test('a matching ETag gets 304, and a client without brotli gets an uncompressed body', async () => {
  const first = await get('/', { 'accept-encoding': 'gzip, deflate, br' })
  expect(first.headers['content-encoding']).toBe('br')
  const plain = await get('/', { 'accept-encoding': 'gzip, br;q=0' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(brotliDecompressSync(first.rawPayload).toString()).toBe(plain.body)
  const again = await get('/', { 'if-none-match': `"something-else", ${first.headers.etag}` })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  const head = await app.inject({ method: 'HEAD', url: '/' })
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', first.headers.etag])
})

test('query parameters that the page does not read are ignored', async () => {
  expect((await get('/?utm_source=mail')).headers.etag).toBe((await get('/')).headers.etag)
})

test('different spellings of a URL share one cache entry', async () => {
  const { headers, body } = await get('/contact')
  const other = await get('/%63ontac%74')
  expect(other.headers.etag).toBe(headers.etag)
  expect(other.body).toBe(body)
})

test('an unknown URL responds with 404 and a page with links', async () => {
  for (const path of ['/no-such-page', '/contact/deeper', `/${encodeURIComponent('דף שאין')}`, '/assets/gone.js']) {
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(404)
    expect(body).toContain('העמוד לא נמצא')
    expect(body).toContain('href="/"')
    expect(body).toContain('<meta name="robots" content="noindex"')
  }
})

test('the app shell contains the anon key and the sign-in providers, and the old dashboard URL redirects to it', async () => {
  for (const path of ['/auth', '/crm', '/crm/contacts/7']) {
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(200)
    expect(body).toContain(`<meta name="backend-key" content="${anonKey}">`)
    expect(body).toContain('<meta name="sign-in-providers" content="google">')
    expect(body).toContain('<meta name="robots" content="noindex">')
  }
  const { statusCode, headers } = await get('/dashboard')
  expect([statusCode, headers.location]).toEqual([302, '/crm'])
})

test('a change of the business profile shows on the next request, and changes the URL of the brand stylesheet', async () => {
  const before = await get('/contact')
  const sheet = /\/brand\.css\?v=[\w-]+/.exec(before.body)![0]
  const cached = await get(sheet)
  expect(cached.headers['cache-control']).toContain('immutable')
  await db.sql(`update business_profiles set phone = '03-0000009', brand_colors = '{"primary": "#123456"}'`)
  await expect.poll(async () => (await get('/contact')).body).toContain('03-0000009')
  const after = /\/brand\.css\?v=[\w-]+/.exec((await get('/contact')).body)![0]
  expect(after).not.toBe(sheet)
  expect((await get(after)).body).toBe(':root{--brand-primary:#123456}')
  expect((await get('/favicon.svg')).body).toContain('fill="#123456"')
  for (const path of ['/favicon.ico', '/apple-touch-icon.png']) expect((await get(path)).statusCode).toBe(200)
  expect((await get(sheet)).headers['cache-control']).toBe('no-cache')
})

test('the manifest of the portal carries the name of the business and icons that exist; the worker has the shell', async () => {
  const { headers, body } = await get('/client-portal.webmanifest')
  expect(headers['content-type']).toContain('application/manifest+json')
  const manifest = JSON.parse(body) as { short_name: string; lang: string; dir: string; icons: { src: string }[] }
  const [business] = await db.sql<{ business_name: string }>('select business_name from business_profiles')
  expect(manifest).toMatchObject({ short_name: business!.business_name, lang: 'he', dir: 'rtl', scope: '/client-' })
  for (const { src } of manifest.icons) expect((await get(src)).statusCode, src).toBe(200)
  expect((await get('/push-worker.js')).body).toContain('const shellFiles = ["/assets/app.js"]')
  expect((await get('/')).body).not.toContain('webmanifest')
})

test('a contact request by plain form is stored, and the thank-you page shows its number with noindex', async () => {
  const answer = await post(form({ name: 'דנה לדוגמה', phone: '050-000-0077', message: 'נשמח לשיחה' }))
  expect(answer.statusCode).toBe(303)
  const ticket = /^\/contact\?ticket=(\d+)#sent$/.exec(answer.headers.location as string)![1]!
  const { body, headers } = await get(`/contact?ticket=${ticket}`)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain('תודה, הפנייה נשלחה')
  expect(body).toContain(`>${ticket}</bdi>`)
  expect(body).toContain('content="noindex"')
  expect(mainOf(body)).not.toContain('<form')
  expect(await requests()).toContainEqual({ name: 'דנה לדוגמה', phone: '+972500000077' })
  expect(mainOf((await get('/contact?ticket=%3Cb%3E')).body)).toContain('<form')
})

test('marketing consent requires the checkbox, and stores the displayed text', async () => {
  const page = mainOf((await get('/contact')).body)
  const consentTextId = /name="consentTextId" value="([\w-]{36})"/.exec(page)![1]!
  expect(page).not.toMatch(/type="checkbox"[^>]*checked/)
  const person = { name: 'רות לדוגמה', phone: '050-0000078', consentTextId }
  expect((await post(form({ ...person, message: 'בלי' }))).statusCode).toBe(303)
  expect(await db.sql(`select from consents where value_norm = '+972500000078'`)).toHaveLength(0)
  expect((await post(form({ ...person, message: 'עם', marketingConsent: 'on' }))).statusCode).toBe(303)
  const agreed = await db.sql<{ text_version_id: string }>(
    `select text_version_id from consents where value_norm = '+972500000078'`,
  )
  expect(new Set(agreed.map((row) => row.text_version_id))).toEqual(new Set([consentTextId]))
})

test('invalid input is shown again with Hebrew errors', async () => {
  const { statusCode, body } = await post(form({ name: '<b>ד"ר</b>', phone: '12', message: '</textarea><script>' }))
  expect(statusCode).toBe(422)
  expect(body).toContain('<title>יש שדה אחד לתיקון')
  expect(body).toContain('מספר הטלפון אינו תקין. דוגמה: 050-0000001')
  expect(body).toMatch(/id="contact-phone"[^>]*aria-invalid="true"[^>]*|aria-describedby="contact-phone-error"/)
  expect(body).toContain('value="&lt;b&gt;ד&quot;ר&lt;/b&gt;"')
  expect(body).toContain('&lt;/textarea&gt;&lt;script&gt;')
  const empty = await post('')
  expect(empty.statusCode).toBe(422)
  expect(empty.body).toContain('id="contact-errors"')
})

test('a filled honeypot stores nothing', async () => {
  const { statusCode, body } = await post(
    form({ name: 'רובוט', phone: '0500000079', company_site: 'http://spam.example' }),
  )
  expect(statusCode).toBe(422)
  expect(body).toContain('אפשר להתקשר אלינו')
  expect((await requests()).map(({ name }) => name)).not.toContain('רובוט')
})

test('an unreadable or oversized body gets an error page', async () => {
  const json = await post('{"name":', { 'content-type': 'application/json' })
  expect(json.statusCode).toBe(415)
  expect(json.body).toContain('הפנייה לא הגיעה בצורה שאפשר לקרוא')
  const huge = await post(`name=x&message=${'א'.repeat(5_000_000)}`)
  expect(huge.statusCode).toBe(413)
  expect(huge.body).toContain('ההודעה ארוכה מדי')
  const long = await post(form({ name: 'דנה', phone: '0500000077', message: 'א'.repeat(5000) }))
  expect(long.statusCode).toBe(422)
  expect(long.body).toContain('תווים')
  expect(long.body).toContain('א'.repeat(5000))
})

test('before publication the home page shows only the name and contact details', async () => {
  await db.sql('update business_profiles set published_at = null')
  await expect.poll(async () => (await get('/')).body).not.toContain('לשאלון השלב הכלכלי (')
  const { body } = await get('/')
  expect(body).toContain('בית מרווח</h1>')
  expect(body).toContain('href="tel:')
})

test('auth mails contain the business name, the link as text and as a button, and no stylesheet', async () => {
  const link = 'http://site.test/auth/v1/verify?token=abc&type=recovery'
  const mail = await site.composeMail('recover_password', { link, code: '123456', email: 'noa@example.com' })
  expect(mail.subject).toBe('איפוס סיסמה')
  expect(mail.html).toContain('dir="rtl"')
  expect(mail.html).toContain(link.replaceAll('&', '&amp;'))
  expect(mail.html).toContain('בית מרווח')
  expect(mail.html).not.toMatch(/<link|<style|<script/)
  expect(mail.text).toContain(link)
  expect(mail.text).toContain('noa@example.com')
})

test('an edited email template is used from the next mail on', async () => {
  const link = 'http://site.test/auth/v1/verify?token=abc'
  const compose = () => site.composeMail('magic_link', { link, code: '123456', email: 'noa@example.com' })
  await db.sql(
    `insert into email_texts (kind, subject, heading, body, button) values ('magic_link', 'שלום מ{{businessName}}', 'כאן <נכנסים>', 'א\n\nב {{email}}', 'לחצו')`,
  )
  await expect.poll(async () => (await compose()).subject).toBe('שלום מבית מרווח')
  const { html, text } = await compose()
  expect(html).toContain('כאן &lt;נכנסים&gt;')
  expect(html).toContain('ב noa@example.com')
  expect(html).toMatch(/<bdi dir="ltr"[^>]*>123456<\/bdi>/)
  expect(text).toContain(`לחצו:\n${link}`)
  await db.sql('delete from email_texts')
  await expect.poll(async () => (await compose()).subject).toBe('כניסה לחשבון')
})

test('a code entered by a signed-in user needs no link', async () => {
  const mail = await site.composeMail('reauthenticate', { code: '654321', email: 'noa@example.com' })
  expect(mail.text).toContain('654321')
  expect(mail.html).not.toMatch(/<a [^>]*auth/)
})

/** The main content, without header and footer. */
const mainOf = (body: string) => /<main[^]*<\/main>/.exec(body)![0]

test('a URL with a zero byte responds with 404 like an unknown URL', async () => {
  for (const url of [
    '/%00',
    '/about%00',
    '/blog/a%00',
    '/lead/%00',
    '/book/%00',
    '/form/%00',
    '/%00/checkout',
    '/blog?tag=%00',
  ]) {
    const { statusCode, body } = await get(url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).toContain('העמוד לא נמצא')
  }
  expect((await get('/contact?utm_source=%2500')).statusCode).toBe(200)
})

test('a URL that cannot be decoded returns the not-found page to a browser, and JSON to other clients', async () => {
  for (const url of ['/blog/%E0%A4%A', '/%ff', '/%', '/about%C0%AF?q=%']) {
    const page = await app.inject({ url, headers: { accept: 'text/html,*/*' } })
    expect(page.statusCode, url).toBe(404)
    expect(page.body).toContain('העמוד לא נמצא')
  }
  const { statusCode, json } = await app.inject({ url: '/%ff', headers: { accept: 'application/json' } })
  expect([statusCode, json()]).toEqual([400, { code: 'bad_url', message: 'The address could not be read' }])
})
