// The landing pages' forms as plain HTML POSTs: one form, one path per offer.
import { type FormPost, textsOf } from '#lib/forms/form-post.ts'
import { type OfferName, offers, refusals } from './signups.ts'

const signupPost = (offer: OfferName): FormPost => ({
  path: `/${offer}`,
  page: 'src/web/landing/landing-page.tsx',
  run: 'sign-up',
  fields: ['name', 'email', 'phone', 'marketingConsent'],
  input: (values, { body, sourceUrl }) => ({
    ...values,
    ...textsOf(body, ['consentTextId', 'privacyTextId']),
    offer,
    sourceUrl,
  }),
  sent: () => `/${offer}?joined#sent`,
  problems: { too_many_requests: refusals.too_many_requests },
})

export const signupPosts: readonly FormPost[] = offers.map(signupPost)
