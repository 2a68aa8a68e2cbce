// Saves answers to the contact, household and opportunity, by the policy of each field.
import type { Db } from '#kernel/postgres/transaction.ts'
import { answerText } from '#platform/forms/answers/answer-text.ts'
import {
  type CustomFieldDef,
  type FieldEntity,
  type FieldValue,
  maxTextLength,
  readValue,
} from '#platform/fields/fields.ts'
import type { Contact } from './form-dependencies.server.ts'
import { customTarget, type SavedAnswer } from './saving-targets.ts'

type Target = {
  contact: Contact
  opportunityId: string | null
  submissionId: string
  /** The address in the answers. */
  email: string | undefined
}

/**
 * Name, phone and e-mail are written when the contact is matched. A known contact's phone number does not authenticate
 * the visitor. Without the contact's address or a personal link, only empty fields are written.
 */
export async function saveAnswers(db: Db, answers: readonly SavedAnswer[], target: Target) {
  const { contact, opportunityId, submissionId, email } = target
  const saved = answers.filter(({ to }) => !['contact.full_name', 'contact.phone', 'contact.email'].includes(to))
  if (saved.length === 0) return
  const { is_new: isNew, by_phone_only: isByPhoneOnly } = await db.one<{ is_new: boolean; by_phone_only: boolean }>(
    // New: created in this transaction. A contact created by this submission has the same created_at.
    `select c.created_at >= now() as is_new,
       not exists (select from form_submissions s where s.id = $2 and (s.link_id is not null or s.completed_at = c.created_at))
         and not exists (select from contact_points p where p.contact_id = c.id and p.kind = 'email' and p.value_norm = lower($3))
         as by_phone_only
     from contacts c where c.id = $1`,
    [contact.id, submissionId, email ?? null],
  )
  const changes = saved.flatMap((one): SavedAnswer[] => {
    if (!isNew && one.policy === 'keep') return []
    return [isByPhoneOnly ? { ...one, policy: 'if_empty' } : one]
  })
  await saveColumns(db, changes, contact.id, isNew)
  await saveHousehold(db, changes, contact)
  await saveCustom(db, changes, 'contact', contact.id)
  if (opportunityId) await saveCustom(db, changes, 'opportunity', opportunityId)
}

/** A new contact gets the answers regardless of the policy. */
async function saveColumns(db: Db, changes: readonly SavedAnswer[], contactId: string, isNew: boolean) {
  for (const column of ['first_name', 'last_name', 'birth_date'] as const) {
    const change = changes.find(({ to }) => to === `contact.${column}`)
    if (!change) continue
    await db.query(
      `update contacts set ${column} = $2 where id = $1 and ($3 or ${column} is null) and ${column} is distinct from $2`,
      [contactId, change.answer, isNew || change.policy === 'overwrite'],
    )
  }
}

async function saveHousehold(db: Db, changes: readonly SavedAnswer[], contact: Contact) {
  const own = changes.filter(({ to }) => to.startsWith('household.'))
  if (own.length === 0) return
  const householdId = await householdOf(db, contact)
  const address = own.find(({ to }) => to === 'household.address')
  if (address)
    await db.query('update households set address = left($2, 200) where id = $1 and ($3 or address is null)', [
      householdId,
      answerText(address.field, address.answer),
      address.policy === 'overwrite',
    ])
  await saveCustom(db, own, 'household', householdId)
}

async function householdOf(db: Db, { id, full_name: name }: Contact): Promise<string> {
  const found = await db.one<{ household_id: string | null; last_name: string | null }>(
    'select household_id, last_name from contacts where id = $1',
    [id],
  )
  if (found.household_id) return found.household_id
  const household = await db.one<{ id: string }>('insert into households (name) values (left($1, 120)) returning id', [
    `משפחת ${found.last_name ?? name}`,
  ])
  await db.query('update contacts set household_id = $2 where id = $1', [id, household.id])
  return household.id
}

const places: Record<FieldEntity, { table: string; key: string }> = {
  contact: { table: 'contact_staff_details', key: 'contact_id' },
  household: { table: 'households', key: 'id' },
  opportunity: { table: 'opportunities', key: 'id' },
}

/** An answer that is invalid for the custom field is stored only in the submission. */
async function saveCustom(db: Db, changes: readonly SavedAnswer[], entity: FieldEntity, id: string) {
  const own = changes.flatMap((change) => {
    const target = customTarget(change.to)
    return target?.entity === entity ? [{ ...change, key: target.key }] : []
  })
  if (own.length === 0) return
  const defs = await db.query<CustomFieldDef>(
    'select * from custom_field_defs where entity = $1 and deleted_at is null and key = any ($2)',
    [entity, own.map(({ key }) => key)],
  )
  const { table, key: idColumn } = places[entity]
  const { custom } = await db.one<{ custom: Record<string, unknown> }>(
    `select custom from ${table} where ${idColumn} = $1 for update`,
    [id],
  )
  const patch = Object.fromEntries(
    own.flatMap((change): [string, FieldValue][] => {
      const def = defs.find(({ key }) => key === change.key)
      const held = custom[change.key]
      const takes = held === undefined || change.policy === 'overwrite' || change.policy === 'append'
      const answered = def && takes ? valueFor(def, change) : undefined
      const value = change.policy === 'append' ? appended(held, answered) : answered
      return value === undefined ? [] : [[change.key, value]]
    }),
  )
  if (Object.keys(patch).length === 0) return
  await db.query(`update ${table} set custom = custom || $2::jsonb where ${idColumn} = $1`, [id, JSON.stringify(patch)])
}

/**
 * Appends an answer to the existing value. Undefined if the value contains it already, or the text would become too
 * long. The answer is then stored only in the submission.
 */
function appended(held: unknown, answered: FieldValue | undefined): FieldValue | undefined {
  if (held === undefined || answered === undefined) return answered
  if (Array.isArray(held) && Array.isArray(answered)) return [...new Set([...(held as string[]), ...answered])]
  if (typeof held !== 'string' || typeof answered !== 'string' || `\n${held}\n`.includes(`\n${answered}\n`))
    return undefined
  const both = `${held}\n${answered}`
  return both.length <= maxTextLength ? both : undefined
}

function valueFor(def: CustomFieldDef, { field, answer }: SavedAnswer): FieldValue | undefined {
  const isSame =
    (typeof answer === 'number' && (def.type === 'number' || (def.type === 'money' && field.kind === 'money'))) ||
    (typeof answer === 'boolean' && def.type === 'checkbox') ||
    (def.type === 'date' && field.kind === 'date') ||
    (def.type === 'phone' && field.kind === 'phone')
  if (isSame) return answer as FieldValue
  const read = readValue(def, answerText(field, answer))
  return 'value' in read ? (read.value ?? undefined) : undefined
}
