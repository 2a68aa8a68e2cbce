// place-order: creates a visitor's order and opens the provider's payment page. No transaction is open during the provider request.
import { randomBytes } from 'node:crypto'
import type { Gateways, OpenGateway } from '#features/gateways/gateways.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { parseBody } from '#kernel/functions/parse-body.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { limitConcurrency } from '#lib/limit-concurrency.ts'
import { moveOrder } from './moves.server.ts'
import { OrderPlaced, PlaceOrder, refusals } from './orders.ts'
import { type RequestMetadata, prepareOrder, type PrepareParts } from './prepare-order.server.ts'
import type { Order } from './order-rows.ts'

export type PlaceOrderParts = PrepareParts & {
  gateways: Gateways<Db>
  /** The base URL to which the payer returns, without a trailing slash. */
  siteUrl: string
  /** The base URL of the provider's webhooks, without a trailing slash. */
  apiUrl: string
}

/**
 * Limit of concurrent preparations per product: they wait for one lock, and each occupies a connection of the shared
 * function pool.
 */
const preparedAtOnce = 4

/** Minutes until a page expires, the same as the price reservation. */
const pageMinutes = 15

export const placeOrder = (parts: PlaceOrderParts) => {
  const inTurn = limitConcurrency(preparedAtOnce)
  return defineEndpoint({
    name: 'place-order',
    caller: 'anyone',
    as: 'service', // a visitor has no rights on these tables: this function is the only entry point
    methods: ['POST'],
    bodyLimit: 20_000,
    refusals,
    perClient: { burst: 30, refillMs: 3_600_000 },
    async fetch(request, context) {
      const input = await parseBody(request, PlaceOrder)
      const { transaction } = context
      const origin = { ip: context.ip, userAgent: request.headers.get('user-agent') ?? undefined }
      const prepared = await inTurn(input.slug.toLowerCase(), () =>
        transaction((db) => prepare(db, parts, input, origin)),
      )
      if (prepared.page === undefined) return placed(prepared.token, prepared.url)
      const { order, token, attempt, opened } = prepared.page
      const page = await opened.gateway.create(pageOf(parts, prepared.page))
      await transaction((db) =>
        moveOrder(
          db,
          order.id,
          page.ok
            ? { kind: 'opened', attempt: attempt.id, provider_ref: page.value.providerRef, url: page.value.url }
            : { kind: 'not_opened', attempt: attempt.id, fault: page.fault },
        ),
      )
      if (!page.ok) throw new Refusal('gateway_unavailable', 503, refusals.gateway_unavailable)
      return placed(token, page.value.url)
    },
  })
}

async function prepare(db: Db, parts: PlaceOrderParts, input: PlaceOrder, origin: RequestMetadata) {
  const { order, token, openPage, ...sold } = await prepareOrder(db, parts, input, origin)
  if (order.paid_at !== null) throw new Refusal('order_paid', 409, refusals.order_paid)
  const savesCard = (await checkCharge(db, order)) || order.plan_interval !== null
  if (order.amount_agorot === 0) await moveOrder(db, order.id, { kind: 'free' })
  if (order.amount_agorot === 0 || openPage) return { token, url: openPage ?? null, page: undefined }
  const opened = await parts.gateways.chosen(db)
  if (!opened) throw new Refusal('payment_unavailable', 503, refusals.payment_unavailable)
  // Later months are charged to the saved card, so a provider is required.
  if (order.plan_interval !== null && opened.gateway.provider === 'manual')
    throw new Refusal('price_by_plan', 409, refusals.price_by_plan)
  const attempt = await addAttempt(db, order, opened)
  return { page: { order, token, opened, attempt, savesCard, ...sold } satisfies Page }
}

/**
 * Refuses a charge that was paid or changed since the page was shown, or that is being charged to a saved card. Returns
 * whether the card pays a plan.
 */
async function checkCharge(db: Db, { id, charge_id: chargeId }: Order): Promise<boolean> {
  if (chargeId === null) return false
  const running = await db.query(
    `select from payment_attempts where order_id = $1 and by_token and state = 'created'`,
    [id],
  )
  if (running.length > 0) throw new Refusal('charging_now', 409, refusals.charging_now)
  // The trigger with this check does not run, because returning an open page inserts no attempt.
  await db.query('select private.refuse_closed_charge(o) from orders o where o.id = $1', [id])
  const [plan] = await db.query('select from charges where id = $1 and plan_id is not null', [chargeId])
  return plan !== undefined
}

const placed = (order: string, url: string | null) => Response.json(OrderPlaced.parse({ order, url }), { status: 201 })

type Attempt = { id: string; reference: string; secret: string }

async function addAttempt(db: Db, order: Order, { gateway, isStandIn }: OpenGateway): Promise<Attempt> {
  const [reference, secret] = [`pay_${randomBytes(18).toString('base64url')}`, randomBytes(24).toString('base64url')]
  const { id } = await db.one<{ id: string }>(
    `insert into payment_attempts (order_id, provider, is_stand_in, terminal, reference, secret_hash, amount_agorot)
     values ($1, $2, $3, $4, $5, link_hash($6), $7) returning id`,
    [order.id, gateway.provider, isStandIn, gateway.terminal, reference, secret, order.amount_agorot],
  )
  return { id, reference, secret }
}

type Page = {
  order: Order
  token: string
  attempt: Attempt
  opened: OpenGateway
  isVatFree: boolean
  mostInstallments: number
  savesCard: boolean
}

function pageOf(
  { siteUrl, apiUrl }: PlaceOrderParts,
  { order, token, attempt, opened, isVatFree, mostInstallments, savesCard }: Page,
) {
  const invoice = opened.document === 'invoice_receipt' && isVatFree ? 'receipt' : opened.document
  return {
    reference: attempt.reference,
    amountAgorot: order.amount_agorot,
    title: [order.title, order.bump_title].filter(Boolean).join(' + '),
    installments: { most: mostInstallments, chosen: order.installments },
    customer: {
      name: order.name,
      email: order.email,
      phone: order.phone ?? undefined,
      invoiceName: order.invoice_name ?? undefined,
      companyNumber: order.company_number ?? undefined,
    },
    document: invoice,
    isVatFree,
    saveToken: savesCard,
    minutes: pageMinutes,
    urls: {
      success: `${siteUrl}/payment-success?ref=${token}`,
      failure: `${siteUrl}/payment-error?ref=${token}`,
      cancel: `${siteUrl}/payment-error?ref=${token}&why=cancelled`,
      notice: `${apiUrl}/functions/v1/payment-notice/${attempt.reference}/${attempt.secret}`,
    },
  } as const
}
