// References of a condition, an expression or a text of a form.
import type { Condition, Expression } from './logic-schema.ts'

export type Reference =
  | { to: 'field'; key: string; as: 'any' | 'number' | 'points' | 'text' | 'day' }
  | { to: 'option'; key: string; option: string }
  | { to: 'column'; key: string; column: string }
  | { to: 'computed'; key: string }
  | { to: 'score'; key: string }

export function referencesOf(logic: Condition | Expression | undefined): Reference[] {
  if (logic === undefined || typeof logic === 'number') return []
  if ('all' in logic) return logic.all.flatMap(referencesOf)
  if ('any' in logic) return logic.any.flatMap(referencesOf)
  if ('not' in logic) return referencesOf(logic.not)
  if ('has' in logic) return [{ to: 'option', key: logic.field, option: logic.has }]
  if ('equals' in logic || 'contains' in logic) return [{ to: 'field', key: logic.field, as: 'text' }]
  if ('before' in logic || 'after' in logic) return [{ to: 'field', key: logic.field, as: 'day' }]
  if ('than' in logic) return [...referencesOf(logic.value), ...referencesOf(logic.than)]
  if ('if' in logic) return [logic.if, logic.then, logic.else].flatMap(referencesOf)
  if ('op' in logic) {
    if ('of' in logic) return logic.of.flatMap(referencesOf)
    return 'left' in logic ? [logic.left, logic.right].flatMap(referencesOf) : referencesOf(logic.value)
  }
  if ('computed' in logic) return [{ to: 'computed', key: logic.computed }]
  if ('points' in logic) return [{ to: 'field', key: logic.points, as: 'points' }]
  if ('score' in logic) return [{ to: 'score', key: logic.score }]
  if ('table' in logic) return [{ to: 'column', key: logic.table, column: logic.column }]
  return [{ to: 'field', key: logic.field, as: 'is' in logic ? 'any' : 'number' }]
}

const token = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g

/** Keys of the fields and computed values inserted into a text: `{{first_name}}`. */
export const insertedKeys = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(token)].map(([, key]) => key!)

/** Replaces each `{{key}}` by its text. */
export const insertTexts = (text: string, textOf: (key: string) => string): string =>
  text.replaceAll(token, (_, key: string) => textOf(key))
