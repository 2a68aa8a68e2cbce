// read-budget: a month of the caller's household. read-shared-budget: the same for staff, while the budget is shared;
// each read is logged.
import { isClient } from '#platform/accounts/is-client.server.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import {
  Budget,
  type BudgetItem,
  itemsOf,
  type MonthTotals,
  ReadBudget,
  ReadSharedBudget,
  refusals,
  SharedBudget,
} from './budget.ts'
import { findMember, openItems } from './item-store.server.ts'
import { summarize } from './month-summary.ts'
import { addMonths, firstDayOf, type Month } from './months.ts'

const monthsOfHistory = 12

export const readBudget = (seal: Seal) =>
  defineFunction({
    name: 'read-budget',
    caller: isClient,
    as: 'service', // sealed values are readable by no role
    refusals,
    input: ReadBudget,
    output: Budget,
    async run({ input: { month }, db }) {
      const member = await findMember(db)
      const shown = await openMonth(db, seal, member, month)
      return { ...shown, householdId: member.householdId, ...(await sharingOf(db, member)) }
    },
  })

type Reader = { householdId: string | null; contactId: string | null }

async function openMonth(db: Db, seal: Seal, reader: Reader, month: Month) {
  const first = addMonths(month, 1 - monthsOfHistory)
  const { items, unreadable } = await openItems(
    db,
    seal,
    reader,
    `i.kind <> 'rule' and (i.month is null or i.month between $3 and $4)`,
    [firstDayOf(first), firstDayOf(month)],
  )
  const monthItems = items.filter((item) => !('month' in item) || item.month === month)
  return { month, items: monthItems, unreadable, history: historyOf(items, first) }
}

function historyOf(items: readonly BudgetItem[], first: Month): MonthTotals[] {
  const lines = Map.groupBy(itemsOf(items, 'line'), (line) => line.month)
  const entries = Map.groupBy(itemsOf(items, 'entry'), (entry) => entry.month)
  return Array.from({ length: monthsOfHistory }, (_, i) => {
    const month = addMonths(first, i)
    const { income, outgoing } = summarize(month, lines.get(month) ?? [], entries.get(month) ?? [])
    return { month, income, outgoing }
  })
}

async function sharingOf(db: Db, { contactId, householdId }: { contactId: string; householdId: string | null }) {
  const members = await db.query<{ id: string; first_name: string; has_account: boolean; is_shared: boolean }>(
    `select c.id, c.first_name, c.client_user_id is not null as has_account, coalesce(s.is_shared, false) as is_shared
     from contacts c left join budget_sharing s on s.contact_id = c.id
     where (c.household_id = $1 and coalesce(c.household_role, 'partner') = 'partner' or c.id = $2) and c.deleted_at is null
     order by c.first_name`,
    [householdId, contactId],
  )
  const reads = await db.query<{ at: Date; reader_name: string; purpose: 'view' | 'export' }>(
    'select at, reader_name, purpose from budget_reads where household_id = $1 order by at desc limit 10',
    [householdId],
  )
  const membersWithAccount = members.filter((one) => one.has_account)
  return {
    partners: membersWithAccount.filter(({ id }) => id !== contactId).map((one) => one.first_name),
    sharing: {
      isShared: membersWithAccount.length > 0 && membersWithAccount.every((one) => one.is_shared),
      mine: members.some(({ id, is_shared: mine }) => id === contactId && mine),
      waitingFor: membersWithAccount
        .filter(({ id, is_shared: agreed }) => id !== contactId && !agreed)
        .map((one) => one.first_name),
      reads: reads.map(({ at, reader_name: reader, purpose }) => ({ at: at.toISOString(), reader, purpose })),
    },
  }
}

export const readSharedBudget = (seal: Seal) =>
  defineFunction({
    name: 'read-shared-budget',
    caller: async (db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'coach') as may`)).may,
    as: 'service',
    refusals,
    input: ReadSharedBudget,
    output: SharedBudget,
    async run({ input: { contactId, month }, db, caller }) {
      // A coach can read the budgets of their own contacts only.
      const [found] = await db.query<{ household_id: string }>(
        `select c.household_id from contacts c
         where c.id = $1 and c.deleted_at is null and coalesce(c.household_role, 'partner') = 'partner'
           and is_budget_shared(c.household_id)
           and (has_role('owner', 'admin') or c.id in (select my_contact_ids()))`,
        [contactId],
      )
      if (!found) return { budget: null }
      await logBudgetRead(db, { householdId: found.household_id, userId: caller.userId!, month, purpose: 'view' })
      return { budget: await openMonth(db, seal, { householdId: found.household_id, contactId: null }, month) }
    },
  })

type Reading = { householdId: string; userId: string; month: Month | null; purpose: 'view' | 'export' }

/** Logs one entry per reader, month and quarter of an hour. */
export async function logBudgetRead(db: Db, { householdId, userId, month, purpose }: Reading) {
  await db.query(
    `insert into budget_reads (household_id, read_by, reader_name, month, purpose)
     select $1, $2, coalesce((select s.full_name from staff_profiles s where s.user_id = $2), 'הצוות'), $3, $4
     where not exists (select from budget_reads r where r.household_id = $1 and r.read_by = $2 and r.month is not distinct from $3
       and r.purpose = $4 and r.at > now() - interval '15 minutes')`,
    [householdId, userId, month && firstDayOf(month), purpose],
  )
}
