// The newsletter's forms as plain HTML POSTs. A GET changes nothing, because mail scanners open every link of a mail.
import { type FormPost, textOf, checkedValues } from '#lib/forms/form-post.ts'
import { refusals } from './newsletter.ts'

const problems = { ...refusals, failed: 'לא הצלחנו לשמור. אפשר לנסות שוב בעוד רגע' }

export const newsletterLabels = { email: 'דוא״ל', consent: 'הסכמה לדיוור' }

export const newsletterPost: FormPost = {
  path: '/newsletter',
  page: 'src/web/site/pages/newsletter-page.tsx',
  run: 'subscribe-newsletter',
  fields: Object.keys(newsletterLabels),
  values: (body) => ({ email: textOf(body, 'email'), consent: textOf(body, 'consent') }),
  input: (values, { body, sourceUrl }) => ({
    ...values,
    consent: textOf(body, 'consent') === 'on',
    consentTextId: textOf(body, 'consentTextId'),
    sourceUrl,
  }),
  sent: () => '/newsletter?sent=1#sent',
  problems,
}

type TokenPost = Pick<FormPost, 'path' | 'run'> & { page: string; to: (token: string) => string }

/** A form whose URL carries the token that authorizes it. */
const tokenPost = (
  { path, page, run, to }: TokenPost,
  input?: (body: Record<string, unknown>) => object,
): FormPost => ({
  path,
  page,
  run,
  fields: [],
  input: (_, { body, params }) => ({ token: params['token'], ...input?.(body) }),
  sent: (_answer, _values, { token = '' }) => to(encodeURIComponent(token)),
  problems,
})

const confirmPage = 'src/features/newsletter/newsletter-confirm-page.tsx'
const preferencesPage = 'src/features/newsletter/mail-preferences-page.tsx'
const leftPage = 'src/features/newsletter/unsubscribe-success-page.tsx'

export const confirmPost = tokenPost({
  path: '/newsletter/confirm/:token',
  page: confirmPage,
  run: 'confirm-newsletter',
  to: (token) => `/newsletter/confirm/${token}`,
})

export const renewPost = tokenPost({
  path: '/newsletter/confirm/:token/renew',
  page: confirmPage,
  run: 'renew-newsletter',
  to: () => '/newsletter?sent=1#sent',
})

export const preferencesPost = tokenPost(
  {
    path: '/newsletter/preferences/:token',
    page: preferencesPage,
    run: 'set-mail-preferences',
    to: (token) => `/newsletter/preferences/${token}?saved=1#saved`,
  },
  (body) => ({
    lists: checkedValues(body, 'lists'),
    atMostWeekly: textOf(body, 'atMostWeekly') === 'on',
    pause: textOf(body, 'pause') === 'on',
  }),
)

export const unsubscribePost = tokenPost({
  path: '/newsletter/preferences/:token/unsubscribe',
  page: preferencesPage,
  run: 'unsubscribe',
  to: (token) => `/unsubscribe-success?ref=${token}`,
})

export const resubscribePost = tokenPost({
  path: '/newsletter/preferences/:token/resubscribe',
  page: preferencesPage,
  run: 'resubscribe',
  to: (token) => `/newsletter/preferences/${token}?back=1#saved`,
})

export const reasonPost = tokenPost(
  {
    path: '/newsletter/preferences/:token/reason',
    page: leftPage,
    run: 'tell-unsubscribe-reason',
    to: (token) => `/unsubscribe-success?ref=${token}#reason`,
  },
  (body) => ({ reason: textOf(body, 'reason') }),
)
