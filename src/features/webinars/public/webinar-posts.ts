// The forms of webinars as plain HTML POSTs. GET changes nothing, because mail scanners open every link of a mail.
import { type FormPost, textOf, textsOf } from '#lib/forms/form-post.ts'
import { webinarCookie } from '../webinar-cookie.ts'
import { registerLabels } from './register-labels.ts'
import {
  type RegistrationKey,
  refusals,
  type RegistrationResult,
  roomPath,
  thankYouPath,
  webinarPath,
} from '../webinars.ts'

const problems = { ...refusals, failed: 'לא הצלחנו לשמור. אפשר לנסות שוב בעוד רגע' }

const afterRegistration = (answer: unknown) => {
  const { slug, token, opens, invite } = answer as RegistrationResult
  if (invite) return `${thankYouPath(slug, token)}&done=invite&i=${invite}#sent`
  return opens ? roomPath(slug, token) : `${thankYouPath(slug, token)}#sent`
}

const registerPost: FormPost = {
  path: '/webinar/:id',
  page: 'src/web/webinars/webinar-page.tsx',
  run: 'register-for-webinar',
  fields: Object.keys(registerLabels),
  input: (values, { body, params, sourceUrl }) => ({
    ...values,
    ...textsOf(body, ['consentTextId', 'privacyTextId', 'invite', 'zone']),
    browserKey: textOf(body, 'browserKey'),
    slug: params['id'],
    sourceUrl,
  }),
  // A repeated submit is the same registration, and the room opens without the link.
  cookie: {
    name: webinarCookie,
    field: 'browserKey',
    store: {
      path: ({ id = '' }) => webinarPath(id),
      maxAgeSeconds: 30 * 86_400,
      valueOf: (answer) => (answer as RegistrationResult).token,
    },
  },
  sent: afterRegistration,
  problems,
}

/** A form of a page with the token in its query; the form posts it in the body. */
const keyPost = (page: 'thank-you' | 'live', step: string, run: string, fields: readonly string[] = []): FormPost => ({
  path: `/webinar/:id/${page}/${step}`,
  page: `src/web/webinars/${page === 'live' ? 'room' : 'thank-you'}-page.tsx`,
  run,
  fields,
  values: (body) => textsOf(body, ['token', ...fields]),
  input: (values, { body, sourceUrl }) => ({ ...values, ...textsOf(body, ['consentTextId']), sourceUrl }),
  sent: (answer) => {
    const { slug, token, invite } = answer as RegistrationKey & { invite?: string }
    const path = page === 'live' && step !== 'move' ? roomPath(slug, token) : thankYouPath(slug, token)
    return `${path}&done=${step}${invite ? `&i=${invite}` : ''}#sent`
  },
  problems,
})

const invitePost = (step: 'accept' | 'decline', run: string): FormPost => ({
  path: `/webinar-invite/${step}`,
  page: 'src/web/webinars/invite-page.tsx',
  run,
  fields: [],
  values: (body) => textsOf(body, ['token']),
  input: (values, { sourceUrl }) => (step === 'accept' ? { ...values, sourceUrl } : values),
  sent: (answer) => (step === 'accept' ? afterRegistration(answer) : '/webinar-invite?declined=1#sent'),
  problems,
})

export const webinarPosts: readonly FormPost[] = [
  registerPost,
  keyPost('thank-you', 'wish', 'wish-in-webinar', ['wish']),
  keyPost('thank-you', 'whatsapp', 'agree-to-webinar-whatsapp', ['phone', 'marketingConsent']),
  keyPost('thank-you', 'invite', 'invite-to-webinar'),
  keyPost('thank-you', 'correct', 'correct-webinar-address', ['email']),
  keyPost('live', 'move', 'move-webinar-registration', ['sessionId']),
  keyPost('live', 'cancel', 'cancel-webinar-registration'),
  keyPost('live', 'ask', 'ask-in-webinar', ['question']),
  invitePost('accept', 'register-by-webinar-invite'),
  invitePost('decline', 'decline-webinar-invite'),
]
