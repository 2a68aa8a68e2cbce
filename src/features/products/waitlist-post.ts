// The waitlist form as a plain HTML POST.
import type { FormPost } from '#lib/forms/form-post.ts'
import { offerPath, refusals, type WaitlistJoined } from './products.ts'

export const waitlistFields = ['name', 'email'] as const

export const waitlistLabels: Record<(typeof waitlistFields)[number], string> = { name: 'שם', email: 'דוא״ל' }

export const waitlistPath = (slug: string) => `${offerPath(slug)}/waiting`

export const waitlistPost: FormPost = {
  path: '/:product/waiting',
  page: 'src/web/site/pages/offer-page.tsx',
  run: 'join-waitlist',
  fields: waitlistFields,
  input: (values, { body, params, sourceUrl }) => ({
    ...values,
    slug: params['product'],
    privacyTextId: body['privacyTextId'],
    sourceUrl,
  }),
  sent: (answer) => `${offerPath((answer as WaitlistJoined).slug)}?waiting=1#join`,
  problems: {
    product_unknown: refusals.product_unknown,
    product_is_open: refusals.product_is_open,
    too_many_requests: refusals.too_many_requests,
  },
}
