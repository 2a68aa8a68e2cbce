// Mail provider webhook: delivery, bounce and complaint events.
import { isSignedHook } from '#integrations/signed-hook.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { MailEvents } from './messages.ts'

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
      const body = await request.text()
      if (!isSignedHook({ headers: request.headers, body, secrets }))
        throw new Refusal(
          'bad_signature',
          401,
          'The signature is missing, too old or not of a secret in MAIL_HOOK_SECRETS',
        )
      const read = MailEvents.safeParse(parse(body))
      if (!read.success) throw new Refusal('invalid_input', 422, 'Expected {"events":[{"kind","email",…}]}')
      await transaction(async (db) => {
        for (const event of read.data.events) await note(db, event)
      })
      return Response.json({ noted: read.data.events.length })
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

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
