// Sealed rows of a budget: decrypted after reading, encrypted before writing.
import type { Db } from '#kernel/postgres/transaction.ts'
import { Refusal } from '#kernel/errors.ts'
import type { SealedColumn } from '#platform/sealing/reseal.server.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { BudgetItem, type ItemBody, refusals } from './budget.ts'
import { firstDayOf } from './months.ts'

/** The sealed content: amounts and descriptions. */
export const sealedBudget: SealedColumn = {
  table: 'public.budget_items',
  column: 'sealed',
  key: ['id'],
  owner: 'sealed_for',
  purpose: 'money of households',
}

/** The caller as a member of a household. */
export type Member = { contactId: string; householdId: string | null }

export async function findMember(db: Db): Promise<Member> {
  const [found] = await db.query<{ contact_id: string; household_id: string | null }>('select * from budget_member()')
  if (!found) throw new Refusal('no_client_file', 404, refusals.no_client_file)
  return { contactId: found.contact_id, householdId: found.household_id }
}

/** Creates a household for a contact without one, so that a partner who joins later shares the budget. */
export async function findHome(db: Db): Promise<{ contactId: string; householdId: string }> {
  const { contactId, householdId } = await findMember(db)
  if (householdId) return { contactId, householdId }
  // Of two concurrent first saves the second waits for this lock, and then reads the household of the first.
  await db.query('select from contacts where id = $1 for no key update', [contactId])
  const { householdId: present } = await findMember(db)
  if (present) return { contactId, householdId: present }
  const [created] = await db.query<{ id: string }>(
    `with home as (insert into households (name, is_demo) select full_name, is_demo from contacts where id = $1 returning id)
     update contacts c set household_id = home.id from home where c.id = $1 and c.household_id is null returning home.id`,
    [contactId],
  )
  // A member who is not a partner has a household, but no access to its budget.
  if (!created) throw new Refusal('budget_of_partners', 403, refusals.budget_of_partners)
  return { contactId, householdId: created.id }
}

/** Locks the household, because a change may depend on other items of the household. */
export const lockBudget = (db: Db, householdId: string) =>
  db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`budget ${householdId}`])

type Row = {
  id: string
  kind: string
  month: string | null
  private_to: string | null
  sealed_for: string
  sealed: Buffer
  version: number
  created_by: string | null
}

const columns = `i.id, i.kind, to_char(i.month, 'YYYY-MM') as month, i.private_to, i.sealed_for, i.sealed, i.version, i.created_by`
const visible = `(i.private_to is null and i.household_id = $1 or i.private_to = $2)`

export type OpenedItems = { items: BudgetItem[]; unreadable: number }

/**
 * Reads the shared items of the household and the private items of the member. Without a member, for staff, reads only
 * the shared items.
 */
export async function openItems(
  db: Db,
  seal: Seal,
  { householdId, contactId }: { householdId: string | null; contactId: string | null },
  condition = 'true',
  values: readonly unknown[] = [],
): Promise<OpenedItems> {
  const rows = await db.query<Row>(
    `select ${columns} from budget_items i where ${visible} and ${condition} order by i.created_at, i.id`,
    [householdId, contactId, ...values],
  )
  const items = rows.flatMap((row) => openRow(seal, row, contactId) ?? [])
  return { items, unreadable: rows.length - items.length }
}

/** Undefined if the key is lost. */
function openRow(seal: Seal, row: Row, contactId: string | null): BudgetItem | undefined {
  const content = seal.open(row.sealed_for, row.sealed)
  if (content === undefined) return undefined
  const { id, kind, month, version } = row
  const isPrivate = row.private_to !== null
  const byMe = row.created_by !== null && row.created_by === contactId
  return BudgetItem.safeParse({ id, kind, ...(month && { month }), isPrivate, version, byMe, content }).data
}

/** Undefined if the item is deleted, or private to another member. */
export async function findItem(db: Db, seal: Seal, member: Member, id: string): Promise<BudgetItem | undefined> {
  const [row] = await db.query<Row>(`select ${columns} from budget_items i where ${visible} and i.id = $3 for update`, [
    member.householdId,
    member.contactId,
    id,
  ])
  return row && openRow(seal, row, member.contactId)
}

export type NewItem = { id: string; isPrivate: boolean; item: ItemBody }

/** Returns the number of inserted rows: existing ids are skipped. */
export async function insertItems(
  db: Db,
  seal: Seal,
  { contactId, householdId }: { contactId: string; householdId: string },
  items: readonly NewItem[],
): Promise<number> {
  const sealed = items.map(({ isPrivate, item }) => seal.close(isPrivate ? contactId : householdId, item.content))
  const rows = await db.query(
    `insert into budget_items (id, household_id, private_to, kind, month, sealed_for, sealed, created_by, updated_by, is_demo)
     select n.id, $1, case when n.is_private then $2::uuid end, n.kind, n.month, case when n.is_private then $2::uuid else $1::uuid end,
       n.sealed, $2, $2, c.is_demo
     from unnest($3::uuid[], $4::boolean[], $5::text[], $6::date[], $7::bytea[]) n (id, is_private, kind, month, sealed), contacts c
     where c.id = $2
     on conflict (id) do nothing returning 1`,
    [
      householdId,
      contactId,
      items.map(({ id }) => id),
      items.map(({ isPrivate }) => isPrivate),
      items.map(({ item }) => item.kind),
      items.map(({ item }) => ('month' in item ? firstDayOf(item.month) : null)),
      sealed,
    ],
  )
  return rows.length
}

/** Returns the new version. `findItem` must have locked the row. */
export async function updateItem(
  db: Db,
  seal: Seal,
  { contactId, householdId }: { contactId: string; householdId: string },
  { id, isPrivate, item }: NewItem,
): Promise<number> {
  const owner = isPrivate ? contactId : householdId
  const { version } = await db.one<{ version: number }>(
    `update budget_items set household_id = $2, private_to = case when $3 then $4::uuid end, month = $5, sealed_for = $6, sealed = $7,
       updated_by = $4, updated_at = now(), version = version + 1
     where id = $1 returning version`,
    [
      id,
      householdId,
      isPrivate,
      contactId,
      'month' in item ? firstDayOf(item.month) : null,
      owner,
      seal.close(owner, item.content),
    ],
  )
  return version
}
