// A launch of a test site, and the steps of its visitors: form, mails, links, cookie.
import { randomUUID } from 'node:crypto'
import { composeLaunchMails } from '#features/launches/launch-mails.server.ts'
import { bucket, landingPath } from '#features/launches/launches.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { createPreferencesLink } from '#features/newsletter/subscribers.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { inProcessStorage } from '#server/in-process-storage.ts'
import { advertisement } from '#server/template-messages.ts'
import { inProcessClient } from '#server/site/in-process-client.ts'
import type { testSite } from './site-app.ts'

type Cookie = { cookie: string }

export function launchVisitors({ app, db, site, tokens }: Awaited<ReturnType<typeof testSite>>) {
  const files = inProcessStorage(inProcessClient(app, tokens.serviceRoleKey))
  const { renderMail, composeCampaign } = site
  const [makeLink, siteUrl] = [createPreferencesLink, 'http://site.test']
  const compose = composeMessage({
    compose: composeLaunchMails({
      renderMail,
      advertise: (tx, message, content) => advertisement(tx, message, content, { composeCampaign, makeLink, siteUrl }),
      siteUrl,
    }),
  })
  let posts = 0

  const get = (url: string, headers: Partial<Cookie> = {}) =>
    app.inject({ url, headers: { accept: 'text/html', ...headers } })
  /** Each request has a separate IP, because the rate limit is per IP. */
  const post = (url: string, fields: Record<string, string> = {}, headers: Partial<Cookie> = {}) =>
    app.inject({
      method: 'POST',
      url,
      remoteAddress: `198.52.${100 + (posts >> 8)}.${posts++ & 255}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'test browser', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
  const mailsTo = (to: string) =>
    db.sql<{ purpose: string; subject: string; text: string }>(
      'select purpose, subject, text from mail.outbox where to_address = $1 order by created_at, id',
      [to],
    )
  /** Runs the job of the sender at noon of a weekday, outside quiet hours. */
  const send = () =>
    inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
      sendBatch(tx, { most: 200, now: new Date('2026-11-24T12:00:00+02:00'), compose }),
    )
  const linkIn = (mail: { text: string } | undefined) => {
    const { pathname, search } = new URL(/https?:\S+\/plf\/\S+\/t\/[^\s)>\]]+/.exec(mail!.text)![0])
    return pathname + search
  }

  return {
    get,
    post,
    send,
    mailsTo,
    linkIn,
    /** Creates a launch with an open cart, an open content that has a worksheet, and a content that opens in two days. */
    addLaunch: async ({ cart = true } = {}) => {
      const worksheet = randomUUID()
      await files.put({ bucket, key: worksheet, type: 'application/pdf' }, Buffer.from('%PDF-1.7 test'))
      const [launch] = await db.sql<{ id: string; priceId: string; slug: string }>(
        `with product as (insert into products (slug, name, call_way, is_active) values ($1, 'קורס התקציב', 'buy', true) returning id, slug),
           price as (insert into prices (product_id, amount_agorot, seats) select id, 120000, 5 from product returning id)
         insert into launches (title, status, prelaunch_at, cart_opens_at, cart_closes_at, price_id, offer)
         select 'שלושה שיעורים', 'prelaunch', now() - interval '3 days', now() + case when $2 then '-1 day' else '2 days' end::interval, now() + interval '5 days',
           price.id, '{"title": "קורס התקציב", "text": "כל הפרטים של הקורס"}' from price
         returning id, price_id as "priceId", (select slug from product) as slug`,
        [`course-${randomUUID().slice(0, 8)}`, cart],
      )
      const [first] = await db.sql<{ id: string }>(
        `insert into launch_contents (launch_id, position, title, body, release_kind, release_hours, worksheet_key, worksheet_name, video)
         values ($1, 1, 'למה תקציבים נופלים', 'תוכן השיעור הראשון', 'hours', 0, $2, 'דף עבודה.pdf', '{"source": "link", "ref": "https://video.example/1", "seconds": 100}')
         returning id`,
        [launch!.id, worksheet],
      )
      const [second] = await db.sql<{ id: string }>(
        `insert into launch_contents (launch_id, position, title, body, release_kind, release_at, worksheet_key, worksheet_name)
         values ($1, 2, 'שיטת ארבעת הסעיפים', 'סוד השיעור השני', 'at', now() + interval '2 days', $2, 'דף שני.pdf') returning id`,
        [launch!.id, worksheet],
      )
      return { ...launch!, first: first!.id, second: second!.id }
    },
    join: (launch: string, email: string, more: Record<string, string> = {}) =>
      post(landingPath(launch), { name: 'נועה לדוגמה', email, ...more }),
    /** Opens a mailed link, as a browser does. */
    enter: async (link: string, known: Partial<Cookie> = {}) => {
      const { headers } = await get(link, known)
      return {
        path: headers.location!.replace(/[?#].*$/, ''),
        cookie: String(headers['set-cookie']).split(';')[0]!,
      }
    },
  }
}
