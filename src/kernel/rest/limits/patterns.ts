// Allowed regular expressions of match= and imatch=. PostgreSQL needs seconds and 100 MB to compile some short
// patterns.
import { RestError } from '../errors/rest-error.ts'
import type { Condition } from '../parsing/filter.ts'
import type { Query, Scope } from '../parsing/query.ts'

const maxLength = 200

/** Whether a query contains a pattern whose cost is not bounded by its length. */
export const hasCostlyPattern = ({ root }: Query) => isCostlyScope(root)

export const refuseCostlyPattern = () =>
  new RestError(400, 'pattern_too_complex', 'The pattern is too complex', {
    hint: `Use at most ${maxLength} characters, without {}, references, lookaround and repeated groups.`,
  })

const isCostlyScope = ({ conditions, inside }: Scope): boolean =>
  conditions.some(isCostlyCondition) || [...inside.values()].some(isCostlyScope)

function isCostlyCondition(condition: Condition): boolean {
  if (condition.kind !== 'filter') return condition.conditions.some(isCostlyCondition)
  const { operation } = condition
  const isPattern = operation.kind === 'compare' && (operation.operator === 'match' || operation.operator === 'imatch')
  return isPattern && !isCheapPattern(operation.value)
}

/**
 * Whether PostgreSQL matches the pattern by an automaton of the pattern's length. A brace is refused even if escaped or quoted:
 * with any(…) the value is a list of patterns, whose braces are outside.
 */
export function isCheapPattern(value: string): boolean {
  if (value.length > maxLength) return false
  const pattern = value.startsWith('{') && value.endsWith('}') ? value.slice(1, -1) : value
  return !/[{}]|\\\d|\(\?|\)["\s]*[*+?]|^\W*\*\*\*/.test(pattern)
}
