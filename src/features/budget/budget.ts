// Contract of the budget: rows, items, and the inputs and outputs of its functions.
import { Day, Instant, z } from '#lib/schema.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { lineKinds } from './categories.ts'
import { debtKinds, payoffMethods } from './debts.ts'
import { assetKinds } from './goals.ts'
import { Month } from './months.ts'

/** A billion shekels: sums of thousands of such amounts are still exact numbers. */
const maxAgorot = 100_000_000_000

const Amount = z.int('יש להזין סכום').min(0, 'יש להזין סכום חיובי').max(maxAgorot, 'הסכום גדול מדי')
const SignedAmount = z.int('יש להזין סכום').min(-maxAgorot, 'הסכום גדול מדי').max(maxAgorot, 'הסכום גדול מדי')
const text = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(max, `עד ${max} תווים`))
const name = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, 'שדה חובה').max(max, `עד ${max} תווים`))
const Category = name(60)
const Kind = z.enum(lineKinds)

export const Line = z.object({
  kind: Kind,
  category: Category,
  planned: Amount,
  actual: SignedAmount,
  spread: z.object({ total: Amount, everyMonths: z.int().min(2).max(36), startsOn: Month }).nullable(),
  note: text(300),
})
export const Entry = z.object({
  kind: Kind,
  category: Category,
  on: Day,
  amount: SignedAmount,
  description: text(200),
  importKey: z.string().max(300),
})
export const DebtItem = z.object({
  name: name(80),
  kind: z.enum(debtKinds),
  balance: Amount,
  yearlyRate: z.int().min(0).max(10_000, 'הריבית גבוהה מדי'),
  minPayment: Amount,
})
export const Goal = z.object({ name: name(80), target: Amount, saved: Amount, by: Month.nullable() })
export const Asset = z.object({ name: name(80), kind: z.enum(assetKinds), value: Amount })
/** A description that was categorised once, as a rule for later imports. */
export const Rule = z.object({ match: name(200), kind: Kind, category: Category })
/** The method of paying off debts. One row per household. */
export const Plan = z.object({ method: z.enum(payoffMethods), extra: Amount })

const body = {
  line: z.object({ kind: z.literal('line'), month: Month, content: Line }),
  entry: z.object({ kind: z.literal('entry'), month: Month, content: Entry }),
  debt: z.object({ kind: z.literal('debt'), content: DebtItem }),
  goal: z.object({ kind: z.literal('goal'), content: Goal }),
  asset: z.object({ kind: z.literal('asset'), content: Asset }),
  rule: z.object({ kind: z.literal('rule'), content: Rule }),
  plan: z.object({ kind: z.literal('plan'), content: Plan }),
}
export const ItemBody = z.discriminatedUnion('kind', [
  body.line,
  body.entry,
  body.debt,
  body.goal,
  body.asset,
  body.rule,
  body.plan,
])
export type ItemBody = z.infer<typeof ItemBody>
export type ItemKind = ItemBody['kind']

const about = { id: z.uuid(), isPrivate: z.boolean(), version: z.int() }
const opened = { ...about, byMe: z.boolean() }
export const BudgetItem = z.discriminatedUnion('kind', [
  body.line.extend(opened),
  body.entry.extend(opened),
  body.debt.extend(opened),
  body.goal.extend(opened),
  body.asset.extend(opened),
  body.rule.extend(opened),
  body.plan.extend(opened),
])
export type BudgetItem = z.infer<typeof BudgetItem>
export type ItemOf<K extends ItemKind> = Extract<BudgetItem, { kind: K }>

export const itemsOf = <K extends ItemKind>(items: readonly BudgetItem[], kind: K): ItemOf<K>[] =>
  items.filter((item): item is ItemOf<K> => item.kind === kind)

const Totals = z.object({ planned: z.int(), actual: z.int() })
export const MonthTotals = z.object({ month: Month, income: Totals, outgoing: Totals })
export type MonthTotals = z.infer<typeof MonthTotals>

export const ReadBudget = z.object({ month: Month })
const shown = {
  month: Month,
  items: z.array(BudgetItem),
  /** This month and the eleven before it, in ascending order. */
  history: z.array(MonthTotals),
  /** The number of items that cannot be decrypted. */
  unreadable: z.int(),
}
export const Budget = z.object({
  ...shown,
  householdId: z.uuid().nullable(),
  partners: z.array(z.string()),
  sharing: z.object({
    isShared: z.boolean(),
    mine: z.boolean(),
    /** First names of partners who have not consented. */
    waitingFor: z.array(z.string()),
    reads: z.array(z.object({ at: Instant, reader: z.string(), purpose: z.enum(['view', 'export']) })),
  }),
})
export type Budget = z.infer<typeof Budget>

export const ReadSharedBudget = z.object({ contactId: z.uuid(), month: Month })
/** Null while the budget is not shared. */
export const SharedBudget = z.object({ budget: z.object(shown).nullable() })
export type SharedBudget = z.infer<typeof SharedBudget>

/** Version 0 creates an item. */
export const SaveItem = z.object({ ...about, item: ItemBody })
export type SaveItem = z.infer<typeof SaveItem>
export const ItemSaved = z.object({ version: z.int() })
export const DeleteItem = z.object({ id: z.uuid(), version: z.int() })
export const CopyMonth = z.object({ from: Month, to: Month })
export const MonthCopied = z.object({ copied: z.int() })
export const ShareBudget = z.object({ isShared: z.boolean() })
export const Done = z.object({ done: z.boolean() })

/** Maximum entries per request: an import of many lines sends several requests. */
export const entriesPerImport = 500
export const ImportEntries = z.object({
  isPrivate: z.boolean(),
  entries: z.array(Entry.extend({ importKey: z.string().min(1).max(300) })).max(entriesPerImport),
  rules: z.array(Rule).max(entriesPerImport),
})
export type ImportEntries = z.infer<typeof ImportEntries>
export const EntriesImported = z.object({ added: z.int(), skipped: z.int() })
/** The data with which an import compares a file, read before a file is chosen. */
export const ImportKnowledge = z.object({
  keys: z.array(z.string()),
  rules: z.array(Rule),
  /** Entries without a key: entered manually, and possibly also lines of the file. */
  typed: z.array(z.object({ on: Day, amount: SignedAmount })),
  /** The categories of all months' lines. */
  categories: z.array(z.object({ kind: Kind, category: Category })),
})
export type ImportKnowledge = z.infer<typeof ImportKnowledge>

export const refusals = {
  no_client_file: 'החשבון אינו משויך לתיק לקוח. פנו אלינו ונבדוק',
  budget_of_partners: 'התקציב של הבית שייך לבני הזוג',
  changed_elsewhere: 'השורה השתנתה בינתיים. מה שהקלדתם עדיין כאן: בדקו מול הערך החדש ושמרו שוב',
  item_gone: 'השורה נמחקה בינתיים',
  category_taken: 'הקטגוריה כבר רשומה בחודש הזה. אפשר לעדכן אותה שם',
  not_author: 'רק מי שהוסיפו את השורה יכולים להפוך אותה לפרטית',
  entry_of_another_month: 'התאריך של התנועה שייך לחודש אחר',
  partner_uses_budget: 'בן או בת הזוג משתמשים גם הם בתקציב. אפשר למחוק את הפריטים הפרטיים שלכם',
} as const

const BudgetItemRow = z.object({
  id: z.uuid(),
  household_id: z.uuid().nullable(),
  private_to: z.uuid().nullable(),
  kind: z.enum(['line', 'entry', 'debt', 'goal', 'asset', 'rule', 'plan']),
  month: Day.nullable(),
  sealed_for: z.uuid(),
  sealed: z.string(),
  created_by: z.uuid().nullable(),
  updated_by: z.uuid().nullable(),
  created_at: Instant,
  updated_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
const BudgetSharing = z.object({ contact_id: z.uuid(), is_shared: z.boolean(), changed_at: Instant })
const BudgetRead = z.object({
  id: z.uuid(),
  household_id: z.uuid(),
  read_by: z.uuid(),
  reader_name: z.string(),
  month: Day.nullable(),
  purpose: z.enum(['view', 'export']),
  at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { budget_items: BudgetItemRow, budget_sharing: BudgetSharing, budget_reads: BudgetRead }
