// Mail provider webhook: delivery, bounce and complaint events.
import { defineEndpoint } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { MailEvents } from './messages.ts'
import { readSignedBody } from './signed-body.server.ts'

const columns = { delivered: 'delivered_at', bounced: 'bounced_at', complained: 'complained_at' } as const

type MailEvent = MailEvents['events'][number]

/** The webhook endpoint. Events for unknown mails and repeated events change nothing. */
export const noteMailEvents = (secrets: readonly string[]) =>
  defineEndpoint({
    name: 'note-mail-events',
    caller: 'anyone',
    verify: false, // authenticated by the provider's signature
    as: 'service',
    methods: ['POST'],
    bodyLimit: 512 * 1024,
    perClient: { burst: 600, refillMs: 60_000 },
    async fetch(request, { transaction }) {
      const read = await readSignedBody(request, {
        secrets,
        setting: 'MAIL_HOOK_SECRETS',
        shape: MailEvents,
        words: '{"events":[{"kind","email",…}]}',
      })
      await transaction(async (db) => {
        for (const event of read.events) await note(db, event)
      })
      return Response.json({ noted: read.events.length })
    },
  })

async function note(db: Db, { kind, email, mailId, isLasting, reason }: MailEvent) {
  const column = columns[kind]
  await db.query(
    `update messages set ${column} = now(), error = coalesce(nullif($3, ''), error)
     where ${column} is null and id = (
       select id from messages where ($2::uuid is null or mail_id = $2) and to_value = lower(btrim($1))
       order by created_at desc limit 1)`,
    [email, mailId ?? null, kind === 'delivered' ? '' : reason],
  )
  if (kind === 'complained') await db.query(`select mark_unreachable($1, 'complaint', $2)`, [email, reason])
  if (kind === 'bounced' && isLasting) await db.query(`select mark_unreachable($1, 'bounce', $2)`, [email, reason])
}
