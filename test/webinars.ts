// Webinars of a test site, and the steps of their visitors: form, mails, room.
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { composeWebinarMails } from '#features/webinars/webinar-mails.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import type { testSite } from './site-app.ts'

export function webinarVisitors({ app, db, site, anonKey }: Awaited<ReturnType<typeof testSite>>) {
  const compose = composeMessage({
    compose: composeWebinarMails({ renderMail: site.renderMail, siteUrl: 'http://site.test' }),
  })
  let posts = 0
  const remoteAddress = () => `198.51.${100 + (posts >> 8)}.${posts++ & 255}`

  return {
    addWebinar: async (slug: string, more: { kind?: string; recording?: object; minutes?: number } = {}) => {
      const [webinar] = await db.sql<{ id: string }>(
        `insert into webinars (slug, title, kind, status, duration_minutes, recording) values ($1, 'תקציב שמחזיק', $2, 'published', $3, $4) returning id`,
        [slug, more.kind ?? 'live', more.minutes ?? 60, more.recording ?? null],
      )
      return webinar!.id
    },
    /** `starts`: an interval from now. */
    addSession: async (webinar: string, starts: string, capacity?: number) => {
      const [session] = await db.sql<{ id: string }>(
        `insert into webinar_sessions (webinar_id, starts_at, capacity) values ($1, now() + $2::interval, $3) returning id`,
        [webinar, starts, capacity ?? null],
      )
      return session!.id
    },
    get: (url: string, cookie = '') =>
      app.inject({ url: url.split('#')[0]!, headers: { accept: 'text/html', ...(cookie && { cookie }) } }),
    /** Each request has a separate IP, because the rate limit is per IP. */
    post: (url: string, fields: Record<string, string> = {}, cookie = '') =>
      app.inject({
        method: 'POST',
        url,
        remoteAddress: remoteAddress(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'user-agent': 'test browser',
          ...(cookie && { cookie }),
        },
        payload: new URLSearchParams(fields).toString(),
      }),
    call: async (name: string, input: object, access = anonKey) => {
      const answer = await app.inject({
        method: 'POST',
        url: `/functions/v1/${name}`,
        remoteAddress: remoteAddress(),
        headers: { apikey: anonKey, authorization: `Bearer ${access}` },
        payload: input,
      })
      return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
    },
    /** Runs the job of the sender at noon of a weekday, outside quiet hours. */
    send: (now = new Date('2027-11-24T12:00:00+02:00')) =>
      inTransaction(db.authenticator, { role: 'service_role' }, (tx) => sendBatch(tx, { most: 200, now, compose })),
    mailsTo: (to: string) =>
      db.sql<{ subject: string; text: string }>(
        'select subject, text from mail.outbox where to_address = $1 order by created_at, id',
        [to],
      ),
  }
}
