// The form in which a client tells how it was, as plain HTML. Light: the page carries it, the server decides.
import type { FormPost } from '#lib/forms/form-post.ts'
import { refusals } from './reviews.ts'

export const reviewFields = ['body', 'name', 'email', 'about', 'rating', 'scope', 'consent'] as const

export const reviewLabels: Record<(typeof reviewFields)[number], string> = {
  body: 'מה השתנה אצלכם',
  name: 'שם מלא',
  email: 'דוא״ל',
  about: 'כמה מילים עליכם',
  rating: 'דירוג',
  scope: 'איך להציג את השם',
  consent: 'הסכמה לפרסום',
}

export const reviewPost: FormPost = {
  path: '/reviews',
  page: 'src/web/site/pages/reviews-page.tsx',
  run: 'leave-review',
  fields: reviewFields,
  input: (values, { body, sourceUrl }) => ({ ...values, privacyTextId: body['privacyTextId'], sourceUrl }),
  sent: () => '/reviews?left=1#left',
  problems: { too_many_requests: refusals.too_many_requests },
}
