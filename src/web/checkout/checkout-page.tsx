import '#features/orders/checkout/checkout.css'
import type { ReactNode } from 'react'
import type { Backend } from '#client/backend.ts'
import { normalCode } from '#features/coupons/coupons.ts'
import { CheckoutForm } from '#features/orders/checkout/checkout-form.tsx'
import { type CheckoutTotals, checkoutTotals, totalOf } from '#features/orders/checkout/checkout-totals.ts'
import { CouponField } from '#features/orders/checkout/coupon-field.tsx'
import { offerByStaff } from '#features/orders/checkout/offer-by-staff.ts'
import { OrderSummary, PurchaseNotice } from '#features/orders/checkout/order-summary.tsx'
import { readCheckout, readOpenedOrder } from '#features/orders/order-pages.data.ts'
import type { OpenedCheckout } from '#features/orders/opened-checkout.ts'
import type { OpenedOrder } from '#features/orders/opened-order.ts'
import { refusals } from '#features/orders/orders.ts'
import { payPath } from '#features/orders/order-paths.ts'
import { installmentAmountText, firstPeriodText, type PlanTerms } from '#features/orders/plans/plan-terms.ts'
import { StandInNotice } from '#features/orders/stand-in-notice.tsx'
import { readOffers } from '#features/products/products.data.ts'
import {
  checkoutPath,
  formatPrice,
  type Offer,
  offerOf,
  offerPath,
  type OfferPrice,
} from '#features/products/products.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Head, MovedPage, PageAddress, PageProps, PageRequest, TimedContent } from '../pages.ts'
import { FlowTop } from '../booking/flow-top.tsx'
import { callPath } from '../site/call-path.ts'

type Loaded = {
  offer: Offer
  checkout: OpenedCheckout
  texts: ShownText[]
  order: OpenedOrder | undefined
  token: string | undefined
  /** The requested coupon code, normalized. */
  code: string | undefined
  now: number
} & TimedContent
type Props = PageProps & Loaded

export const quiet = true

/** The VAT rate and the provider may change, so a cached page expires within an hour. */
const freshMs = 3_600_000

/** Checkout page of a product that is sold online. */
export async function load(backend: Backend, request: PageRequest): Promise<Loaded | MovedPage | undefined> {
  const slug = request.params['product'] ?? ''
  const token = request.query['order'] ?? (request.form as FormState | undefined)?.values['order']
  const [offers, texts, found] = await Promise.all([
    readOffers(backend),
    readShownTexts(backend),
    readOpenedOrder(backend, token),
  ])
  const order = found?.slug === slug ? found : undefined
  const shown = offerOf(offers, slug)
  const offer = order?.byStaff ? offerByStaff(order, shown) : shown
  if (!offer || offer.call_way !== 'buy') return undefined
  if (offer.slug !== slug) return { movedTo: checkoutPath(offer.slug) }
  const code = codeOf(request, order)
  const checkout = await readCheckout(
    backend,
    code === undefined ? undefined : { code, productId: offer.id, ...(order && token && { order: token }) },
    request.client,
  )
  const now = Date.now()
  return {
    offer,
    checkout,
    texts,
    order,
    token: order && token,
    code,
    now,
    holdsUntil: new Date(now + freshMs).toISOString(),
  }
}

/** The code from the form; on a first visit from the URL or the order. A charge and an order made by staff have no coupon. */
function codeOf({ form, query }: PageRequest, order: OpenedOrder | undefined): string | undefined {
  if (order?.charge || order?.byStaff) return undefined
  const typed = form ? (form as FormState).values?.['coupon'] : (query['coupon']?.slice(0, 60) ?? order?.coupon?.code)
  return (typed && normalCode(typed)) || undefined
}

/** Products sold online, whose checkout pages exist. */
export const addresses = async (backend: Backend): Promise<PageAddress[]> =>
  (await readOffers(backend))
    .filter(({ call_way: way }) => way === 'buy')
    .map(({ slug, name }) => ({
      path: checkoutPath(slug),
      title: titleOf(name),
      description: titleOf(name),
      robots: 'noindex',
    }))

const titleOf = (product: string) => `השלמת ההרשמה: ${product}`

export function head({ offer, order, request }: Props): Head {
  const errorMessage = formErrorMessage(request.form as FormState | undefined)
  const title = order?.charge ? `תשלום: ${order.title}` : titleOf(offer.name)
  return {
    title: errorMessage ? `${errorMessage} – ${title}` : title,
    description: title,
    robots: 'noindex',
    image: null,
  }
}

export function View(props: Props) {
  const { facts, offer, checkout, order, token, code, now } = props
  const price = chosenPrice(props)
  // While the price is reserved, the order's amount applies.
  const isHeld =
    order !== undefined && (order.byStaff !== null || price?.id === order.priceId) && Date.parse(order.heldUntil) > now
  const sums =
    price &&
    checkoutTotals({
      price,
      offered: price.interval ? null : offer.bump,
      held: isHeld ? order : undefined,
      code: price.interval ? undefined : code,
      found: checkout.coupon,
    })
  const cancelPath = ['/cancel-transaction', '/terms#cancellation'].find((path) =>
    facts.publishedPaths.includes(path.split('#')[0]!),
  )
  const { business } = facts
  const closed = closedText(props)
  const disclosures = (
    <PurchaseNotice
      business={{
        legalName: business.legal_name ?? business.business_name,
        companyNumber: business.company_number,
        address: business.address,
      }}
      offer={offer}
      cancelPath={cancelPath}
      isContinuous={order?.plan?.isContinuous ?? (offer.kind === 'subscription' || Boolean(price?.interval))}
      isFree={price?.amount_agorot === 0}
    />
  )
  const form =
    price && sums && (checkout.provider !== null || totalOf(sums, false) === 0) ? (
      <Form {...props} price={price} sums={sums} disclosures={disclosures} />
    ) : undefined
  return (
    <>
      <FlowTop business={business} />
      <div className="flow-page checkout">
        <header className="checkout__head">
          <h1 className="display d2">{headingOf(order)}</h1>
          {checkout.isStandIn && <StandInNotice />}
          {isHeld && !closed && (
            <p className="checkout__note">
              {heldText(order)} <bdi>{untilText(order)}</bdi>. מספר הזמנה: <bdi>{order.number}</bdi>
            </p>
          )}
          {order?.pageUrl && token && (
            <p>
              <ButtonLink look="primary" size="lg" href={payPath(token)}>
                המשך לעמוד התשלום שנפתח
              </ButtonLink>
            </p>
          )}
        </header>
        {closed ? <ClosedCharge {...props} text={closed} /> : (form ?? <Closed {...props} />)}
        {!closed && (
          <aside className="checkout__side">
            {price && sums && (
              <OrderSummary
                title={titleBought(props, price)}
                sums={sums}
                plan={planOf(price, sums)}
                vatPercent={price.vat_mode === 'included' ? checkout.vatPercent : null}
              />
            )}
            {checkout.provider !== null &&
              !order?.byStaff &&
              price &&
              price.interval === null &&
              price.amount_agorot > 0 && <CouponField code={code} error={couponError(props)} />}
            {!form && disclosures}
          </aside>
        )}
      </div>
    </>
  )
}

const headingOf = (order: OpenedOrder | undefined) =>
  order?.meeting ? 'תשלום על הפגישה' : order?.charge ? 'תשלום בקישור' : 'השלמת ההרשמה'

const heldText = ({ meeting, charge }: OpenedOrder) =>
  meeting ? 'השעה שמורה לכם עד' : charge ? 'הקישור בתוקף עד' : 'המחיר והמקום שמורים לכם עד'

/** Why a charge cannot be paid by this link. */
function closedText({ order }: Props): string | undefined {
  if (!order?.charge || order.charge === 'open') return undefined
  return {
    paid: refusals.charge_is_paid,
    void: refusals.charge_is_void,
    changed: refusals.charge_has_changed,
  }[order.charge]
}

const titleBought = ({ offer, order }: Props, price: OfferPrice) => {
  if (order?.meeting)
    return `${order.title}, ${formatDate(order.meeting.startsAt)}, ${formatTime(order.meeting.startsAt)}`
  if (order?.byStaff) return order.title
  return price.name ? `${offer.name} – ${price.name}` : offer.name
}

/** A payment link from staff reserves its price for days; a checkout order or an appointment slot for minutes. */
const untilText = ({ heldUntil, byStaff, meeting }: OpenedOrder) =>
  byStaff && !meeting ? `${formatDate(heldUntil)}, ${formatTime(heldUntil)}` : formatTime(heldUntil)

/** Manual payments save no card, so recurring prices are not sold online with them. */
const pricesSold = ({ offer, checkout }: Pick<Props, 'offer' | 'checkout'>) =>
  offer.prices.filter(
    ({ interval, amount_agorot: agorot }) => interval === null || (agorot > 0 && checkout.provider !== 'manual'),
  )

const planOf = ({ interval, charges }: OfferPrice, { priceAgorot }: CheckoutTotals): PlanTerms | undefined =>
  interval ? { interval, charges, amountAgorot: priceAgorot } : undefined

/** The price from the URL, the form or the order; otherwise the default of the offer. */
function chosenPrice({ offer, checkout, request, order, now }: Props): OfferPrice | undefined {
  const priceParam =
    request.query['price'] ?? (request.form as FormState | undefined)?.values['priceId'] ?? order?.priceId
  const sold = pricesSold({ offer, checkout })
  if (order?.byStaff) return sold[0]
  const price = sold.find(({ id }) => id === priceParam) ?? sold.find(({ id }) => id === offer.price?.id) ?? sold[0]
  const isHeld = order?.priceId === price?.id && order !== undefined && Date.parse(order.heldUntil) > now
  return price?.seats_left === 0 && !isHeld ? sold.find(({ seats_left: seatsLeft }) => seatsLeft !== 0) : price
}

/** The error of an invalid coupon code. */
function couponError({ checkout: { coupon }, request }: Props): string | undefined {
  const postedError = (request.form as FormState | undefined)?.errors?.['coupon']
  return coupon && 'fault' in coupon ? refusals[coupon.fault as keyof typeof refusals] : postedError
}

function stateOf(props: Props): FormState {
  const form = props.request.form as FormState | undefined
  const state = form?.values ? form : { values: props.order ? valuesOf(props.order) : {}, errors: {} }
  const coupon = couponError(props)
  return coupon ? { ...state, errors: { ...state.errors, coupon } } : state
}

function Form({ disclosures, ...props }: Props & { price: OfferPrice; sums: CheckoutTotals; disclosures: ReactNode }) {
  const { offer, price, sums, facts, texts, order, token, checkout } = props
  return (
    <div>
      <PriceChoice {...props} />
      <CheckoutForm
        slug={offer.slug}
        price={price}
        sums={sums}
        state={stateOf(props)}
        order={token}
        termsPath={facts.publishedPaths.includes('/terms') ? '/terms' : undefined}
        isByHand={checkout.provider === 'manual'}
        disclosures={disclosures}
        planNote={
          <>
            <PlanNote plan={planOf(price, sums)} />
            {order?.plan?.renews && (
              <p className="checkout__note">זה תשלום במסלול שנמשך עד שמסיימים אותו. {cardNote}</p>
            )}
            {order?.plan && !order.plan.renews && (
              <p className="checkout__note">
                זה תשלום בתוכנית של {order.plan.charges} תשלומים, בסך הכול {formatMoney(order.plan.totalAgorot)}. התשלום
                האחרון: {formatDate(order.plan.lastOn)}. {cardNote}
              </p>
            )}
          </>
        }
        notice={
          <>
            {checkout.provider !== 'manual' && totalOf(sums, true) > 0 && (
              <p className="checkout__note">
                פרטי הכרטיס מוזנים בעמוד המאובטח של חברת הסליקה ואינם נשמרים אצלנו.{' '}
                {planOf(price, sums) || order?.plan ? (
                  'משלמים בכרטיס אשראי, כדי שהתשלומים הבאים יחויבו בו.'
                ) : (
                  <>
                    התשלום ב־<bdi>Bit</bdi>, <bdi>Apple Pay</bdi> ו־
                    <bdi>Google Pay</bdi> זמין בהתאם למכשיר ולחברת הסליקה.
                  </>
                )}
              </p>
            )}
            <NoticeShown texts={texts} />
            <PrivacyNotice texts={texts} facts={facts} />
          </>
        }
      />
    </div>
  )
}

const cardNote =
  'הכרטיס יישמר אצל חברת הסליקה, והתשלומים הבאים יחויבו בו בתאריכים שנקבעו. שלושה ימים לפני כל חיוב תגיע הודעה, ואפשר לעצור או להחליף כרטיס בכל עת.'

/** The amount charged now, and later charges. */
const PlanNote = ({ plan }: { plan: PlanTerms | undefined }) =>
  plan && (
    <p className="checkout__note">
      עכשיו משלמים על {firstPeriodText(plan)}. אחר כך {installmentAmountText(plan)}, באותו תאריך (ואם הוא בשבת, למחרת),{' '}
      {untilOf(plan)}. {cardNote}
    </p>
  )

const untilOf = (plan: PlanTerms) =>
  plan.charges === null ? 'עד שמסיימים את המסלול' : `${plan.charges} תשלומים בסך הכול`

const valuesOf = ({ name, email, phone, invoiceName, companyNumber, installments, bump }: OpenedOrder) => ({
  name,
  email,
  ...(phone && { phone }),
  ...(invoiceName && { invoiceName }),
  ...(companyNumber && { companyNumber }),
  installments: String(installments),
  ...(bump && { bump: 'on' }),
})

/** Prices by name, as links: the amounts on the page follow the choice without JavaScript. */
function PriceChoice({ offer, checkout, price, token }: Props & { price: OfferPrice }) {
  const sold = pricesSold({ offer, checkout }).filter(({ seats_left: seatsLeft }) => seatsLeft !== 0)
  if (sold.length < 2) return null
  return (
    <nav className="checkout__prices" aria-label="בחירת מסלול">
      {sold.map((one) => (
        <ButtonLink
          key={one.id}
          look={one.id === price.id ? 'primary' : 'secondary'}
          href={`${checkoutPath(offer.slug)}?${new URLSearchParams({ price: one.id, ...(token && { order: token }) }).toString()}`}
          {...(one.id === price.id && { 'aria-current': 'true' as const })}
        >
          {one.name || offer.name}: {formatPrice(one).amount} {formatPrice(one).per}
        </ButtonLink>
      ))}
    </nav>
  )
}

const ClosedCharge = ({ facts, text }: Props & { text: string }) => (
  <div className="result">
    <p>{text}</p>
    <div className="result__acts">
      <ButtonLink look="primary" size="lg" href={callPath(facts)}>
        לשיחה איתנו
      </ButtonLink>
    </div>
  </div>
)

/** Shown without a payment provider, or while nothing is on sale. */
const Closed = ({ offer, facts, checkout }: Props) => (
  <div className="result">
    <p>
      {checkout.provider === null
        ? 'אי אפשר לשלם כאן כרגע. נשמח להשלים את ההרשמה בשיחה קצרה.'
        : 'כרגע אין כאן מחיר פתוח להרשמה. אפשר לראות בעמוד המוצר מתי היא נפתחת, או לדבר איתנו.'}
    </p>
    <div className="result__acts">
      <ButtonLink look="primary" size="lg" href={callPath(facts)}>
        לשיחה איתנו
      </ButtonLink>
      <ButtonLink size="lg" href={offerPath(offer.slug)}>
        לעמוד המוצר
      </ButtonLink>
    </div>
  </div>
)
