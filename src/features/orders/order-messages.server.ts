// Renders the mails of an order. Each mail has a separate link; only the token hash is stored.
import { type ProductMail, type RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import { methodLabels } from '#features/payments/payments.ts'
import { kindLabels, type TaxDocument } from '#features/tax-documents/tax-documents.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { formatMoney } from '#lib/money.ts'
import { splitName } from '#lib/split-name.ts'
import { dayOf, formatDate } from '#lib/time/dates.ts'
import { addLink } from './order-links.server.ts'
import { resumePath, successPath } from './order-paths.ts'
import type { Order, PaymentAttempt } from './order-rows.ts'
import { installmentText } from './installment-text.ts'
import { nextAttemptOn } from './plans/next-attempt.ts'
import { installmentAmountText, planLengthText } from './plans/plan-terms.ts'
import { vatWithin } from './sums.ts'

type Parts = { renderMail: RenderMail; siteUrl: string }
type Reminder = 'order_left_hour' | 'order_left_day'
type Kind = 'order_paid' | 'order_failed' | 'order_refunded' | 'plan_ahead' | 'plan_failed' | Reminder
type Compose = (db: Db, message: DueMessage) => Promise<ComposedMail | SkippedMessage>

type MailedOrder = Order & { slug: string; product: string; coupon_code: string | null }

/** Composers by template key. A mail is skipped if the order has left the matching status. */
export function composeOrderMails({ renderMail, siteUrl }: Parts): Record<Kind, Compose> {
  const skipped = { skip: 'entity_changed' }
  const payLink = async (db: Db, order: MailedOrder) => siteUrl + resumePath(order.slug, await addLink(db, order.id))
  const composeReminder =
    (kind: Reminder): Compose =>
    async (db, { contextId, to }) => {
      const order = await findOrder(db, contextId)
      if (!order || order.paid_at !== null) return skipped
      return renderMail({ kind, to, values: named(order), link: await payLink(db, order) })
    }
  return {
    order_left_hour: composeReminder('order_left_hour'),
    order_left_day: composeReminder('order_left_day'),
    async order_paid(db, { contextId, to }) {
      const order = await findOrder(db, contextId)
      if (!order?.paid_at) return skipped
      return renderMail({
        kind: 'order_paid',
        to,
        values: {
          ...named(order),
          orderDetails: await detailsOf(db, order),
          sellerDetails: await readSeller(db),
          cancelAddress: `${siteUrl}/cancel-transaction`,
        },
        link: siteUrl + successPath(await addLink(db, order.id)),
      } satisfies ProductMail)
    },
    async order_failed(db, { contextId, to }) {
      const order = await findOrder(db, contextId)
      if (order?.status !== 'failed') return skipped
      return renderMail({ kind: 'order_failed', to, values: named(order), link: await payLink(db, order) })
    },
    async plan_ahead(db, { contextId, to }) {
      const month = await findPlanMonth(db, contextId)
      // No charge is announced from its due day on, for a stopped card, or after the last retry. Fewer attempts than
      // the mail states: the due day was postponed.
      if (!month?.isActive || month.tries > 2 || month.dueOn <= dayOf(new Date())) return skipped
      const values = {
        ...named(month.order),
        amount: formatMoney(month.order.amount_agorot),
        chargeDate: formatDate(month.dueOn),
        cardEnding: month.last4 ?? '••••',
      }
      return renderMail({ kind: 'plan_ahead', to, values, link: await payLink(db, month.order) })
    },
    async plan_failed(db, { contextId, to }) {
      const month = await findPlanMonth(db, contextId)
      if (!month || month.order.paid_at !== null || month.tries === 0) return skipped
      const values = {
        ...named(month.order),
        amount: formatMoney(month.order.amount_agorot),
        nextTry: nextTryText(month),
      }
      return renderMail({ kind: 'plan_failed', to, values, link: await payLink(db, month.order) })
    },
    async order_refunded(db, { contextId, to }) {
      const [refund] = await db.query<{ order_id: string; amount_agorot: number }>(
        `select order_id, amount_agorot from payments where id = $1 and kind = 'refund' and voided_at is null`,
        [contextId],
      )
      const order = refund && (await findOrder(db, refund.order_id))
      if (!order) return skipped
      const values = { ...named(order), amount: formatMoney(refund.amount_agorot) }
      return renderMail({
        kind: 'order_refunded',
        to,
        values,
        link: siteUrl + successPath(await addLink(db, order.id)),
      })
    },
  }
}

const findOrder = async (db: Db, id: string) =>
  (
    await db.query<MailedOrder>(
      `select o.*, p.slug, p.name as product, c.code as coupon_code from orders o join products p on p.id = o.product_id
         left join coupons c on c.id = o.coupon_id where o.id = $1`,
      [id],
    )
  )[0]

/** The order of a plan's month, with its card and its declined attempts. */
async function findPlanMonth(db: Db, orderId: string) {
  const order = await findOrder(db, orderId)
  const [month] = await db.query<{
    due_on: string
    last4: string | null
    is_active: boolean
    tries: number
    last_at: Date | null
  }>(
    `select c.due_on::text, k.last4, k.state = 'active' as is_active, d.tries::integer, d.last_at
     from orders o join charges c on c.id = o.charge_id join plan_cards k on k.plan_id = c.plan_id
     cross join lateral private.declined_by_token(o.id) d where o.id = $1 and o.paid_at is null`,
    [orderId],
  )
  if (!order || !month) return undefined
  return {
    order,
    dueOn: month.due_on,
    last4: month.last4,
    isActive: month.is_active,
    tries: month.tries,
    lastOn: month.last_at && dayOf(month.last_at),
  }
}

type Declined = { dueOn: string; lastOn: string | null; tries: number; isActive: boolean }

function nextTryText({ isActive, dueOn, lastOn, tries }: Declined): string {
  const next = isActive && nextAttemptOn({ dueOn, lastOn: lastOn ?? dueOn, tries })
  return next ? `ננסה שוב ב־${formatDate(next)}.` : 'לא ננסה לחייב את הכרטיס הזה שוב.'
}

const named = ({ name, title, number }: Order) => ({
  firstName: splitName(name).first_name,
  productName: title,
  orderNumber: String(number),
})

/** One line per detail, as on a receipt. */
async function detailsOf(db: Db, order: MailedOrder): Promise<string> {
  const [attempt] = await db.query<PaymentAttempt>(
    `select * from payment_attempts where order_id = $1 and transaction_id is not null and state in ('paid', 'partially_refunded', 'refunded')
     order by settled_at desc limit 1`,
    [order.id],
  )
  const [byHand] = await db.query<{ method: keyof typeof methodLabels }>(
    `select method from payments where order_id = $1 and kind = 'payment' and voided_at is null order by recorded_at desc limit 1`,
    [order.id],
  )
  const percent = order.vat_percent === null ? null : Number(order.vat_percent)
  const vat = percent === null ? 0 : vatWithin(order.paid_agorot, percent)
  const method = attempt ? attemptMethods[attempt.method ?? 'card'] : byHand && methodLabels[byHand.method]
  const installments = attempt?.installments ?? 1
  const [document] = await db.query<Pick<TaxDocument, 'kind' | 'number' | 'url'>>(
    `select kind, number, url from tax_documents where order_id = $1 and completed_at is not null and corrects_id is null order by completed_at desc limit 1`,
    [order.id],
  )
  return [
    order.bump_title && `בתוספת: ${order.bump_title}, ${formatMoney(order.bump_agorot)}`,
    order.coupon_code && `קופון ${order.coupon_code}: ${formatMoney(-order.discount_agorot)}`,
    ...(vat > 0
      ? [`מחיר לפני מע״מ: ${formatMoney(order.paid_agorot - vat)}`, `מע״מ (${percent}%): ${formatMoney(vat)}`]
      : []),
    `סך הכול ששולם: ${formatMoney(order.paid_agorot)}`,
    method &&
      `אופן התשלום: ${method}${installments > 1 ? `, ${installmentText(order.paid_agorot, installments)}` : ''}`,
    `תאריך: ${formatDate(new Date(order.paid_at!))}`,
    ...(await planLines(db, order)),
    document && `${kindLabels[document.kind]} מספר ${document.number}${document.url ? `: ${document.url}` : ''}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** The terms of the later payments, which the law requires in writing. */
async function planLines(db: Db, { plan_interval: interval, plan_charges: charges, amount_agorot, charge_id }: Order) {
  if (interval === null) return []
  const terms = { interval, charges, amountAgorot: amount_agorot }
  const [next] = await db.query<{ due_on: string; has_card: boolean }>(
    `select n.due_on::text, exists (select from plan_cards k where k.plan_id = n.plan_id) as has_card from charges n join charges c on c.plan_id = n.plan_id and n.number = c.number + 1
     where c.id = $1 and n.voided_at is null`,
    [charge_id],
  )
  return [
    `המסלול: ${installmentAmountText(terms)}, ${planLengthText(terms)}`,
    next && `התשלום הבא: ${formatDate(next.due_on)}${next.has_card ? `, ${cardLine}` : ''}`,
    'זו עסקה מתמשכת: אפשר לסיים אותה בכל עת. הסיום נכנס לתוקף בתוך שלושה ימי עסקים מההודעה, ומשלמים רק על התקופה שעד אליו',
  ]
}

const cardLine = 'בכרטיס ששולם בו עכשיו. שלושה ימים לפני כל חיוב תגיע הודעה'

const attemptMethods = { card: 'כרטיס אשראי', bit: 'ביט', apple_pay: 'Apple Pay', google_pay: 'Google Pay' } as const

/** Seller details that the law requires in writing: name, number, address and phone. */
async function readSeller(db: Db): Promise<string> {
  const [seller] = await db.query<Record<'name' | 'number' | 'address' | 'phone', string | null>>(
    `select coalesce(legal_name, business_name) as name, company_number as number, address, coalesce(phone, mobile) as phone
     from get_public_business_profile()`,
  )
  if (!seller) return ''
  const { name, number, address, phone } = seller
  return [name, number && `מספר ${number}`, address, phone].filter(Boolean).join(', ')
}
