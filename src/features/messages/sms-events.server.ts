// Events from the SMS provider through the installation's hook: delivery status and replies.
import { defineEndpoint } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { Instant, z } from '#lib/schema.ts'
import { type MatchContact, receiveMessage } from './receive-message.server.ts'
import { readSignedBody } from './signed-body.server.ts'

const Report = z.object({
  kind: z.enum(['delivered', 'failed']),
  /** The `webhook-id` of the request that sent the message. */
  messageId: z.uuid(),
  reason: z.string().max(1000).default('failed'),
  /** Whether the number does not exist, or cannot receive text messages. */
  isLasting: z.boolean().default(false),
})
const Reply = z.object({
  kind: z.literal('received'),
  /** The provider's id of the reply, the same in repeated reports. */
  id: z.string().min(1).max(300),
  phone: z.string().regex(/^\+[1-9]\d{6,14}$/),
  text: z.string().max(4096),
  at: Instant.optional(),
})
const SmsEvents = z.object({
  events: z
    .array(z.union([Report, Reply]))
    .min(1)
    .max(500),
})

type SmsEvent = z.output<typeof SmsEvents>['events'][number]
type Parts = { secrets: readonly string[]; matchContact: MatchContact }

/** The webhook endpoint, signed with the secrets of the hook that sends. A repeated event changes nothing. */
export const noteSmsEvents = ({ secrets, matchContact }: Parts) =>
  defineEndpoint({
    name: 'note-sms-events',
    caller: 'anyone',
    verify: false, // authenticated by the provider's signature
    as: 'service',
    methods: ['POST'],
    bodyLimit: 512 * 1024,
    perClient: { burst: 600, refillMs: 60_000 },
    async fetch(request, { transaction }) {
      const read = await readSignedBody(request, {
        secrets,
        setting: 'GOTRUE_HOOK_SEND_SMS_SECRETS',
        shape: SmsEvents,
        words: '{"events":[{"kind",…}]}',
      })
      for (const event of read.events) await transaction((db) => note(db, event, matchContact))
      return Response.json({ noted: read.events.length })
    },
  })

async function note(db: Db, event: SmsEvent, matchContact: MatchContact) {
  if (event.kind === 'received') {
    const { id: providerId, phone: from, text, at } = event
    const message = { channel: 'sms' as const, providerId, from, name: '', text, at: at ? new Date(at) : new Date() }
    return receiveMessage(db, message, matchContact)
  }
  const { kind, messageId, reason, isLasting } = event
  await db.query('select record_message_status(null, $1, $2, now(), $3, $4)', [messageId, kind, reason, isLasting])
}
