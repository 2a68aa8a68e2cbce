// Plain HTML forms of the public site, shared by the page and the server. Lightweight: islands import it too.

/** The state of a rejected form: entered values, errors by field, or the reason for its refusal and its code. */
export type FormState<Values extends object = FormText> = {
  values: Values
  errors: Partial<Record<string, string>>
  problem?: string
  code?: string
}

/** The text of each non-empty field. A checked checkbox is 'on'. */
export type FormText = Partial<Record<string, string>>

/** A parsed form body: a repeated name has a list of values. */
export type FormBody = Record<string, unknown>

export type PostedTo = {
  body: FormBody
  /** Path parameters, as of `/newsletter/confirm/:token`. */
  params: Record<string, string>
  /** The URL of the page with the form, query included, if it is on this site. */
  sourceUrl: string
}

/** One form of the site: its POST route, its page, its function, and the redirect after success. */
export type FormPost = {
  /** A Fastify route pattern. A page with several forms has one route for each. */
  path: string
  /** The module of the page that shows the rejected form: `src/features/…-page.tsx`. It reads a FormState from `request.form`. */
  page: string
  /** The name of the function of functions/v1. */
  run: string
  /** The fields of the page: their text is preserved, and their errors are shown. */
  fields: readonly string[]
  /** File size limit in bytes. The file is the last field; `body` has it as a File. A larger one is truncated just above the limit. */
  maxFileBytes?: number
  /** Values preserved for the page and passed to `input`, when field texts are not enough. */
  values?(body: FormBody): object
  /** Additional validation before the function is called. Returns errors by field. */
  check?(values: object): Partial<Record<string, string>>
  /** For a form of several steps: whether this is the last step. Otherwise the page is rendered again with the values. */
  isComplete?(values: object): boolean
  /** Maps the function's field errors to the fields of the page, where their names differ. */
  errors?(fields: Record<string, string>, values: object): Record<string, string>
  /** The input of the function. Default: the values and `sourceUrl`. */
  input?(values: object, posted: PostedTo): object
  /** The redirect after success: a URL of this site. */
  sent(answer: unknown, values: object, params: Record<string, string>): string
  /** The values of the page that is rendered after success instead of a redirect, for a frame without cookies; undefined to redirect. */
  shown?(answer: unknown, values: object): object | undefined
  /** A cookie whose value replaces its field of the posted body; without the cookie the field is undefined. */
  cookie?: KeyCookie
  /** Messages for refusal codes, and for `failed`, `suspicious`, `too_long`, `unreadable`. */
  problems?: Partial<Record<string, string>>
}

/** An HttpOnly cookie whose value is passed to the function of a page. */
export type KeyCookie = {
  name: string
  field: string
  /** Sets the cookie to a value from the function's output; undefined does not change it. */
  store?: Omit<CookieAttributes, 'path'> & {
    path: string | ((params: Record<string, string>) => string)
    valueOf(answer: unknown): string | undefined
  }
}

export type CookieAttributes = {
  /** The Path attribute. */
  path: string
  maxAgeSeconds: number
}

/** A honeypot field: visually hidden, and not autofilled by browsers. */
export const honeypotName = 'company_site'

/** Milliseconds between page load and submission. Set by the site's script; empty without JavaScript. */
export const openedName = 'opened'

/** Minimum time between page load and submission; a faster one is treated as a bot's. */
export const minOpenMs = 1000

export const formProblems = {
  failed: 'לא הצלחנו לקבל את הטופס. מה שכתבתם נשאר כאן, אפשר לנסות שוב',
  suspicious: 'לא הצלחנו לקבל את הטופס. אפשר לשלוח אותו שוב, להתקשר אלינו או לכתוב בדוא״ל',
  too_long: 'הטופס ארוך מדי. אפשר לקצר אותו, או לשלוח בדוא״ל',
  unreadable: 'הטופס לא הגיע בצורה שאפשר לקרוא. אפשר למלא אותו כאן',
} as const

/** The Hebrew title with the number of invalid fields. */
export function invalidFieldsTitle(n: number): string {
  if (n === 1) return 'יש שדה אחד לתיקון'
  return n === 2 ? 'יש שני שדות לתיקון' : `יש ${n} שדות לתיקון`
}

/** The message above a rejected form, also in the page title; undefined before a submission. */
export function formErrorMessage(state: FormState<object> | undefined): string | undefined {
  const wrong = Object.keys(state?.errors ?? {}).length
  return state?.problem ?? (wrong > 0 ? invalidFieldsTitle(wrong) : undefined)
}

/** The text of one field of a body; empty for any other value. */
export function textOf(body: FormBody, name: string): string {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

/** The values of the checked checkboxes that share a name. */
export function checkedValues(body: FormBody, name: string): string[] {
  return [body[name]].flat().filter((value) => typeof value === 'string' && value !== '') as string[]
}

/** The text of these fields, without the empty ones. */
export function textsOf(body: FormBody, names: readonly string[]): FormText {
  return Object.fromEntries(names.flatMap((name) => (textOf(body, name) ? [[name, textOf(body, name)]] : [])))
}
