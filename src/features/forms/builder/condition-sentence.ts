// Formats a condition as a Hebrew sentence, including compared numbers. Nested parts are in parentheses.
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { formatMoney } from '#lib/money.ts'
import { formatDayInput } from '#lib/time/parse-day-input.ts'
import { withoutInsertions } from '#platform/forms/answers/answer-text.ts'
import type { Field } from '#platform/forms/definition/field-schema.ts'
import type { Condition, Expression } from '#platform/forms/definition/logic-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { choicesOf, needsValue, operators, type Test, testOf } from './conditions.ts'
import type { FormDraft } from './form-draft.ts'

/** Fields, computed values and dimensions that a condition refers to, by key. */
type NameSources = Pick<FormDraft, 'computed' | 'dimensions'> & { fields: readonly Field[] }

const comparisons: Record<Extract<Condition, { than: unknown }>['is'], (than: string) => string> = {
  equal: (than) => `שווה ${prefixed('ל', than)}`,
  not_equal: (than) => `שונה ${prefixed('מ', than)}`,
  more: (than) => `יותר ${prefixed('מ', than)}`,
  less: (than) => `פחות ${prefixed('מ', than)}`,
  at_least: (than) => `לפחות ${than}`,
  at_most: (than) => `לכל היותר ${than}`,
}
const listed = {
  sum: 'סכום של',
  average: 'ממוצע של',
  count: 'כמה נענו מתוך',
  least: 'הקטן מבין',
  greatest: 'הגדול מבין',
} as const
const between = { minus: 'פחות', times: 'כפול', divided: 'חלקי' } as const

/** Formats a condition as a sentence; undefined without a condition. */
export const conditionSentence = (
  condition: Condition | undefined,
  draft: Pick<FormDraft, 'pages' | 'computed' | 'dimensions'>,
): string | undefined => condition && sentenceOf(condition, { ...draft, fields: answeredFields(draft) })

function sentenceOf(condition: Condition, named: NameSources): string {
  const test = testOf(condition)
  if (test) return testSentence(test, named.fields)
  if ('all' in condition) return condition.all.map((part) => partSentence(part, named)).join(' וגם ')
  if ('any' in condition) return condition.any.map((part) => partSentence(part, named)).join(' או ')
  if ('not' in condition) return `לא נכון ש${partSentence(condition.not, named)}`
  if (!('than' in condition)) return ''
  const { value, is, than } = condition
  const asMoney = isMoney(value, named) || isMoney(than, named)
  return `${expressionText(value, named, asMoney)} ${comparisons[is](expressionText(than, named, asMoney))}`
}

/** A condition nested in another one. */
function partSentence(condition: Condition, named: NameSources): string {
  const sentence = sentenceOf(condition, named)
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : []
  return parts.length > 1 ? `(${sentence})` : sentence
}

function testSentence({ field: key, operator, value }: Test, fields: readonly Field[]): string {
  const field = fields.find((one) => one.key === key)
  if (!field) return 'שאלה שהוסרה'
  return [answerTo(field), operators[operator], ...(needsValue(operator) ? [valueText(field, value)] : [])].join(' ')
}

function valueText(field: Field, value: string): string {
  if (field.kind === 'money') return formatMoney(Number(value) || 0)
  if (field.kind === 'date') return value === 'today' ? 'היום' : formatDayInput(value)
  return isolate(choicesOf(field).find(({ key }) => key === value)?.label ?? value)
}

function expressionText(expression: Expression, named: NameSources, asMoney: boolean): string {
  // A factor or divisor is not an amount of money.
  const isFactored = typeof expression === 'object' && 'left' in expression && expression.op !== 'minus'
  const text = (part: Expression) => expressionText(part, named, isFactored ? isMoney(part, named) : asMoney)
  const operand = (part: Expression) =>
    typeof part === 'object' && ('left' in part || 'if' in part) ? `(${text(part)})` : text(part)
  if (typeof expression === 'number') return asMoney ? formatMoney(expression) : expression.toLocaleString('he-IL')
  if ('if' in expression)
    return `${operand(expression.then)} אם ${partSentence(expression.if, named)}, אחרת ${operand(expression.else)}`
  if ('computed' in expression) return `החישוב ${nameOf(named.computed, expression.computed)}`
  if ('points' in expression) return `הניקוד של ${nameOf(named.fields, expression.points)}`
  if ('score' in expression) {
    const what = { points: 'הניקוד', answered: 'מספר התשובות שיש להן ניקוד', percent: 'אחוז הניקוד' }[expression.as]
    return expression.score === 'total' ? what : `${what} בתחום ${nameOf(named.dimensions, expression.score)}`
  }
  if ('table' in expression) {
    const table = named.fields.find(({ key }) => key === expression.table)
    const columns = table?.kind === 'table' ? table.columns : []
    return `סכום העמודה ${nameOf(columns, expression.column)} של ${nameOf(named.fields, expression.table)}`
  }
  if ('field' in expression) {
    const field = named.fields.find(({ key }) => key === expression.field)
    return field ? answerTo(field) : 'שאלה שהוסרה'
  }
  if (expression.op === 'round') return `העיגול של ${operand(expression.value)}`
  if ('left' in expression) return `${operand(expression.left)} ${between[expression.op]} ${operand(expression.right)}`
  return `${listed[expression.op]} (${expression.of.map(text).join(', ')})`
}

/** Whether numbers compared with the expression are amounts in agorot. */
function isMoney(expression: Expression, named: NameSources): boolean {
  if (typeof expression === 'number') return false
  if ('field' in expression) return named.fields.some(({ key, kind }) => key === expression.field && kind === 'money')
  if ('computed' in expression)
    return named.computed.some(({ key, as }) => key === expression.computed && as === 'money')
  if ('table' in expression)
    return named.fields.some(
      (field) =>
        field.key === expression.table &&
        field.kind === 'table' &&
        field.columns.some(({ key, kind }) => key === expression.column && kind === 'money'),
    )
  if ('if' in expression) return isMoney(expression.then, named) || isMoney(expression.else, named)
  if (!('op' in expression)) return false
  if (expression.op === 'round') return isMoney(expression.value, named)
  if (expression.op === 'count' || expression.op === 'divided') return false
  return ('of' in expression ? expression.of : [expression.left, expression.right]).some((part) => isMoney(part, named))
}

const answerTo = ({ label }: Field) => `התשובה על ${quoted(label)}`
const nameOf = (list: readonly { key: string; label: string }[], key: string) =>
  quoted(list.find((one) => one.key === key)?.label ?? 'חלק שהוסר')
const quoted = (label: string) => `״${isolate(withoutInsertions(label) || 'שאלה בלי טקסט')}״`

/** The prefix ל absorbs the article. A hyphen precedes a digit or a parenthesis. */
function prefixed(prefix: 'ל' | 'מ', text: string): string {
  if (!/^[א-ת]/.test(text)) return `${prefix}־${text}`
  return prefix === 'ל' ? `ל${text.replace(/^ה/, '')}` : `מ${text}`
}
