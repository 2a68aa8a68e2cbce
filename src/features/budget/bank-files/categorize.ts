// Groups the lines of a file by merchant, and proposes a category by learned rules, the card's category or keywords.
import { searchForm } from '#lib/hebrew/search-form.ts'
import type { ImportKnowledge } from '../budget.ts'
import { type LineKind, lineKinds, offeredCategories } from '../categories.ts'
import { type Choice, guessByKeyword, isCardCharge } from './keywords.ts'
import type { BankLine } from './read-lines.ts'

export type Decision = Choice | 'skip'
/** The source of a proposal; 'none' requires a manual choice. */
export type Source = 'rule' | 'hint' | 'words' | 'card' | 'none'
export type Group = {
  key: string
  merchant: string
  name: string
  lines: BankLine[]
  decision: Decision
  source: Source
}

/** A merchant's name without branch and reference numbers, so that it is equal in all of its lines. */
export function merchantOf(description: string): string {
  const normalized = searchForm(description).replaceAll(/(?<!\p{L})\d{2,}(?!\p{L})/gu, ' ').replaceAll(/\s+/g, ' ').trim() // prettier-ignore
  return normalized.replace(/ בעמ$/, '').slice(0, 200) || searchForm(description).slice(0, 200) || 'ללא תיאור'
}

export const fallback = (isIncoming: boolean): Choice =>
  isIncoming ? { kind: 'income', category: 'הכנסות אחרות' } : { kind: 'variable', category: 'שונות' }

/** Sorts groups that need a choice first, then by amount. */
export function groupLines(lines: readonly BankLine[], rules: ImportKnowledge['rules']): Group[] {
  const merchants = new Map<string, string>()
  const merchant = ({ description }: BankLine) => {
    const merchant = merchants.get(description) ?? merchantOf(description)
    merchants.set(description, merchant)
    return merchant
  }
  // Income from a merchant is a refund; into an account it may be a salary, so it is grouped separately.
  const byMerchant = Map.groupBy(
    lines,
    (line) => `${line.kind === 'account' && line.out < 0 ? '+' : ''}${merchant(line)}`,
  )
  const learned = rulesOf(rules)
  const groups = [...byMerchant].map(([key, of]): Group => {
    const name = merchant(of[0]!)
    const proposal = propose(name, of[0]!, learned)
    return { key, merchant: name, name: of[0]!.description || 'ללא תיאור', lines: of, ...proposal }
  })
  const money = ({ lines: of }: Group) => Math.abs(of.reduce((sum, { out }) => sum + out, 0))
  return groups
    .map((group) => ({ group, isNew: group.source === 'none', money: money(group) }))
    .toSorted((a, b) => Number(b.isNew) - Number(a.isNew) || b.money - a.money)
    .map(({ group }) => group)
}

type Rules = { exact: Map<string, Choice>; prefixes: [string, Choice][] }

function rulesOf(rules: ImportKnowledge['rules']): Rules {
  const exact = new Map(rules.map(({ match, kind, category }) => [match, { kind, category }]))
  const prefixes = [...exact].filter(([match]) => match.length >= 4).toSorted(([a], [b]) => b.length - a.length)
  return { exact, prefixes }
}

function propose(merchant: string, line: BankLine, { exact, prefixes }: Rules): Pick<Group, 'decision' | 'source'> {
  const isIncoming = line.kind === 'account' && line.out < 0
  const fits = ({ kind }: Choice) => line.kind === 'card' || (kind === 'income') === isIncoming
  const rule = exact.get(merchant) ?? prefixes.find(([match]) => merchant.startsWith(`${match} `))?.[1]
  if (rule && fits(rule)) return { decision: rule, source: 'rule' }
  if (line.kind === 'account' && !isIncoming && isCardCharge(merchant)) return { decision: 'skip', source: 'card' }
  const hinted = line.hint ? guessByHint(line.hint) : undefined
  if (hinted) return { decision: hinted, source: 'hint' }
  const guessed = guessByKeyword(merchant)
  if (guessed && fits(guessed)) return { decision: guessed, source: 'words' }
  return { decision: fallback(isIncoming), source: 'none' }
}

const hints: Readonly<Record<string, Choice>> = Object.fromEntries(
  (
    [
      ['מזון וצריכה|מזון ומשקאות|סופרמרקט|מזון מהיר ומכולת', 'variable', 'מזון וסופר'],
      ['מסעדות קפה וברים|מסעדות|מסעדות ובתי קפה', 'variable', 'אוכל בחוץ'],
      ['תחבורה ורכבים|רכב ותחבורה|אנרגיה|דלק חשמל וגז|דלק', 'variable', 'דלק ותחבורה'],
      ['רפואה ובתי מרקחת|רפואה ובריאות|קוסמטיקה וטיפוח', 'variable', 'פארם ובריאות'],
      ['פנאי בידור וספורט|פנאי בילוי|תרבות', 'variable', 'בילויים'],
      ['אופנה|ביגוד|הנעלה|ביגוד והנעלה', 'variable', 'ביגוד והנעלה'],
      ['עיצוב הבית|ריהוט ובית|ציוד ומשרד', 'variable', 'הבית'],
      ['ביטוח|ביטוח ופיננסים', 'fixed', 'ביטוחים'],
      ['שירותי תקשורת|תקשורת ומחשבים', 'fixed', 'תקשורת'],
      ['עירייה וממשלה|מוסדות', 'fixed', 'ארנונה'],
      ['טיסות ותיירות|תיירות|מלונאות ואירוח', 'periodic', 'חופשות'],
      ['ספרים ודפוס|חינוך', 'periodic', 'ציוד לבית הספר'],
    ] as const
  ).flatMap(([list, kind, category]) => list.split('|').map((name) => [searchForm(name), { kind, category }])),
)

/** The budget category mapped from the card company's category, or the offered category with the same name. */
function guessByHint(hint: string): Choice | undefined {
  const form = searchForm(hint)
  return (
    hints[form] ??
    lineKinds.flatMap((kind: LineKind) =>
      offeredCategories[kind].flatMap((category) =>
        searchForm(category) === form && category !== 'שונות' ? [{ kind, category }] : [],
      ),
    )[0]
  )
}
