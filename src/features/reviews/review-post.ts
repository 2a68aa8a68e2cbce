// The review forms as plain HTML POSTs. The schema library is not imported, because pages load this module.
import type { FormBody, FormPost } from '#lib/forms/form-post.ts'
import { maxBytes, refusals as ofPictures } from '#platform/images/images.ts'
import { refusals } from './reviews.ts'

// In form order: the file is last, so that an oversized one does not truncate the other fields.
export const reviewFields = [
  'body',
  'name',
  'email',
  'scope',
  'consent',
  'about',
  'rating',
  'photoConsent',
  'photo',
] as const

export const reviewLabels: Record<(typeof reviewFields)[number], string> = {
  body: 'מה השתנה אצלכם',
  name: 'שם מלא',
  email: 'דוא״ל',
  scope: 'איך להציג את השם',
  consent: 'הסכמה לפרסום',
  about: 'כמה מילים עליכם',
  rating: 'דירוג',
  photoConsent: 'הסכמה להצגת התמונה',
  photo: 'תמונה שלכם',
}

const problems = { ...ofPictures, ...refusals, too_long: ofPictures.picture_too_large }

const consentFields = (body: FormBody) => ({ privacyTextId: body['privacyTextId'], photo: body['photo'] })

export const reviewPost: FormPost = {
  path: '/reviews',
  page: 'src/web/site/pages/reviews-page.tsx',
  run: 'leave-review',
  fields: reviewFields,
  maxFileBytes: maxBytes,
  input: (values, { body, sourceUrl }) => ({ ...values, ...consentFields(body), sourceUrl }),
  sent: () => '/reviews?left=1#left',
  problems,
}

/** The same form behind a request link, without name and address fields. */
export const askedReviewPost: FormPost = {
  ...reviewPost,
  path: '/reviews/request/:token',
  page: 'src/web/reviews/review-request-page.tsx',
  run: 'leave-asked-review',
  // No source URL: the page's path contains the token.
  input: (values, { body, params }) => ({ ...values, ...consentFields(body), token: params['token'] }),
  sent: (_answer, _values, { token = '' }) => `/reviews/request/${encodeURIComponent(token)}`,
}

type ButtonPost = { path: string; run: string; with?: object; leads?: string }

/** A button on a page behind a mailed link. */
const buttonPost =
  (base: string, page: string) =>
  ({ path, run, with: more, leads = '' }: ButtonPost): FormPost => ({
    path: `${base}/:token${path}`,
    page,
    run,
    fields: [],
    input: (_, { params }) => ({ token: params['token'], ...more }),
    sent: (_answer, _values, { token = '' }) => `${base}/${encodeURIComponent(token)}${leads}`,
    problems: { ...refusals, failed: 'לא הצלחנו לשמור. אפשר לנסות שוב בעוד רגע' },
  })

const proofPost = buttonPost('/reviews/confirm', 'src/web/reviews/review-confirm-page.tsx')
const wordingPost = buttonPost('/reviews/wording', 'src/web/reviews/review-wording-page.tsx')

export const reviewPosts: readonly FormPost[] = [
  reviewPost,
  askedReviewPost,
  proofPost({ path: '', run: 'confirm-review' }),
  proofPost({ path: '/disown', run: 'disown-review', leads: '?disowned=1' }),
  proofPost({ path: '/renew', run: 'renew-review-link', leads: '?sent=1#sent' }),
  wordingPost({ path: '', run: 'decide-review-wording', with: { isApproved: true } }),
  wordingPost({ path: '/keep', run: 'decide-review-wording', with: { isApproved: false } }),
  wordingPost({ path: '/renew', run: 'renew-review-link', leads: '?sent=1#sent' }),
]
