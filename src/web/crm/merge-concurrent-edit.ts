// A form over a row that other people save as well: nothing typed gives way to what they saved, and nothing of theirs is lost under it.
import { useState } from 'react'
import { refusalCode } from '#client/refusal.ts'
import { formatDate } from '#lib/time/dates.ts'
import type { ChangedFact } from '#ui/states/conflict-notice.tsx'

type Values = { readonly [name: string]: unknown }

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** What was typed, and where nothing was changed since `base`, what stands there now. */
export const mergeConcurrentEdit = <Edit extends object>(base: Edit, now: Edit, typed: Edit): Edit =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => {
      const isUntouched = isSame((base as Values)[name], value)
      return [name, isUntouched ? (now as Values)[name] : value]
    }),
  ) as Edit

type Name<Edit> = keyof Edit & string
type Words<Edit> = {
  /** What the lines of the form are called, for telling what somebody else changed. */
  labels: Readonly<Record<Name<Edit>, string>>
  /** What the values of a line are called, where they are chosen from a list. */
  choices?: Readonly<Partial<Record<Name<Edit>, Readonly<Record<string, string>>>>>
}

/** The named values that differ, as they stand now. */
export function changedFacts<Edit extends object>(
  base: Edit,
  now: Edit,
  { labels, choices }: Words<Edit>,
): ChangedFact[] {
  const names = Object.keys(labels) as Name<Edit>[]
  return names
    .filter((name) => !isSame(base[name], now[name]))
    .map((name) => {
      const value = inWords(now[name])
      const is = choices?.[name]?.[value] ?? value
      return { label: labels[name], ...(is && { is }) }
    })
}

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'כן' : 'לא'
  if (Array.isArray(value)) return value.map(inWords).join(', ')
  if (Object(value) === value) return Object.values(value as object).join(': ')
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value
  return typeof value === 'number' ? String(value) : ''
}

const staleCodes = new Set(['stale_version', 'changed_meanwhile'])

/** `asTyped` reads a row as the form would. */
type Options<Row, Edit> = Words<Edit> & { asTyped: (row: Row) => Edit }

/** `latest` is the row as it was read last. Fields begin with `base`; `round` is their key: another one once theirs came in with a save. */
export function useConcurrentEdit<Row, Edit extends object>(latest: Row, { asTyped, ...words }: Options<Row, Edit>) {
  const [base, setBase] = useState(latest)
  // Only after a refusal has shown what they saved may it be saved over.
  const [isBehind, setBehind] = useState(false)
  const [round, setRound] = useState(0)
  const seen = isBehind ? latest : base
  return {
    base,
    round,
    /** Over which version a save goes. */
    seen,
    /** What to save: all that was changed here, and theirs for the rest. */
    over: (typed: Edit) => mergeConcurrentEdit(asTyped(base), asTyped(seen), typed),
    /** For `<ConflictBanner>`: undefined until somebody else was first. */
    theirs: isBehind ? changedFacts(asTyped(base), asTyped(seen), words) : undefined,
    saved(row: Row) {
      setBase(row)
      if (isBehind) setRound(round + 1)
      setBehind(false)
    },
    /** Whether it was refused because somebody else was first. Another refusal is for the form to say. */
    isRefusedAsStale(error: unknown) {
      const isStale = staleCodes.has(refusalCode(error))
      if (isStale) setBehind(true)
      return isStale
    },
  }
}
