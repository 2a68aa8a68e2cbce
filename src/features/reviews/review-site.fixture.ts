// Test fixture: a site with the review forms, and helpers to submit them.
import { testSite } from '../../../test/site-app.ts'

type Fields = Record<string, string | Blob>
type ReviewFields = Fields & { email: string; body: string; about?: string }

export async function reviewSite() {
  const { app, db, site, kernel, tokens } = await testSite()

  const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
  const post = (url: string, fields: Fields = {}, ip = '203.0.113.7') => sent(url, fields, ip)

  async function sent(url: string, fields: Fields, ip: string) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields))
      if (typeof value === 'string') form.set(name, value)
      else form.set(name, value, 'פנים.jpg')
    const body = new Response(form)
    return app.inject({
      method: 'POST',
      url,
      remoteAddress: ip,
      headers: { 'content-type': body.headers.get('content-type')!, 'user-agent': 'test browser' },
      payload: Buffer.from(await body.arrayBuffer()),
    })
  }

  const press = (url: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    })

  let people = 0
  /** A complete valid form of a new author. */
  const reviewFields = (more: Partial<ReviewFields> = {}): ReviewFields => ({
    name: 'רות לדוגמה',
    email: `rut${people++}@example.com`,
    body: `רשימה קצרה ותאריך, וזה מה שהיה חסר לנו ${people}.`,
    scope: 'first_name_only',
    consent: 'on',
    ...(more as Fields),
  })

  const mailsTo = (to: string) =>
    db.sql<{ purpose: string; subject: string; text: string }>(
      'select purpose, subject, text from mail.outbox where to_address = $1 order by created_at, id',
      [to],
    )

  /** The link of the latest mail to an address. */
  async function linkTo(to: string) {
    const mail = (await mailsTo(to)).at(-1)!
    return new URL(/https?:\S+/.exec(mail.text)![0]).pathname
  }

  const reviewOf = async (email: string) =>
    (
      await db.sql<{ id: string; status: string; verified_by: string | null; body: string; original_body: string }>(
        `select r.id, r.status, r.verified_by, r.body, r.original_body from reviews r
         join review_authors a on a.review_id = r.id where a.email = $1`,
        [email],
      )
    )[0]

  /** A review verified by its author through the mailed link. */
  async function proved(more: Partial<ReviewFields> = {}) {
    const fields = reviewFields(more)
    const { email } = fields
    await post('/reviews', fields, `198.51.100.${people}`)
    await press(await linkTo(email))
    return { email, ...(await reviewOf(email))! }
  }

  const staff = async (role: string) => {
    const [user] = await db.sql<{ id: string }>(
      'select user_id as id from user_roles where role = $1 and is_active limit 1',
      [role],
    )
    const claims = { role: 'authenticated', sub: user!.id }
    return {
      claims,
      call: (name: string, input: object) => kernel.invoke(name, input, { caller: { userId: user!.id, claims } }),
      token: await tokens.sign({ ...claims, aud: 'authenticated' }, 600),
    }
  }

  return { app, db, site, tokens, get, post, press, reviewFields, mailsTo, linkTo, reviewOf, proved, staff }
}
