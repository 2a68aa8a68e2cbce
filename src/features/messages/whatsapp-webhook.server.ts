// The webhook of WhatsApp: registration, delivery status of sent messages, and received messages.
import { isSignedByHub, readWebhook, type WhatsAppEvent } from '#integrations/whatsapp-webhook.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { parseStorableJson } from '#lib/storable-text.ts'
import { type MatchContact, receiveMessage } from './receive-message.server.ts'
import { readUnverifiedBody } from './unverified-body.server.ts'

export type WebhookSettings = { phoneNumberId: string; appSecret: string; verifyToken: string }

type Parts = { settings: WebhookSettings | undefined; matchContact: MatchContact }

/** One transaction per event. If one fails, the provider repeats all events, and recorded events change nothing. */
export const whatsAppWebhook = ({ settings, matchContact }: Parts) =>
  defineEndpoint({
    name: 'whatsapp-webhook',
    caller: 'anyone',
    verify: false, // authenticated by the provider's signature
    as: 'service',
    methods: ['GET', 'POST'],
    bodyLimit: 3 * 1024 * 1024,
    // The provider calls from few IP addresses, several times per message.
    perClient: { burst: 6000, refillMs: 60_000 },
    async fetch(request, { transaction }) {
      if (!settings) throw new Refusal('whatsapp_not_configured', 404, 'WhatsApp is not configured')
      if (request.method === 'GET') return confirmRegistration(new URL(request.url).searchParams, settings)
      const signature = request.headers.get('x-hub-signature-256')
      // The body of an unsigned request is not read.
      const body = signature === null ? '' : await readUnverifiedBody(request)
      if (!isSignedByHub(signature, body, settings.appSecret))
        throw new Refusal('bad_signature', 401, 'X-Hub-Signature-256 is missing or not of WHATSAPP_APP_SECRET')
      for (const event of readWebhook(parseStorableJson(body), settings.phoneNumberId))
        await transaction((db) => record(db, event, matchContact))
      return new Response(null, { status: 200 })
    },
  })

/** Meta sends this request once, at registration, and expects its challenge in the response. */
function confirmRegistration(query: URLSearchParams, { verifyToken }: WebhookSettings) {
  if (query.get('hub.mode') !== 'subscribe' || query.get('hub.verify_token') !== verifyToken)
    throw new Refusal('bad_verify_token', 403, 'hub.verify_token is not WHATSAPP_VERIFY_TOKEN')
  return new Response(query.get('hub.challenge') ?? '', { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

async function record(db: Db, event: WhatsAppEvent, matchContact: MatchContact) {
  if (event.kind === 'message') return receiveMessage(db, { ...event, channel: 'whatsapp' }, matchContact)
  if (event.kind === 'stopped')
    return db.query(`select private.refuse_advertising('whatsapp', $1, 'message_reply')`, [event.from])
  const { providerId, outboxId, status, at, failure } = event
  return db.query('select record_message_status($1, $2, $3, $4, $5, $6, $7)', [
    providerId,
    outboxId ?? null,
    status,
    at,
    failure?.refused ?? null,
    failure?.isAddress ?? false,
    failure?.isOptOut ?? false,
  ])
}
