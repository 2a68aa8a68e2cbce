// Evaluates conditions and expressions over visible answers. The same code in browser and server.
import { type Answer, isOther } from '../answers/answer.ts'
import type { Condition, Expression } from '../definition/logic-schema.ts'
import { roundHalfUp, type Score } from './score.ts'

export type LogicContext = {
  /** Undefined if not answered or hidden. */
  answer(key: string): Answer | undefined
  computed(key: string): number | null
  points(key: string): number | null
  score(key: string): Score
  /** 'YYYY-MM-DD'. */
  today: string
}

export function holds(condition: Condition | undefined, context: LogicContext): boolean {
  if (condition === undefined) return true
  if ('all' in condition) return condition.all.every((one) => holds(one, context))
  if ('any' in condition) return condition.any.some((one) => holds(one, context))
  if ('not' in condition) return !holds(condition.not, context)
  if ('than' in condition)
    return isCompared(evaluate(condition.value, context), condition.is, evaluate(condition.than, context))
  const answer = context.answer(condition.field)
  if ('is' in condition) return (answer !== undefined) === (condition.is === 'answered')
  if (answer === undefined) return false
  if ('has' in condition) return hasOption(answer, condition.has)
  if ('equals' in condition) return folded(answer) === folded(condition.equals)
  if ('contains' in condition) return folded(answer).includes(folded(condition.contains))
  const day = (text: string) => (text === 'today' ? context.today : text)
  return 'before' in condition
    ? String(answer as string) < day(condition.before)
    : String(answer as string) > day(condition.after)
}

const folded = (value: Answer) => (typeof value === 'string' ? value.trim().toLowerCase() : '')

function hasOption(answer: Answer, key: string): boolean {
  if (typeof answer === 'boolean') return answer === (key === 'yes')
  const selected = Array.isArray(answer) ? answer : [answer]
  return selected.some((one) => (isOther(one) ? key === 'other' : one === key))
}

type Comparison = Extract<Condition, { than: Expression }>['is']

function isCompared(left: number | null, is: Comparison, right: number | null): boolean {
  if (left === null || right === null) return false
  if (is === 'equal') return left === right
  if (is === 'not_equal') return left !== right
  if (is === 'more') return left > right
  if (is === 'less') return left < right
  return is === 'at_least' ? left >= right : left <= right
}

export function evaluate(expression: Expression, context: LogicContext): number | null {
  if (typeof expression === 'number') return expression
  if ('if' in expression) return evaluate(holds(expression.if, context) ? expression.then : expression.else, context)
  if ('computed' in expression) return context.computed(expression.computed)
  if ('points' in expression) return context.points(expression.points)
  if ('score' in expression) return context.score(expression.score)[expression.as]
  if ('table' in expression) return columnSum(context.answer(expression.table), expression.column)
  if ('field' in expression) {
    const answer = context.answer(expression.field)
    return typeof answer === 'number' ? answer : null
  }
  if ('of' in expression) return aggregated(expression, context)
  if ('left' in expression) return combined(expression, context)
  const value = evaluate(expression.value, context)
  return value === null ? null : finite(roundHalfUp(value))
}

type Aggregate = Extract<Expression, { of: Expression[] }>

function aggregated({ op, of }: Aggregate, context: LogicContext): number | null {
  const values = of.map((one) => evaluate(one, context)).filter((one) => one !== null)
  if (op === 'count') return values.length
  if (values.length === 0) return null
  if (op === 'least') return Math.min(...values)
  if (op === 'greatest') return Math.max(...values)
  const sum = values.reduce((total, one) => total + one, 0)
  return finite(op === 'sum' ? sum : sum / values.length)
}

type Combined = Extract<Expression, { left: Expression }>

function combined({ op, left, right }: Combined, context: LogicContext): number | null {
  const [a, b] = [evaluate(left, context), evaluate(right, context)]
  if (a === null || b === null) return null
  if (op === 'minus') return finite(a - b)
  return finite(op === 'times' ? a * b : a / b)
}

/** Division by zero and overflow return null. */
const finite = (value: number) => (Number.isFinite(value) ? value : null)

function columnSum(answer: Answer | undefined, column: string): number | null {
  if (!Array.isArray(answer)) return null
  const values = answer.map((row): unknown => Object(row)[column]).filter((value) => typeof value === 'number')
  return values.length === 0 ? null : values.reduce((total, one) => total + one, 0)
}
