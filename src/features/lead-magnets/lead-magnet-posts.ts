// Lead magnet forms as plain HTML POSTs. A GET changes nothing: mail scanners open every link of a mail.
import { type FormPost, textOf, textsOf } from '#lib/forms/form-post.ts'
import {
  filePath,
  landingPaths,
  type LeadMagnetOpened,
  refusals,
  type LeadMagnetRequested,
  thankYouPath,
} from './lead-magnets.ts'

const problems = { ...refusals, failed: 'לא הצלחנו לשמור. אפשר לנסות שוב בעוד רגע' }

export const requestLabels = {
  name: 'שם',
  email: 'דוא״ל',
  phone: 'טלפון',
  newsletter: 'הסכמה לניוזלטר',
} as const

const requestPost: FormPost = {
  path: '/lead/:slug',
  page: 'src/web/lead-magnets/lead-page.tsx',
  run: 'request-lead-magnet',
  fields: Object.keys(requestLabels),
  input: (values, { body, params, sourceUrl }) => ({
    ...values,
    ...textsOf(body, ['newsletterTextId', 'privacyTextId']),
    slug: params['slug'],
    sourceUrl,
  }),
  // The newsletter form uses another name for this checkbox.
  errors: ({ consent }): Record<string, string> => (consent ? { newsletter: consent } : {}),
  sent: (answer) => `${thankYouOf(answer)}#sent`,
  problems,
}

/** A landing page with a lead magnet form. Its slug is a hidden field, because the owner may change it. */
const landingPost = (path: string): FormPost => ({
  ...requestPost,
  path,
  page: 'src/web/landing/landing-page.tsx',
  input: (values, { body, sourceUrl }) => ({
    ...values,
    ...textsOf(body, ['newsletterTextId', 'privacyTextId']),
    slug: textOf(body, 'magnet'),
    sourceUrl,
  }),
})

/** A form of the thank-you page. Its key is posted in the body; the page's URL has it in the query. */
const visitPost = (step: 'resend' | 'correct', run: string): FormPost => ({
  path: `/lead/:slug/thank-you/${step}`,
  page: 'src/web/lead-magnets/thank-you-page.tsx',
  run,
  fields: ['email'],
  values: (body) => textsOf(body, ['token', 'email']),
  input: (values) => values,
  sent: (answer) => `${thankYouOf(answer)}&again=${step}#sent`,
  problems,
})

const linkPost = (
  { step, run }: { step?: string; run: string },
  rest: Pick<FormPost, 'sent'> & Partial<FormPost>,
): FormPost => ({
  path: `/lead/:slug/file/:token${step ? `/${step}` : ''}`,
  page: 'src/web/lead-magnets/file-page.tsx',
  run,
  fields: [],
  input: (_, { params }) => ({ token: params['token'] }),
  problems,
  ...rest,
})

const thankYouOf = (answer: unknown) => {
  const { slug, token } = answer as LeadMagnetRequested
  return thankYouPath(slug, token)
}
const back = ({ slug = '', token = '' }: Record<string, string>, query: string) =>
  `${filePath(slug, encodeURIComponent(token))}?${query}#sent`

export const leadMagnetPosts: readonly FormPost[] = [
  requestPost,
  ...landingPaths.map(landingPost),
  visitPost('resend', 'resend-lead-magnet'),
  visitPost('correct', 'correct-lead-magnet-address'),
  linkPost(
    { run: 'open-lead-magnet' },
    { sent: (answer, _values, params) => (answer as LeadMagnetOpened).url ?? back(params, 'begun=1') },
  ),
  linkPost(
    { step: 'renew', run: 'renew-lead-magnet-link' },
    { sent: (_answer, _values, params) => back(params, 'renewed=1') },
  ),
  linkPost(
    { step: 'newsletter', run: 'join-newsletter-by-link' },
    {
      input: (_, { body, params }) => ({ token: params['token'], ...textsOf(body, ['newsletterTextId']) }),
      sent: (_answer, _values, params) => back(params, 'joined=1'),
    },
  ),
  linkPost(
    { step: 'another', run: 'request-another-lead-magnet' },
    {
      input: (_, { body, params, sourceUrl }) => ({
        token: params['token'],
        slug: textOf(body, 'other'),
        sourceUrl,
      }),
      sent: (answer) => `${thankYouOf(answer)}#sent`,
    },
  ),
]
