// Saved cards of plans: the details shown to staff, and the provider's encrypted token.
import type { CardToken, Provider, VerifiedPayment } from '#integrations/gateways/gateway.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { SealedColumn } from '#platform/sealing/reseal.server.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'

export const sealedCards: SealedColumn = {
  table: 'gateway_secrets.card_tokens',
  column: 'sealed',
  key: ['plan_id'],
  owner: 'plan_id',
  purpose: 'saved cards of plans',
}

type Place = { orderId: string; provider: Provider; isStandIn: boolean }

/** Saves the card that paid a charge of a plan. Other orders save no card. */
export async function storeCard(db: Db, seal: Seal, { orderId, provider, isStandIn }: Place, answer: VerifiedPayment) {
  if (answer.state !== 'paid' || !answer.token) return
  const [plan] = await db.query<{ id: string }>(
    'select c.plan_id as id from orders o join charges c on c.id = o.charge_id where o.id = $1 and c.plan_id is not null',
    [orderId],
  )
  if (!plan) return
  const { last4, brand, token } = answer
  const card = { provider, is_stand_in: isStandIn, last4, brand, expires_on: lastDayOf(token) }
  await db.query('select gateway_secrets.keep_card($1, $2, $3)', [
    plan.id,
    JSON.stringify(card),
    seal.close(plan.id, token),
  ])
}

/** Undefined if the token was encrypted with a removed key. */
export async function openCard(db: Db, seal: Seal, planId: string): Promise<CardToken | undefined> {
  const { sealed } = await db.one<{ sealed: Buffer | null }>('select gateway_secrets.card_of($1) as sealed', [planId])
  return sealed ? (seal.open(planId, sealed) as CardToken | undefined) : undefined
}

/** A card is valid until the end of its expiry month. The year may have two digits. */
export function lastDayOf({ expiryMonth: month, expiryYear: year }: Pick<CardToken, 'expiryMonth' | 'expiryYear'>) {
  return new Date(Date.UTC(year < 100 ? 2000 + year : year, month, 0)).toISOString().slice(0, 10)
}
