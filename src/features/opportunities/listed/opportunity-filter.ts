// What narrows the board, the table and the forecast: it stands in the address, so that it can be sent, saved and returned to.
import { addDays } from '#lib/time/dates.ts'

/** As the database takes it; what is missing narrows nothing. Days as 'YYYY-MM-DD'. */
export type OpportunityFilter = {
  query?: string
  owners?: string[]
  sources?: string[]
  products?: string[]
  steps?: string[]
  statuses?: string[]
  rotting?: boolean
  closes_from?: string
  closes_until?: string
  without_close?: boolean
}

/** In the address: nobody in whose care, no source, no product. */
export const NONE = 'none'
const NOBODY = '00000000-0000-0000-0000-000000000000'

export const stepLabels = { none: 'אין צעד הבא', overdue: 'באיחור', planned: 'מתוכנן' } as const
export const statusLabels = { open: 'פתוחות', won: 'נסגרו בהצלחה', lost: 'לא נסגרו' } as const
export const closingLabels = {
  overdue: 'המועד עבר',
  month: 'החודש',
  next: 'בחודש הבא',
  none: 'בלי מועד',
} as const

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** The words of one parameter: in the address they are separated by commas. */
export const chosenIn = (params: URLSearchParams, name: string): string[] =>
  (params.get(name) ?? '').split(',').filter(Boolean)

/** The filter that an address stands for. `me` is the id behind `owner=me`; `today` the day in Israel. What is not understood is left out. */
export function filterOf(params: URLSearchParams, me: string, today: string): OpportunityFilter {
  const ids = (name: string) =>
    chosenIn(params, name)
      .map((word) => (word === NONE ? NOBODY : word === 'me' ? me : word))
      .filter(isId)
  const known = (name: string, labels: object) => chosenIn(params, name).filter((word) => Object.hasOwn(labels, word))
  const query = params.get('q')?.trim()
  const lists = {
    owners: ids('owner'),
    sources: chosenIn(params, 'source').map((word) => (word === NONE ? '' : word)),
    products: ids('product'),
    steps: known('step', stepLabels),
    statuses: known('status', statusLabels),
  }
  return {
    ...(query && { query }),
    ...Object.fromEntries(Object.entries(lists).filter(([, words]) => words.length > 0)),
    ...(params.get('rotting') === '1' && { rotting: true }),
    ...closing(params.get('closes') ?? '', today),
  }
}

/** One of the named times, or a month as 'YYYY-MM'. */
function closing(word: string, today: string): OpportunityFilter {
  if (word === 'none') return { without_close: true }
  if (word === 'overdue') return { closes_until: addDays(today, -1) }
  const thisMonth = today.slice(0, 7)
  const month = word === 'month' ? thisMonth : word === 'next' ? monthAfter(thisMonth) : word
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) return {}
  return { closes_from: `${month}-01`, closes_until: addDays(`${monthAfter(month)}-01`, -1) }
}

/** The month after one, both as 'YYYY-MM'. */
export function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** Whether anything is narrowed at all. */
export const isNarrowed = (filter: OpportunityFilter) => Object.keys(filter).length > 0
