// State of the import preview: new lines, the category of each merchant, and the payload of the save.
import { useMemo, useState } from 'react'
import { type Decision, type Group, groupLines } from '#features/budget/bank-files/categorize.ts'
import { entriesOf, type ExchangeRates, sortLines } from '#features/budget/bank-files/plan-import.ts'
import type { BankFile } from '#features/budget/bank-files/read-lines.ts'
import type { ImportEntries, ImportKnowledge } from '#features/budget/budget.ts'

export function useImportPlan(file: BankFile, knowledge: ImportKnowledge) {
  const [rates, setRates] = useState<ExchangeRates>({})
  const [decisions, setDecisions] = useState<Readonly<Record<string, Decision>>>({})
  const [takesTyped, setTakesTyped] = useState(false)
  const sorted = useMemo(() => sortLines(file.lines, knowledge, rates), [file, knowledge, rates])
  const proposed = useMemo(
    () => groupLines(takesTyped ? [...sorted.fresh, ...sorted.perhapsTyped] : sorted.fresh, knowledge.rules),
    [sorted, takesTyped, knowledge],
  )
  const groups = useMemo(
    () => proposed.map((group): Group => ({ ...group, decision: decisions[group.key] ?? group.decision })),
    [proposed, decisions],
  )
  const entries = useMemo(() => entriesOf(groups), [groups])
  const learned = groups.flatMap(({ key, merchant, decision }): ImportEntries['rules'] =>
    decisions[key] && decision !== 'skip' ? [{ match: merchant, ...decision }] : [],
  )
  return {
    sorted,
    groups,
    entries,
    learned,
    rates,
    takesTyped,
    setTakesTyped,
    setRate: (currency: string, rate: number | undefined) => setRates((all) => ({ ...all, [currency]: rate })),
    decide: (key: string, decision: Decision) => setDecisions((all) => ({ ...all, [key]: decision })),
  }
}
