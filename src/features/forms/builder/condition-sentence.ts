// A condition as a Hebrew sentence.
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { formatMoney } from '#lib/money.ts'
import { writtenDay } from '#lib/time/typed-day.ts'
import type { Field } from '#platform/forms/definition/field-schema.ts'
import type { Condition } from '#platform/forms/definition/logic-schema.ts'
import { choicesOf, needsValue, operators, type Test, testsOf } from './conditions.ts'

/** Undefined without a condition. */
export function conditionSentence(condition: Condition | undefined, fields: readonly Field[]): string | undefined {
  if (!condition) return undefined
  const read = testsOf(condition)
  if (!read) return 'לפי תנאי מורכב'
  return read.tests.map((test) => testSentence(test, fields)).join(read.join === 'all' ? ' וגם ' : ' או ')
}

function testSentence({ field: key, operator, value }: Test, fields: readonly Field[]): string {
  const field = fields.find((one) => one.key === key)
  if (!field) return 'שאלה שהוסרה'
  const question = `התשובה על ״${isolate(field.label || 'שאלה בלי טקסט')}״`
  return needsValue(operator)
    ? `${question} ${operators[operator]} ${valueText(field, value)}`
    : `${question} ${operators[operator]}`
}

function valueText(field: Field, value: string): string {
  if (field.kind === 'money') return formatMoney(Number(value) || 0)
  if (field.kind === 'date') return value === 'today' ? 'היום' : writtenDay(value)
  return isolate(choicesOf(field).find(({ key }) => key === value)?.label ?? value)
}
