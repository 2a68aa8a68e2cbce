// payment-notice: the webhook of the payment providers. A call is stored once and triggers a poll; its content is not
// trusted.
import { createHash } from 'node:crypto'
import type { Gateways, Provider } from '#features/gateways/gateways.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'

type Attempt = { id: string; provider: Provider; is_stand_in: boolean; provider_ref: string | null }

/** CardCom does not sign its webhooks, so each attempt's webhook URL contains a secret. */
export const paymentNotice = (gateways: Pick<Gateways<Db>, 'of'>) =>
  defineEndpoint({
    name: 'payment-notice',
    caller: 'anyone',
    verify: false, // authenticated by the secret in the URL, and by the provider's signature if it signs
    as: 'service',
    methods: ['POST'],
    bodyLimit: 64 * 1024,
    // Providers call from few IP addresses.
    perClient: { burst: 6000, refillMs: 60_000 },
    async fetch(request, { path, transaction }) {
      const [reference = '', secret = ''] = path.split('/').filter(Boolean)
      const raw = new Uint8Array(await request.arrayBuffer())
      await transaction(async (db) => {
        const [attempt] = await db.query<Attempt>(
          `select id, provider, is_stand_in, provider_ref from payment_attempts where reference = $1 and secret_hash = link_hash($2)`,
          [reference, secret],
        )
        if (!attempt) throw new Refusal('attempt_unknown', 404, 'No payment has this address')
        const gateway = await gateways.of(db, attempt.provider, attempt.is_stand_in)
        const notice = gateway?.parseNotice(raw, request.headers)
        const isOurs = notice?.providerRef === undefined || notice.providerRef === attempt.provider_ref
        const authentic = notice && isOurs ? notice.authentic : 'forged'
        const added = await db.query(
          `insert into payment_notices (provider, event_key, attempt_id, authentic) values ($1, $2, $3, $4)
           on conflict on constraint notice_here_already do nothing returning id`,
          [attempt.provider, keyOf(reference, raw), attempt.id, authentic],
        )
        if (added.length > 0 && authentic !== 'forged')
          await db.query('select private.check_payment_at($1, now())', [attempt.id])
      })
      return new Response(null, { status: 200 })
    },
  })

const keyOf = (reference: string, raw: Uint8Array) =>
  createHash('sha256').update(reference).update('\n').update(raw).digest('hex')
