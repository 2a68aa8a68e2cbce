// A lead magnet of a test site, and the steps of its visitors: form, mail, link.
import { randomUUID } from 'node:crypto'
import { bucket } from '#features/lead-magnets/lead-magnets.ts'
import { composeLeadMagnetMails } from '#features/lead-magnets/lead-magnet-mails.server.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { inProcessStorage } from '#server/in-process-storage.ts'
import { inProcessClient } from '#server/site/in-process-client.ts'
import type { testSite } from './site-app.ts'

export function leadMagnetVisitors({ app, db, site, tokens }: Awaited<ReturnType<typeof testSite>>) {
  const files = inProcessStorage(inProcessClient(app, tokens.serviceRoleKey))
  const compose = composeMessage({
    compose: composeLeadMagnetMails({ renderMail: site.renderMail, siteUrl: 'http://site.test' }),
  })
  let posts = 0

  return {
    /** Creates an active lead magnet with a file. */
    addMagnet: async (slug: string, title: string, bytes = Buffer.from('%PDF-1.7 test')) => {
      const key = randomUUID()
      await files.put({ bucket, key, type: 'application/pdf' }, bytes)
      const [magnet] = await db.sql<{ id: string }>(
        `insert into lead_magnets (slug, title, is_active, asset_key, asset_name, asset_type, asset_bytes)
         values ($1, $2, true, $3, $4, 'application/pdf', $5) returning id`,
        [slug, title, key, `${title}.pdf`, bytes.length],
      )
      return magnet!.id
    },
    get: (url: string) => app.inject({ url, headers: { accept: 'text/html' } }),
    /** Each request has a separate IP, because the rate limit is per IP. */
    post: (url: string, fields: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url,
        remoteAddress: `198.51.${100 + (posts >> 8)}.${posts++ & 255}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'test browser' },
        payload: new URLSearchParams(fields).toString(),
      }),
    /** Runs the job of the sender at noon of a weekday, outside quiet hours. */
    send: () =>
      inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
        sendBatch(tx, { most: 200, now: new Date('2026-11-24T12:00:00+02:00'), compose }),
      ),
    mailsTo: (to: string) =>
      db.sql<{ purpose: string; subject: string; text: string }>(
        'select purpose, subject, text from mail.outbox where to_address = $1 order by created_at, id',
        [to],
      ),
    /** The path of the first link in a mail. */
    linkIn: (mail: { text: string } | undefined) => new URL(/https?:\S+/.exec(mail!.text)![0]).pathname,
  }
}
