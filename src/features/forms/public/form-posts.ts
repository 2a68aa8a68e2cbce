// The form page as plain HTML POSTs: one per step, and one for its password.
import { type FormBody, type FormPost, type KeyCookie, textOf, textsOf } from '#lib/forms/form-post.ts'
import { entriesOfBody } from '#platform/forms/answers/entries.ts'
import type { FormUnlocked, StepDone } from '../forms.ts'
import { refusals } from '../form-texts.ts'
import { maxFileBytes } from '../sniff-file.ts'
import { continuePath, formPath } from '../form-paths.ts'
import { formTexts } from './form-view.ts'

/** Names of a posted step's fields other than answers. */
const controls = [
  'version',
  'key',
  'link',
  'access',
  'change',
  'page',
  'revision',
  'shown',
  'step',
  'consentTextId',
  'privacyTextId',
] as const
export type PostedStep = Record<(typeof controls)[number], string> & { entries: ReturnType<typeof entriesOfBody> }

export const formPost: FormPost = {
  path: '/form/:formId',
  page: 'src/web/forms/form-page.tsx',
  run: 'post-form-step',
  fields: [],
  maxFileBytes,
  values: (body: FormBody): PostedStep => ({
    ...(Object.fromEntries(controls.map((name) => [name, textOf(body, name)])) as Record<
      (typeof controls)[number],
      string
    >),
    entries: entriesOfBody(body),
  }),
  input: (values, { body, params, sourceUrl }) => ({
    ...values,
    formId: params['formId'],
    file: body['file'],
    sourceUrl,
  }),
  // Keyed by the form's field keys.
  errors: (fields) => fields,
  sent: (answer, values, { formId = '' }) => {
    const { page, why } = answer as StepDone
    const path = continuePath(encodeURIComponent(formId), (values as PostedStep).key)
    if (page === null) return `${path}#done`
    return `${path}?${new URLSearchParams({ ...((values as PostedStep).change && { change: '1' }), step: page, ...(why && { why }) }).toString()}#form-step`
  },
  problems: { ...refusals, form_password_needed: formTexts.passwordChanged, failed: formTexts.failed },
}

/** Cookie with the access token of the password, scoped to this form's paths. */
export const accessCookie: KeyCookie = { name: 'form', field: 'access' }

/** The password and the return target: the continued submission, the query, and whether it is embedded. */
export type PostedPassword = Partial<Record<'password' | 'token' | 'query' | 'embed', string>>

export const passwordPost: FormPost = {
  path: '/form/:formId/password',
  page: 'src/web/forms/form-page.tsx',
  run: 'unlock-form',
  fields: ['password'],
  values: (body) => textsOf(body, ['password', 'token', 'query', 'embed']),
  check: (values): Partial<Record<string, string>> =>
    (values as PostedPassword).password ? {} : { password: refusals.form_password_missing },
  input: (values, { params }) => ({ formId: params['formId'], password: (values as PostedPassword).password }),
  cookie: {
    ...accessCookie,
    store: {
      path: ({ formId = '' }) => formPath(encodeURIComponent(formId)),
      maxAgeSeconds: 30 * 86_400,
      valueOf: (answer) => (answer as FormUnlocked).access ?? undefined,
    },
  },
  // Browsers block the cookie in an iframe on another site. Its page is rendered directly, and its island sends the
  // access token.
  shown: (answer, values) => {
    const { embed, token } = values as PostedPassword
    return embed ? { access: (answer as FormUnlocked).access ?? '', embed, ...(token && { key: token }) } : undefined
  },
  sent: (_answer, values, { formId = '' }) => {
    const { token, query } = values as PostedPassword
    const id = encodeURIComponent(formId)
    return `${token && isKey(token) ? continuePath(id, token) : formPath(id)}${query ? `?${new URLSearchParams(query).toString()}` : ''}`
  },
  problems: { ...refusals, failed: 'לא הצלחנו לבדוק את הסיסמה. אפשר לנסות שוב' },
}

const isKey = (token: string) => /^[\w-]{32}$/.test(token)
