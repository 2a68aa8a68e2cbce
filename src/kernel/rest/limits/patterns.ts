// Regular expressions of match= and imatch= that callers may use. PostgreSQL compiles some short ones for seconds and 100 MB.
import { RestError } from '../errors/rest-error.ts'
import type { Condition } from '../parsing/filter.ts'
import type { Query, Scope } from '../parsing/query.ts'

const maxLength = 200

/** Whether a query holds a pattern whose cost its length does not bound. */
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
 * True for patterns that PostgreSQL matches by an automaton of their own length. A brace is refused even if escaped or quoted:
 * with any(…) the value is a list of patterns, whose braces are outside.
 */
export function isCheapPattern(value: string): boolean {
  if (value.length > maxLength) return false
  const pattern = value.startsWith('{') && value.endsWith('}') ? value.slice(1, -1) : value
  return !/[{}]|\\\d|\(\?|\)["\s]*[*+?]|^\W*\*\*\*/.test(pattern)
}
