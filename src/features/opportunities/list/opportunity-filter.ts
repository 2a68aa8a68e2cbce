// The filter of board, table and forecast, serialized in the URL so that it can be shared, saved and revisited.
import { addDays } from '#lib/time/day-arithmetic.ts'

/** The filter argument of the SQL functions; a missing key matches everything. Days as 'YYYY-MM-DD'. */
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

/** URL value that matches a missing owner, source or product. */
export const NONE = 'none'
const NO_OWNER_ID = '00000000-0000-0000-0000-000000000000'

export const stepLabels = { none: 'אין צעד הבא', overdue: 'באיחור', planned: 'מתוכנן' } as const
export const statusLabels = { open: 'פתוחות', won: 'נסגרו בהצלחה', lost: 'לא נסגרו' } as const
export const closingLabels = {
  overdue: 'המועד עבר',
  month: 'החודש',
  next: 'בחודש הבא',
  none: 'בלי מועד',
} as const

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** The values of one parameter, comma-separated in the URL. */
export const selectedValues = (params: URLSearchParams, name: string): string[] =>
  (params.get(name) ?? '').split(',').filter(Boolean)

/** Parses the URL's filter. `me` is the id behind `owner=me`; `today` the day in Israel. Unknown values are ignored. */
export function filterOf(params: URLSearchParams, me: string, today: string): OpportunityFilter {
  const ids = (name: string) =>
    selectedValues(params, name)
      .map((word) => (word === NONE ? NO_OWNER_ID : word === 'me' ? me : word))
      .filter(isId)
  const known = (name: string, labels: object) =>
    selectedValues(params, name).filter((word) => Object.hasOwn(labels, word))
  const query = params.get('q')?.trim()
  const lists = {
    owners: ids('owner'),
    sources: selectedValues(params, 'source').map((word) => (word === NONE ? '' : word)),
    products: ids('product'),
    steps: known('step', stepLabels),
    statuses: known('status', statusLabels),
  }
  return {
    ...(query && { query }),
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
    ...(params.get('rotting') === '1' && { rotting: true }),
    ...closing(params.get('closes') ?? '', today),
  }
}

/** A named period, or a month as 'YYYY-MM'. */
function closing(word: string, today: string): OpportunityFilter {
  if (word === 'none') return { without_close: true }
  if (word === 'overdue') return { closes_until: addDays(today, -1) }
  const thisMonth = today.slice(0, 7)
  const month = word === 'month' ? thisMonth : word === 'next' ? monthAfter(thisMonth) : word
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) return {}
  return { closes_from: `${month}-01`, closes_until: addDays(`${monthAfter(month)}-01`, -1) }
}

/** The month after this one; both as 'YYYY-MM'. */
export function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** Whether any filter is set. */
export const isFiltered = (filter: OpportunityFilter) => Object.keys(filter).length > 0
