// The forms of launches as plain HTML POSTs. A GET changes no data, because mail scanners open every link of a mail.
import { type FormPost, type KeyCookie, textOf, textsOf } from '#lib/forms/form-post.ts'
import { landingPath, refusals, watchPath } from './launches.ts'

/** Set by a mailed link; its cookie path is the path of the launch. */
export const launchCookie: KeyCookie = { name: 'launch', field: 'cookie' }

const problems = { ...refusals, failed: 'לא הצלחנו לשמור. אפשר לנסות שוב בעוד רגע' }

export const joinFieldLabels = { name: 'שם פרטי', email: 'דוא״ל', marketing: 'הסכמה לעדכונים' } as const
export const commentLabels = { body: 'תגובה' } as const
export const codeLabels = { code: 'הקוד מהדוא״ל' } as const

const joinPost: FormPost = {
  path: '/plf/:launchId/landing',
  page: 'src/web/launches/landing-page.tsx',
  run: 'join-launch',
  cookie: launchCookie,
  fields: Object.keys(joinFieldLabels),
  values: (body) => textsOf(body, [...Object.keys(joinFieldLabels), 'cookie']),
  input: (values, { body, params, sourceUrl }) => ({
    ...values,
    ...textsOf(body, ['marketingTextId', 'privacyTextId']),
    launch: params['launchId'],
    sourceUrl,
  }),
  errors: ({ marketingConsent }): Record<string, string> => (marketingConsent ? { marketing: marketingConsent } : {}),
  sent: (answer, _values, params) =>
    `${landingPath(params['launchId']!)}?${(answer as { waits: boolean }).waits ? 'waiting' : 'joined'}=1#sent`,
  problems,
}

/** Requests a new link by address, or by the token of an expired link. */
const linkPost: FormPost = {
  path: '/plf/:launchId/link',
  page: 'src/web/launches/link-page.tsx',
  run: 'resend-launch-link',
  fields: ['email', 'token'],
  input: (values, { params }) => ({ ...values, launch: params['launchId'] }),
  sent: (_answer, _values, params) => `${landingPath(params['launchId']!)}?sent=1#sent`,
  problems,
}

type Step = { step: string; run: string; fields?: string[]; to?: string } & Partial<Pick<FormPost, 'sent'>>

/** A form of the watch page. The cookie identifies the participant; the id in the URL is only used for the redirect. */
const watchPost = ({ step, run, fields = [], to = '', ...rest }: Step): FormPost => ({
  path: `/plf/:launchId/watch/:participantId/${step}`,
  page: 'src/web/launches/watch-page.tsx',
  run,
  cookie: launchCookie,
  fields,
  values: (body) => textsOf(body, [...fields, 'content', 'cookie']),
  input: (values, { body, params }) => ({ ...values, launch: params['launchId'], cookie: textOf(body, 'cookie') }),
  sent: (_answer, values, params) => back(params, values, to),
  problems,
  ...rest,
})

function back({ launchId = '', participantId = '' }: Record<string, string>, values: object, to: string) {
  const { content } = values as { content?: string }
  return `${watchPath(launchId, participantId)}${content ? `?c=${encodeURIComponent(content)}` : ''}${to}`
}

export const launchPosts: readonly FormPost[] = [
  joinPost,
  linkPost,
  watchPost({ step: 'progress', run: 'note-launch-progress', fields: ['from', 'until'] }),
  watchPost({ step: 'complete', run: 'complete-launch-content', to: '#next' }),
  watchPost({
    step: 'ask',
    run: 'ask-for-launch-content',
    sent: (_answer, values, params) =>
      `${back(params, {}, '')}#content-${(values as { content?: string }).content ?? ''}`,
  }),
  watchPost({ step: 'comment', run: 'comment-on-launch', fields: ['body'], to: '#comments' }),
  watchPost({ step: 'worksheet', run: 'open-launch-worksheet', sent: (answer) => (answer as { url: string }).url }),
  watchPost({ step: 'checkout', run: 'start-launch-checkout', sent: (answer) => (answer as { url: string }).url }),
  watchPost({ step: 'leave', run: 'leave-launch', to: '#leave' }),
  watchPost({ step: 'return', run: 'return-to-launch' }),
  watchPost({
    step: 'wait',
    run: 'wait-for-launch',
    to: '#offer',
  }),
  watchPost({
    step: 'code',
    run: 'request-launch-code',
    sent: (_answer, _values, params) => `${back(params, {}, '')}?code=sent#sent`,
  }),
  watchPost({
    step: 'enter',
    run: 'enter-launch-code',
    fields: ['code'],
    sent: (answer, _values, params) =>
      back(params, {}, (answer as { participant: string | null }).participant ? '' : '?code=wrong#sent'),
  }),
]
