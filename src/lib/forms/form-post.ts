// A form of plain HTML, as the page that shows it and the server that takes it both know it. Light: islands carry it too.

/** A form as it came back: what was typed, what is wrong with it by field, or why it was not taken at all. */
export type FormState<Values extends object = FormText> = {
  values: Values
  errors: Partial<Record<string, string>>
  problem?: string
}

/** The text of each field that was filled in. A ticked box is 'on'. */
export type FormText = Partial<Record<string, string>>

/** What a browser sends for a form: a name that comes twice has a list of values. */
export type FormBody = Record<string, unknown>

export type PostedTo = {
  body: FormBody
  /** Of the address, `/newsletter/confirm/:token`. */
  params: Record<string, string>
  /** The page the form was opened from, with its query, when it is one of ours. */
  sourceUrl: string
}

/** One form of the site: where it is posted, which page shows it, which function takes it, and where the visitor goes then. */
export type FormPost = {
  /** Fastify's way of writing. A page with several forms has an address for each. */
  path: string
  /** The module of the page that comes back when the form was not taken: `src/features/…-page.tsx`. It finds a FormState in `request.form`. */
  page: string
  /** The name of the function of functions/v1. */
  run: string
  /** The fields that the page shows: their text is kept, and what is wrong with them is told. */
  fields: readonly string[]
  /** In bytes, where a file may come along: it is the last field, `body` has it as a File, and one that is larger is cut short, so its size tells. */
  mostFileBytes?: number
  /** What is kept for the page and given to `input`, where the text of the fields does not say it all. */
  values?(body: FormBody): object
  /** What is wrong before the function is asked, by field: for what this form wants and its function does not. */
  check?(values: object): Partial<Record<string, string>>
  /** What the function is called with; without it, the values and `sourceUrl`. */
  input?(values: object, posted: PostedTo): object
  /** Where to go when the function has answered: an address of this site. */
  sent(answer: unknown, values: object, params: Record<string, string>): string
  /** Sentences for refusals by their code, and for `failed`, `suspicious`, `too_long`, `unreadable`. */
  problems?: Partial<Record<string, string>>
}

/** A trap for robots: people do not see this field and browsers do not fill it. */
export const trapName = 'company_site'

/** How many milliseconds the page had been open when its form was sent. Written by the site's script; empty without it. */
export const openedName = 'opened'

/** Nobody reads a page and fills its form in faster; a program does. */
export const leastOpenMs = 1000

export const formProblems = {
  failed: 'לא הצלחנו לקבל את הטופס. מה שכתבתם נשאר כאן, אפשר לנסות שוב',
  suspicious: 'לא הצלחנו לקבל את הטופס. אפשר לשלוח אותו שוב, להתקשר אלינו או לכתוב בדוא״ל',
  too_long: 'הטופס ארוך מדי. אפשר לקצר אותו, או לשלוח בדוא״ל',
  unreadable: 'הטופס לא הגיע בצורה שאפשר לקרוא. אפשר למלא אותו כאן',
} as const

/** "One field to mend", in the form Hebrew wants. */
export function mendTitle(n: number): string {
  if (n === 1) return 'יש שדה אחד לתיקון'
  return n === 2 ? 'יש שני שדות לתיקון' : `יש ${n} שדות לתיקון`
}

/** What stands above a form that came back, and first in the title of its page; undefined for a form nobody sent yet. */
export function whyItCameBack(state: FormState<object> | undefined): string | undefined {
  const wrong = Object.keys(state?.errors ?? {}).length
  return state?.problem ?? (wrong > 0 ? mendTitle(wrong) : undefined)
}

/** One field of a body; whatever else came under its name counts as nothing typed. */
export function textOf(body: FormBody, name: string): string {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

/** Boxes that share a name: the values of those that were ticked. */
export function ticked(body: FormBody, name: string): string[] {
  return [body[name]].flat().filter((value) => typeof value === 'string' && value !== '') as string[]
}

/** The text of these fields, without those that were left empty. */
export function textsOf(body: FormBody, names: readonly string[]): FormText {
  return Object.fromEntries(names.flatMap((name) => (textOf(body, name) ? [[name, textOf(body, name)]] : [])))
}
