// Toasts on the board about other users' changes. Several changes at once are counted instead of listed.
import type { RowChange } from '#client/change-buffer.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { count } from '#lib/hebrew/count.ts'
import type { Opportunity } from '../opportunities.ts'

export type OpportunityNotice = { kind: 'created' | 'updated' | 'deleted'; text: string }

/** All changes of one opportunity merged into one: its state before the first and after the last. Null: there was no row. */
export type NetChange = { before: Partial<Opportunity> | null; after: Partial<Opportunity> | null }
type Outcome = { kind: 'created' | 'moved' | 'changed' | 'deleted'; name: string; stageId: string | undefined }

/** Shown after five failed reconnect attempts. */
export const connectionLost = 'החיבור בזמן אמת נותק. רעננו את העמוד כדי להמשיך לקבל עדכונים'

/** The row of a net change in its last known state. */
export const rowOf = ({ before, after }: NetChange): Partial<Opportunity> => after ?? before ?? {}

/**
 * Merges the changes of a burst by opportunity, including those dropped from a full queue. Batches that follow each other within `gapMs`
 * are one burst. `now` returns milliseconds.
 */
export function opportunityBurst(gapMs: number, now: () => number = Date.now) {
  const nets = new Map<string, NetChange>()
  let touchedAt = -Infinity
  return {
    add: ({ eventType, new: after, old: before }: RowChange<Opportunity>) => {
      const at = now()
      if (at - touchedAt > gapMs) nets.clear()
      touchedAt = at
      const id = after.id ?? before.id
      if (id === undefined) return
      const earlier = nets.get(id)
      nets.set(id, {
        before: earlier ? earlier.before : eventType === 'INSERT' ? null : announced(before),
        after: eventType === 'DELETE' ? null : announced(after),
      })
    },
    changes: (): NetChange[] => [...nets.values()],
  }
}

/** At most one toast per kind of change. `isOwn` excludes rows that this user changed last. */
export function opportunityNotices(
  changes: readonly NetChange[],
  stageName: (stageId: string) => string | undefined,
  isOwn: (row: Partial<Opportunity>) => boolean = () => false,
): OpportunityNotice[] {
  const outcomes = changes
    .filter((change) => !isOwn(rowOf(change)))
    .map(outcomeOf)
    .filter((outcome) => outcome !== undefined)
  const created = outcomes.filter((outcome) => outcome.kind === 'created')
  const updated = outcomes.filter((outcome) => outcome.kind === 'moved' || outcome.kind === 'changed')
  const deleted = outcomes.filter((outcome) => outcome.kind === 'deleted')

  return [
    notice('created', created, newOnes, ({ name }) => `נוצרה הזדמנות חדשה: ${isolate(name)}`),
    notice('updated', updated, updatedOnes, ({ kind, name, stageId }) => {
      const stage = stageId && stageName(stageId)
      return kind === 'moved' && stage ? `ההזדמנות ${isolate(name)} עברה לשלב ${isolate(stage)}` : undefined
    }),
    notice('deleted', deleted, deletedOnes, ({ name }) => (name ? `ההזדמנות ${isolate(name)} נמחקה` : undefined)),
  ].filter((one) => one !== undefined)
}

const newOnes = { one: 'הזדמנות חדשה אחת', two: 'שתי הזדמנויות חדשות', other: '# הזדמנויות חדשות' }
const updatedOnes = { one: 'הזדמנות אחת עודכנה', two: 'שתי הזדמנויות עודכנו', other: '# הזדמנויות עודכנו' }
const deletedOnes = { one: 'הזדמנות אחת נמחקה', two: 'שתי הזדמנויות נמחקו', other: '# הזדמנויות נמחקו' }

function notice(
  kind: OpportunityNotice['kind'],
  outcomes: readonly Outcome[],
  forms: typeof newOnes,
  sentence: (outcome: Outcome) => string | undefined,
): OpportunityNotice | undefined {
  const [only] = outcomes
  if (!only) return undefined
  return { kind, text: (outcomes.length === 1 && sentence(only)) || count(outcomes.length, forms) }
}

/** The kind of a net change; undefined if the change is not announced. */
function outcomeOf({ before, after }: NetChange): Outcome | undefined {
  const name = after?.name ?? before?.name ?? ''
  const stageId = after?.stage_id
  const wasThere = before !== null && !before.deleted_at
  if (!after || after.deleted_at) return wasThere ? { kind: 'deleted', name, stageId } : undefined
  if (!before) return { kind: 'created', name, stageId }
  if (before.stage_id !== undefined && before.stage_id !== stageId) return { kind: 'moved', name, stageId }
  return noticedColumns.some((column) => before[column] !== after[column])
    ? { kind: 'changed', name, stageId }
    : undefined
}

/** Database columns whose change is announced. Ranks and internal columns are omitted. */
const noticedColumns = [
  'name',
  'contact_id',
  'stage_id',
  'amount_agorot',
  'probability_override',
  'expected_close_on',
  'owner_id',
  'source',
  'lost_reason_id',
  'deleted_at',
] as const satisfies (keyof Opportunity)[]

/** A burst may contain many rows, so only the columns that a toast needs are retained. */
const announced = (row: Partial<Opportunity>): Partial<Opportunity> =>
  Object.fromEntries((['id', 'version', ...noticedColumns] as const).map((column) => [column, row[column]]))
