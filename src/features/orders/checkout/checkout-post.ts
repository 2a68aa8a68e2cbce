// The form of the checkout as a plain HTML POST.
import { type FormPost, type FormText, textOf, textsOf } from '#lib/forms/form-post.ts'
import { checkoutPath, checkoutRoute } from '#features/products/products.ts'
import { type OrderPlaced, refusals } from '../orders.ts'
import { payPath, successPath } from '../order-paths.ts'

export const checkoutFields = [
  'name',
  'email',
  'phone',
  'installments',
  'invoiceName',
  'companyNumber',
  'coupon',
  'bump',
  'terms',
] as const

export const checkoutPost: FormPost = {
  path: checkoutRoute,
  page: 'src/web/checkout/checkout-page.tsx',
  run: 'place-order',
  fields: [...checkoutFields],
  // Strictly necessary while a seat is reserved: a visitor who resubmits a changed order must not reserve a second
  // seat.
  cookie: {
    name: 'checkout',
    field: 'former',
    store: {
      path: ({ product = '' }) => checkoutPath(encodeURIComponent(product)),
      maxAgeSeconds: 900,
      valueOf: (answer) => (answer as OrderPlaced).order,
    },
  },
  values: (body) =>
    textsOf(body, [...checkoutFields, 'priceId', 'order', 'shownAgorot', 'shownWithBump', 'shownPlan', 'update']),
  // The coupon button only recalculates the total.
  isComplete: (values) => !('update' in values),
  input: (values, { body, params, sourceUrl }) => ({
    ...(values as FormText),
    slug: params['product'],
    privacyTextId: body['privacyTextId'],
    ...(/^[\w-]{32}$/.test(textOf(body, 'former')) && { former: textOf(body, 'former') }),
    sourceUrl,
  }),
  sent(answer) {
    const { order, url } = answer as OrderPlaced
    return url === null ? successPath(order) : payPath(order)
  },
  problems: { ...refusals, failed: 'עמוד התשלום לא נפתח, ולא בוצע חיוב. מה שכתבתם נשאר כאן, אפשר לנסות שוב' },
}
