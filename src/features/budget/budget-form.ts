// Form fields of a budget item, and the item that they describe. Amounts are entered in shekels.
import { parseMoney } from '#lib/parse-money.ts'
import { type BudgetItem, type ItemBody, ItemBody as Body } from './budget.ts'
import { lineKinds } from './categories.ts'
import type { Month } from './months.ts'

export type FormKind = 'line' | 'debt' | 'goal' | 'asset' | 'plan'
export type FormValues = Readonly<Record<string, string>>

const shekels = (agorot: number) => (agorot % 100 === 0 ? String(agorot / 100) : (agorot / 100).toFixed(2))
/** NaN for an invalid amount, which the schema refuses. */
const agorot = (text: string | undefined) =>
  text?.trim() ? (parseMoney(text.trim().replace(/^-/, '')) ?? NaN) * (text.trim().startsWith('-') ? -1 : 1) : 0

/** Parses a percentage to hundredths of a percent. */
const rate = (text: string | undefined) =>
  /^\d{1,3}(\.\d{1,2})?$/.test(text?.trim() || '0') ? Math.round(Number(text || 0) * 100) : NaN

export function valuesOf(item: BudgetItem | undefined): FormValues {
  if (item?.kind === 'line') {
    const { kind, category, planned, actual, spread, note } = item.content
    const months = spread ? String(spread.everyMonths) : ''
    return { kind, category, planned: shekels(spread?.total ?? planned), actual: shekels(actual), months, note }
  }
  if (item?.kind === 'debt') {
    const { name, kind, balance, yearlyRate, minPayment } = item.content
    return { name, kind, balance: shekels(balance), rate: String(yearlyRate / 100), minPayment: shekels(minPayment) }
  }
  if (item?.kind === 'goal') {
    const { name, target, saved, by } = item.content
    return { name, target: shekels(target), saved: shekels(saved), by: by ?? '' }
  }
  if (item?.kind === 'asset') return { ...item.content, value: shekels(item.content.value) }
  if (item?.kind === 'plan') return { method: item.content.method, extra: shekels(item.content.extra) }
  return {}
}

/**
 * Merges a form that the partner saved while it was edited. A field changed on one side takes that value. A field
 * changed on both sides takes the local value, and is listed in `both`.
 */
export function mergeValues(base: FormValues, theirs: FormValues, mine: FormValues) {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  const of = (values: FormValues, name: string) => values[name] ?? ''
  const changed = (values: FormValues, name: string) => of(values, name) !== of(base, name)
  const merged = Object.fromEntries(names.map((name) => [name, of(changed(mine, name) ? mine : theirs, name)]))
  const both = names.filter(
    (name) => changed(mine, name) && changed(theirs, name) && of(mine, name) !== of(theirs, name),
  )
  const taken = names.filter((name) => !changed(mine, name) && changed(theirs, name))
  return { merged, both, taken }
}

/** The item, or the message of the first validation error. */
export function itemOf(kind: FormKind, month: Month, values: FormValues): { item: ItemBody } | { errorText: string } {
  const { error, data } = Body.safeParse(draftOf(kind, month, values))
  if (data) return { item: data }
  const message = error.issues[0]!.message
  return { errorText: /[\u05d0-\u05ea]/.test(message) ? message : 'יש להשלים את כל השדות' }
}

function draftOf(kind: FormKind, month: Month, v: FormValues): object {
  const name = v['name'] ?? ''
  if (kind === 'debt')
    return {
      kind,
      content: {
        name,
        kind: v['kind'],
        balance: agorot(v['balance']),
        yearlyRate: rate(v['rate']),
        minPayment: agorot(v['minPayment']),
      },
    }
  if (kind === 'goal')
    return { kind, content: { name, target: agorot(v['target']), saved: agorot(v['saved']), by: v['by'] || null } }
  if (kind === 'asset') return { kind, content: { name, kind: v['kind'], value: agorot(v['value']) } }
  if (kind === 'plan') return { kind, content: { method: v['method'], extra: agorot(v['extra']) } }
  const everyMonths = Number(v['months'] || 0)
  const planned = agorot(v['planned'])
  const isSpread = everyMonths > 1
  return {
    kind,
    month,
    content: {
      kind: lineKinds.find((one) => one === v['kind']),
      category: v['category'] ?? '',
      planned: isSpread ? 0 : planned,
      actual: agorot(v['actual']),
      spread: isSpread ? { total: planned, everyMonths, startsOn: v['startsOn'] || month } : null,
      note: v['note'] ?? '',
    },
  }
}

/**
 * The text of a row's difference: what is left, or the amount over budget. Without a plan no amount can be over budget.
 */
export function differenceText(
  kind: string,
  planned: number,
  actual: number,
  format: (agorot: number) => string,
): string {
  const rest = planned - actual
  if (rest === 0) return 'בדיוק לפי התכנון'
  if (planned === 0 && actual > 0) return 'עוד לא נקבע תכנון'
  if (kind === 'income') return rest > 0 ? `עוד ${format(rest)} צפויים` : `${format(-rest)} יותר מהצפוי`
  return rest > 0 ? `נשארו ${format(rest)}` : `${format(-rest)} מעל התכנון`
}
