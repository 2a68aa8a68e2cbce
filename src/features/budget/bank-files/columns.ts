// Columns of bank and card files: recognised by their headers, or chosen manually.
import { searchForm } from '#lib/hebrew/search-form.ts'

/** In menu order. A card's charge is an expense; a signed amount is income if positive, an expense if negative. */
export const roleLabels = {
  on: 'תאריך',
  description: 'תיאור או שם העסק',
  out: 'סכום שיצא (חובה, חיוב)',
  in: 'סכום שנכנס (זכות)',
  currency: 'מטבע',
} as const
export type ChosenRole = keyof typeof roleLabels

/** Column numbers, zero-based. */
export type Layout = {
  kind: 'account' | 'card'
  on: number
  description: number
  /** Columns that are appended to the description of a bank line. */
  details: readonly number[]
  out?: number
  in?: number
  currency?: number
  chargedOn?: number
  /** The column of a card file with the number and total of instalments. */
  notes: readonly number[]
  /** The card company's own category. */
  hint?: number
}

// Headers as exported by Leumi, Hapoalim, Discount, Mizrahi-Tefahot, Isracard, Max and Cal, in their various formats.
const names = {
  on: 'תאריך|תאריך רכישה|תאריך עסקה|תאריך העסקה|תאריך פעולה|תאריך הפעולה|תאריך התנועה|תאריך תנועה|date|transaction date',
  chargedOn: 'תאריך חיוב|תאריך החיוב|מועד חיוב|charge date',
  merchant: 'שם בית עסק|שם בית העסק|בית עסק|בית העסק|שם העסק|merchant',
  description: 'תיאור|תאור|תיאור התנועה|תיאור פעולה|תיאור הפעולה|סוג תנועה|הפעולה|פעולה|description',
  details: 'פרטים|תיאור מורחב|תאור מורחב|לטובת|details',
  notes: 'הערות|הערה|פירוט נוסף|סוג עסקה|notes',
  out: 'חובה|בחובה|סכום חובה|חובה בשח|debit',
  in: 'זכות|בזכות|סכום זכות|זכות בשח|credit|זכות חובה|שח זכות חובה|חובה זכות',
  charge: 'סכום חיוב|סכום החיוב|סכום לחיוב|סכום חיוב בשח|charge amount',
  amount: 'סכום|סכום בשח|סכום התנועה|amount',
  original: 'סכום עסקה|סכום העסקה|סכום מקורי|סכום עסקה מקורי',
  currency: 'מטבע חיוב|מטבע לחיוב|מטבע החיוב|מטבע|currency',
  originalCurrency: 'מטבע עסקה|מטבע מקור|מטבע מקורי|מטבע עסקה מקורי',
  balance: 'יתרה|היתרה בשח|יתרה בשח|שח יתרה|יתרה משוערכת|balance',
  hint: 'קטגוריה|ענף|category',
} as const
type Name = keyof typeof names

const byName = new Map<string, Name>(
  (Object.keys(names) as Name[]).flatMap((role) =>
    names[role].split('|').map((name): [string, Name] => [searchForm(name), role]),
  ),
)

/** The layout that a header row describes; undefined for any other row. */
export function layoutOf(cells: readonly string[]): Layout | undefined {
  // A fast exit: most rows of a large file are lines.
  if (!cells.some((cell) => /תאריך|date/i.test(cell))) return undefined
  const columns = new Map<Name, number[]>()
  cells.forEach((cell, column) => {
    const role = cell.length <= 60 ? byName.get(searchForm(cell)) : undefined
    if (role) columns.set(role, [...(columns.get(role) ?? []), column])
  })
  const first = (role: Name) => columns.get(role)?.[0]
  const on = first('on')
  const description = first('merchant') ?? first('description')
  if (on === undefined || description === undefined) return undefined
  const isCard = columns.has('merchant') || columns.has('charge')
  // The purchase amount is used only if the file has no charge column.
  const byPurchase = isCard && !columns.has('charge')
  const plain = first('amount')
  const out = first('out') ?? first('charge') ?? (isCard ? (first('original') ?? plain) : undefined)
  const incoming = first('in') ?? (isCard ? undefined : plain)
  if (out === undefined && incoming === undefined) return undefined
  const currency = (byPurchase ? first('originalCurrency') : undefined) ?? first('currency')
  const chargedOn = first('chargedOn')
  const hint = first('hint')
  return {
    kind: isCard ? 'card' : 'account',
    on,
    description,
    details: columns.get('details') ?? [],
    notes: columns.get('notes') ?? [],
    ...(out !== undefined && { out }),
    ...(incoming !== undefined && { in: incoming }),
    ...(currency !== undefined && { currency }),
    ...(chargedOn !== undefined && { chargedOn }),
    ...(hint !== undefined && { hint }),
  }
}

export type Choices = Partial<Record<ChosenRole, number>>

/** The manually chosen layout, or a message about what it lacks. */
export function layoutFrom({
  on,
  description,
  out,
  in: incoming,
  currency,
}: Choices): { layout: Layout } | { errorText: string } {
  if (on === undefined) return { errorText: 'יש לבחור באיזו עמודה התאריך' }
  if (description === undefined) return { errorText: 'יש לבחור באיזו עמודה התיאור' }
  if (out === undefined && incoming === undefined)
    return { errorText: 'יש לבחור באיזו עמודה הסכום: שיצא, שנכנס או שניהם' }
  const selected = [on, description, out, incoming, currency].filter((column) => column !== undefined)
  if (new Set(selected).size < selected.length) return { errorText: 'אותה עמודה נבחרה פעמיים' }
  return {
    layout: {
      kind: incoming === undefined ? 'card' : 'account',
      on,
      description,
      details: [],
      notes: [],
      ...(out !== undefined && { out }),
      ...(incoming !== undefined && { in: incoming }),
      ...(currency !== undefined && { currency }),
    },
  }
}
