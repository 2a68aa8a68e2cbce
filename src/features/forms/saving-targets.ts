// Saving targets of answers: columns and custom fields of the contact, household and opportunity.
import { definitionProblem, type DefinitionProblem } from '#platform/forms/definition/definition-problems.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import type { AnsweredField, FieldKind, Saving } from '#platform/forms/definition/field-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import type { Answer, Answers } from '#platform/forms/answers/answer.ts'
import type { FieldEntity, FieldType } from '#platform/fields/fields.ts'

const columns: Record<string, readonly FieldKind[]> = {
  'contact.full_name': ['text'],
  'contact.first_name': ['text'],
  'contact.last_name': ['text'],
  'contact.email': ['email'],
  'contact.phone': ['phone'],
  'contact.birth_date': ['date'],
  'household.address': ['address', 'text'],
}

/**
 * Targets that identify the contact. A form never changes these values of a known contact, because visitors may type
 * any address.
 */
const identifying = ['contact.email', 'contact.phone']

const unsaved: readonly FieldKind[] = ['file', 'signature', 'consent', 'bank_account', 'table', 'matrix']

const columnLabels: Record<string, string> = {
  'contact.full_name': 'איש הקשר: שם מלא',
  'contact.first_name': 'איש הקשר: שם פרטי',
  'contact.last_name': 'איש הקשר: שם משפחה',
  'contact.email': 'איש הקשר: דוא״ל',
  'contact.phone': 'איש הקשר: טלפון',
  'contact.birth_date': 'איש הקשר: תאריך לידה',
  'household.address': 'משק הבית: כתובת',
}

export const policyLabels = {
  keep: 'להשאיר את מה שיש',
  if_empty: 'למלא רק אם ריק',
  overwrite: 'להחליף במה שענו',
  append: 'להוסיף למה שיש',
} as const

/** `isFixed`: only the policy `keep` is allowed. `type`: of a custom field. */
export type SavingTarget = { to: string; label: string; isFixed?: boolean; type?: FieldType }

/** Append is possible only for texts and lists. */
export const canAppend = (type: FieldType | undefined) => type === 'text' || type === 'multi'

/** Saving targets that accept a kind of answer. `custom` has the custom fields. */
export const targetsOf = (kind: FieldKind, custom: readonly SavingTarget[]): SavingTarget[] => [
  ...Object.entries(columns).flatMap(([to, kinds]) =>
    kinds.includes(kind) ? [{ to, label: columnLabels[to]!, isFixed: identifying.includes(to) }] : [],
  ),
  ...(unsaved.includes(kind) ? [] : custom),
]

/** A custom field as a target; undefined for a column. */
export function customTarget(to: string): { entity: FieldEntity; key: string } | undefined {
  const [, entity, key] = /^(contact|household|opportunity)\.custom\.(.+)$/.exec(to) ?? []
  return key ? { entity: entity as FieldEntity, key } : undefined
}

/** Types of the existing custom fields, keyed by `contact.custom.key`. */
export type CustomTypes = ReadonlyMap<string, FieldType | undefined>

/** Problems of the saving targets. */
export function checkSaving(definition: FormDefinition, custom: CustomTypes): DefinitionProblem[] {
  const fields = answeredFields(definition).filter(({ saving }) => saving)
  return fields.flatMap((field, at) => {
    const { to, policy } = field.saving!
    const isKnown = customTarget(to)
      ? custom.has(to) && !unsaved.includes(field.kind)
      : columns[to]?.includes(field.kind)
    const place = { part: 'field' as const, key: field.key, label: field.label }
    if (!isKnown) return [definitionProblem('saving_target_unknown', place)]
    if (identifying.includes(to) && policy !== 'keep') return [definitionProblem('saving_changes_address', place)]
    if (policy === 'append' && !canAppend(custom.get(to))) return [definitionProblem('saving_cannot_append', place)]
    const isTaken = fields.slice(0, at).some((other) => other.saving!.to === to)
    return isTaken ? [definitionProblem('saving_target_taken', place)] : []
  })
}

export type SavedAnswer = {
  field: AnsweredField
  to: string
  policy: Saving['policy']
  answer: Answer
}

export const savedAnswers = (definition: FormDefinition, answers: Answers): SavedAnswer[] =>
  answeredFields(definition).flatMap((field) => {
    const answer = answers[field.key]
    return field.saving && answer !== undefined ? [{ field, ...field.saving, answer }] : []
  })

export type Person = { name: string; phone: string | undefined; email: string | undefined }

/** The submitter, if the form asks for an address. Without a name the address is used as the name. */
export function personOf(definition: FormDefinition, answers: Answers): Person | undefined {
  const saved = savedAnswers(definition, answers)
  const textOf = (to: string) => {
    const answer = saved.find((one) => one.to === to)?.answer
    return typeof answer === 'string' ? answer : undefined
  }
  const [phone, email] = [textOf('contact.phone'), textOf('contact.email')]
  if (!phone && !email) return undefined
  const parts = [textOf('contact.first_name'), textOf('contact.last_name')].filter(Boolean).join(' ')
  const name = textOf('contact.full_name') ?? (parts || email?.split('@')[0]) ?? phone!
  return { name, phone, email }
}

export const agreesToMarketing = (definition: FormDefinition, answers: Answers): boolean =>
  answeredFields(definition).some(
    (field) => field.kind === 'consent' && field.purpose === 'marketing' && answers[field.key] === true,
  )
