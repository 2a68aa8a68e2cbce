// A merchant of the file with its lines and their category.
import type { Decision, Group } from '#features/budget/bank-files/categorize.ts'
import { type LineKind, lineKindLabels, lineKinds, offeredCategories } from '#features/budget/categories.ts'
import { formatMoney } from '#lib/money.ts'
import { formatDayInYear } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { countLines } from './import-texts.ts'

type Own = readonly { kind: LineKind; category: string }[]
type Props = { group: Group; own: Own; onDecide: (decision: Decision) => void }

const sources: Partial<Record<Group['source'], string>> = {
  rule: 'לפי בחירה קודמת שלכם',
  card: 'חיוב של כרטיס: הפירוט נמצא בקובץ של הכרטיס',
}

export function GroupRow({ group: { name, lines, decision, source }, own, onDecide }: Props) {
  const out = lines.reduce((sum, line) => sum + line.out, 0)
  const days = lines.map(({ on }) => on).toSorted()
  const [first, last] = [days[0]!, days.at(-1)!]
  const facts = [
    countLines(lines.length),
    first === last ? formatDayInYear(first) : `${formatDayInYear(first)} עד ${formatDayInYear(last)}`,
    sources[source],
  ]
  return (
    <li className="import-group">
      <span className="import-group__name">
        <bdi>{name}</bdi> {source === 'none' && <Badge>לבדיקה</Badge>}
      </span>
      <span className="import-group__sum">{out < 0 ? `נכנסו ${formatMoney(-out)}` : formatMoney(out)}</span>
      <span className="import-group__facts">{facts.filter(Boolean).join(' · ')}</span>
      <SelectField
        name="category"
        label={<span className="vh">{`קטגוריה של ${name}`}</span>}
        value={valueOf(decision)}
        onChange={({ target }) => onDecide(decisionOf(target.value))}
      >
        <option value="skip">לא לרשום</option>
        {lineKinds.map((kind) => (
          <optgroup key={kind} label={lineKindLabels[kind]}>
            {categoriesOf(kind, own, decision).map((category) => (
              <option key={category} value={valueOf({ kind, category })}>
                {category}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
    </li>
  )
}

const valueOf = (decision: Decision) => (decision === 'skip' ? 'skip' : `${decision.kind}|${decision.category}`)

function decisionOf(value: string): Decision {
  const kind = lineKinds.find((one) => value.startsWith(`${one}|`))
  return kind ? { kind, category: value.slice(kind.length + 1) } : 'skip'
}

/** Default categories, those of the household's budget lines, and that of a learned rule. */
const categoriesOf = (kind: LineKind, own: Own, decision: Decision) => [
  ...new Set([
    ...offeredCategories[kind],
    ...[...own, ...(decision === 'skip' ? [] : [decision])].flatMap((one) => (one.kind === kind ? one.category : [])),
  ]),
]
