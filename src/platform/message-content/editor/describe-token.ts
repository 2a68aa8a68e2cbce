// Hebrew description of a token, for its chip and for screen readers.
import { checkTemplate, faultTexts } from '#lib/templates/check-template.ts'
import { type Condition, parseCondition, parseTemplate } from '#lib/templates/parse-template.ts'
import { kindsOf, type MergeField, namesOf } from '#platform/merge-fields/merge-fields.ts'
import type { ChipText } from './merge-field-node.ts'

export function createTokenDescriber(fields: readonly MergeField[]): (token: string) => ChipText {
  const kinds = kindsOf(fields)
  const labels = new Map(fields.flatMap((field) => namesOf(field).map((name) => [name, field.label] as const)))
  const labelOf = (name: string) => labels.get(name) ?? name.replaceAll('_', ' ')
  return (token) => {
    const word = token.trim()
    if (word === 'סוף') return chip('סוף התנאי')
    if (word === 'אחרת') return chip('אחרת')
    if (/^אם[ \t]/.test(word)) {
      const condition = parseCondition(word.slice(2))
      const isKnown = condition !== undefined && kinds.has(condition.name)
      return condition && isKnown ? chip(`אם ${conditionText(condition, labelOf)}`) : unknown(token, 'תנאי לא מוכר')
    }
    const text = `{{${token}}}`
    const [problem] = checkTemplate(text, { kinds })
    if (problem) return unknown(token, faultTexts[problem.code])
    const [node] = parseTemplate(text).nodes
    if (node?.kind === 'forms')
      return { label: node.plural, description: `לשון פנייה: ${node.m}, ${node.f}, ${node.plural}`, isUnknown: false }
    if (node?.kind !== 'field') return chip(token)
    const format = node.format ? `, ${node.format}` : ''
    const fallback = node.fallback === undefined ? '' : `, ואם חסר: ${node.fallback}`
    return {
      label: labelOf(node.name) + format,
      description: `שדה: ${labelOf(node.name)}${format}${fallback}`,
      isUnknown: false,
    }
  }
}

/** "תגיות: ותיקים", "שם פרטי חסר". */
function conditionText({ name, value, isNegated }: Condition, labelOf: (name: string) => string): string {
  if (value === undefined) return `${labelOf(name)} ${isNegated ? 'חסר' : 'מלא'}`
  return `${labelOf(name)} ${isNegated ? 'שונה מ־' : '='} ${value}`
}

const chip = (label: string): ChipText => ({ label, description: label, isUnknown: false })
const unknown = (token: string, reason: string): ChipText => ({
  label: token,
  description: `${reason}: ${token}`,
  isUnknown: true,
})

/** Description of a block's condition. */
export function blockConditionText(when: string, fields: readonly MergeField[]): string {
  const condition = parseCondition(when)
  const field = fields.find((one) => condition && namesOf(one).includes(condition.name))
  return condition && field ? conditionText(condition, () => field.label) : when
}
