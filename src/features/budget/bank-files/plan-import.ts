// The contents of an import: new lines with their categories, in requests of limited size, and the learned rules.
import { entriesPerImport, type ImportEntries, type ImportKnowledge } from '../budget.ts'
import type { Group } from './categorize.ts'
import { shekel } from './read-amount.ts'
import type { BankLine } from './read-lines.ts'

export type SortedLines = {
  /** Lines that are neither duplicates nor possibly entered manually. */
  fresh: BankLine[]
  known: number
  /** Lines with the day and amount of a manually entered entry. */
  perhapsTyped: BankLine[]
  /** Lines in a currency without a rate, by currency. */
  foreign: Map<string, BankLine[]>
}

/** The price of one unit of a currency in shekels. */
export type ExchangeRates = Readonly<Record<string, number | undefined>>

/** Converts amounts of other currencies to agorot; amounts without a rate are skipped. */
export function sortLines(
  lines: readonly BankLine[],
  { keys, typed }: ImportKnowledge,
  rates: ExchangeRates = {},
): SortedLines {
  const known = new Set(keys)
  const byHand = new Set(typed.map(({ on, amount }) => `${on} ${Math.abs(amount)}`))
  const sorted: SortedLines = { fresh: [], known: 0, perhapsTyped: [], foreign: new Map() }
  for (const line of lines) {
    if (known.has(line.key)) {
      sorted.known++
      continue
    }
    const rate = line.currency === shekel ? 1 : rates[line.currency]
    if (line.currency !== shekel)
      sorted.foreign.set(line.currency, [...(sorted.foreign.get(line.currency) ?? []), line])
    if (!rate) continue
    const inShekels = rate === 1 ? line : { ...line, out: Math.round(line.out * rate) }
    if (byHand.has(`${line.on} ${Math.abs(inShekels.out)}`)) sorted.perhapsTyped.push(inShekels)
    else sorted.fresh.push(inShekels)
  }
  return sorted
}

/** Sorted by day, so that a request affects as few months as possible. */
export function entriesOf(groups: readonly Group[]): ImportEntries['entries'] {
  return groups
    .flatMap(({ decision, lines }) =>
      decision === 'skip'
        ? []
        : lines.map(({ on, out, description, key }) => ({
            ...decision,
            on,
            amount: decision.kind === 'income' ? -out : out,
            description,
            importKey: key.slice(0, 300),
          })),
    )
    .toSorted((a, b) => a.on.localeCompare(b.on))
}

/** The requests of an import. A rule is sent with the first request that has room for it. */
export function requestsOf(
  entries: ImportEntries['entries'],
  rules: ImportEntries['rules'],
  isPrivate: boolean,
): ImportEntries[] {
  const count = Math.max(Math.ceil(entries.length / entriesPerImport), Math.ceil(rules.length / entriesPerImport))
  const part = <T>(all: readonly T[], i: number) => all.slice(i * entriesPerImport, (i + 1) * entriesPerImport)
  return Array.from({ length: count }, (_, i) => ({ isPrivate, entries: part(entries, i), rules: part(rules, i) }))
}
