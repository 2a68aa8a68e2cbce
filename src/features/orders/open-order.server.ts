// open-order: the order as the holder of its link sees it.
import { kindLabels, type TaxDocument } from '#features/tax-documents/tax-documents.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { z } from '#lib/schema.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { outcomeOf, OpenOrder, refusals } from './orders.ts'
import type { Order, PaymentAttempt } from './order-rows.ts'
import type { OpenedOrder } from './opened-order.ts'

type Meeting = { starts_at: string; zone: string; status: string }
type OrderRow = Order & {
  slug: string
  product: string
  coupon_code: string | null
  charge: OpenedOrder['charge']
  plan: OpenedOrder['plan']
  meeting: Meeting | null
  document: (Pick<TaxDocument, 'kind' | 'url'> & { number: string }) | null
}

/** The minimum interval between two requests to the provider. */
const checkEverySeconds = 5

export const openOrder = defineFunction({
  name: 'open-order',
  caller: 'anyone',
  as: 'service', // authorized by the order token
  refusals,
  perClient: { burst: 600, refillMs: 600_000 },
  input: OpenOrder,
  output: z.custom<OpenedOrder>(),
  async run({ input: { order: token, check }, db }) {
    const [found] = await db.query<OrderRow>(
      `select o.*, p.slug, p.name as product, c.code as coupon_code, private.charge_state(o) as charge,
         (select jsonb_build_object('charges', count(*), 'totalAgorot', sum(h.amount_agorot), 'lastOn', max(h.due_on),
             'renews', (select y.renews_every is not null from payment_plans y where y.id = min(h.plan_id::text)::uuid),
             'next', (select jsonb_build_object('on', n.due_on, 'agorot', n.amount_agorot) from charges n join charges c on c.id = o.charge_id
               where n.plan_id = c.plan_id and n.number > c.number and n.voided_at is null order by n.number limit 1),
             'isContinuous', o.plan_interval is not null or p.kind = 'subscription' or exists (select from prices x where x.product_id = p.id and x.interval is not null))
          from charges h where h.voided_at is null and h.plan_id = (select c.plan_id from charges c where c.id = o.charge_id)
          having count(*) > 0) as plan,
         (select jsonb_build_object('starts_at', a.starts_at, 'zone', a.client_zone, 'status', a.status)
          from appointments a where a.order_id = o.id order by a.created_at desc, a.ical_sequence desc limit 1) as meeting,
         (select jsonb_build_object('kind', d.kind, 'number', d.number, 'url', d.url) from tax_documents d
          where d.order_id = o.id and d.completed_at is not null and d.corrects_id is null order by d.completed_at desc limit 1) as document
       from order_links l join orders o on o.id = l.order_id
         join products p on p.id = o.product_id left join coupons c on c.id = o.coupon_id
       where l.token_hash = link_hash($1) and (l.expires_at is null or l.expires_at > now())`,
      [token],
    )
    if (!found) throw new Refusal('order_unknown', 404, refusals.order_unknown)
    const [attempt] = await db.query<PaymentAttempt>(
      'select * from payment_attempts where order_id = $1 order by created_at desc limit 1',
      [found.id],
    )
    if (check && attempt) await checkSoon(db, attempt)
    return shown(found, attempt)
  },
})

async function checkSoon(db: Db, { id, provider, state }: PaymentAttempt) {
  if (provider === 'manual' || (state !== 'page_open' && state !== 'verifying')) return
  await db.query(
    `select private.check_payment_at(id, now()) from payment_attempts
     where id = $1 and (checked_at is null or checked_at < now() - make_interval(secs => $2))`,
    [id, checkEverySeconds],
  )
}

function shown(order: OrderRow, attempt: PaymentAttempt | undefined): OpenedOrder {
  // The payment page of a closed charge is not offered.
  const isPayable = order.charge === null || order.charge === 'open'
  const isOpen = isPayable && (attempt?.state === 'page_open' || attempt?.state === 'verifying')
  return {
    number: order.number,
    status: order.status,
    outcome: outcomeOf(order, attempt),
    slug: order.slug,
    productId: order.product_id,
    charge: order.charge,
    plan: order.plan,
    byStaff: order.by_staff ? { mostInstallments: order.most_installments ?? 1 } : null,
    product: order.product,
    title: order.title,
    priceId: order.price_id,
    amountAgorot: order.amount_agorot,
    coupon: order.coupon_code === null ? null : { code: order.coupon_code, discountAgorot: order.discount_agorot },
    bump: order.bump_title === null ? null : { title: order.bump_title, amountAgorot: order.bump_agorot },
    paidAgorot: order.paid_agorot,
    refundedAgorot: order.refunded_agorot,
    vatPercent: order.vat_percent === null ? null : Number(order.vat_percent),
    installments: attempt?.installments ?? order.installments,
    name: order.name,
    email: order.email,
    phone: order.phone,
    invoiceName: order.invoice_name,
    companyNumber: order.company_number,
    heldUntil: instant(order.held_until),
    pageUrl: isOpen ? attempt.page_url : null,
    provider: attempt?.provider ?? null,
    isStandIn: attempt?.is_stand_in ?? false,
    checkedAt: attempt?.checked_at ? instant(attempt.checked_at) : null,
    document: order.document && {
      name: kindLabels[order.document.kind],
      number: order.document.number,
      url: order.document.url,
    },
    meeting: order.meeting && {
      startsAt: instant(order.meeting.starts_at),
      zone: order.meeting.zone,
      status: order.meeting.status,
    },
  }
}

const instant = (at: string | Date) => new Date(at).toISOString()
