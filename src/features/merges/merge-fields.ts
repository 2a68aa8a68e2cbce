// The fields in which two contacts differ, and the default choice for each.
import { type Contact, type ContactStaffDetails, lifecycles } from '#features/contacts/contacts.ts'
import type { Choices, Side } from './merges.ts'

/** The fields of a contact that can be chosen in a merge, in display order. */
export const mergeableFields = [
  'first_name',
  'last_name',
  'lifecycle',
  'owner_id',
  'source',
  'household_id',
  'client_user_id',
  'birth_date',
  'gender_form',
  'external_id',
  'call_basis',
] as const satisfies readonly (keyof Contact | 'call_basis')[]
export type ChoosableField = (typeof mergeableFields)[number]

export const fieldLabels: Record<ChoosableField, string> = {
  first_name: 'שם פרטי',
  last_name: 'שם משפחה',
  lifecycle: 'סוג',
  owner_id: 'באחריות',
  source: 'מקור',
  household_id: 'משק בית',
  client_user_id: 'כניסה לאזור האישי',
  birth_date: 'תאריך לידה',
  gender_form: 'לשון פנייה',
  external_id: 'מזהה חיצוני',
  call_basis: 'עילה לשיחה',
}

type Facts = Pick<Contact, Exclude<ChoosableField, 'call_basis'> | 'created_at'> &
  Pick<ContactStaffDetails, 'call_basis' | 'custom'>

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** The fields in which the two differ: columns by name, custom fields as `custom.key`. */
export function differingFields(one: Facts, other: Facts): string[] {
  const columns = mergeableFields.filter((field) => one[field] !== other[field])
  const keys = [...new Set([...Object.keys(one.custom), ...Object.keys(other.custom)])].toSorted()
  const added = keys.filter((key) => JSON.stringify(one.custom[key]) !== JSON.stringify(other.custom[key]))
  return [...columns, ...added.map((key) => `custom.${key}`)]
}

export const factOf = (record: Facts, field: string): unknown =>
  field.startsWith('custom.') ? record.custom[field.slice(7)] : record[field as ChoosableField]

/**
 * The default winner: the contact with a login, otherwise the contact with the later lifecycle, otherwise the older
 * contact.
 */
export function defaultWinner<R extends Facts>(one: R, other: R): R {
  if (Boolean(one.client_user_id) !== Boolean(other.client_user_id)) return one.client_user_id ? one : other
  const further = stage(one) - stage(other)
  if (further !== 0) return further > 0 ? one : other
  return one.created_at <= other.created_at ? one : other
}

/** Lifecycle order: a former client ranks above a lead and below a client. */
const stage = ({ lifecycle }: Pick<Contact, 'lifecycle'>) =>
  lifecycle === 'past_client' ? lifecycles.indexOf('client') - 0.5 : lifecycles.indexOf(lifecycle)

/** A choice per difference: the winner's value, unless it is empty or the other contact's value is clearly better. */
export function defaultChoices(winner: Facts, loser: Facts): Choices {
  const choose = (field: string): Side => {
    const [ours, theirs] = [factOf(winner, field), factOf(loser, field)]
    if (isEmpty(ours) !== isEmpty(theirs)) return isEmpty(ours) ? 'loser' : 'winner'
    if (field === 'lifecycle') return stage(loser) > stage(winner) ? 'loser' : 'winner'
    if (field === 'gender_form') return ours === 'neutral' ? 'loser' : 'winner'
    return 'winner'
  }
  return Object.fromEntries(differingFields(winner, loser).map((field) => [field, choose(field)]))
}
