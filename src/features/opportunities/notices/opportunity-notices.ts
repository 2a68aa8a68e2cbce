// Toasts on the board about other users' changes. Several changes at once are counted instead of listed.
import type { ChangeBundle, RowChange } from '#client/change-buffer.ts'
import { count, isolate } from '#lib/hebrew/hebrew-text.ts'
import type { Opportunity } from '../opportunities.ts'

export type OpportunityNotice = { kind: 'created' | 'updated' | 'deleted'; text: string }

type Change = RowChange<Opportunity>
type Outcome = { kind: 'created' | 'moved' | 'changed' | 'deleted'; name: string; stageId: string | undefined }

/** Shown after five failed reconnect attempts. */
export const connectionLost = 'החיבור בזמן אמת נותק. רעננו את העמוד כדי להמשיך לקבל עדכונים'

/** At most one notice per kind. `isOwn` excludes changes made on this screen. */
export function opportunityNotices(
  { changes, missed }: ChangeBundle<Opportunity>,
  stageName: (stageId: string) => string | undefined,
  isOwn: (change: Change) => boolean = () => false,
): OpportunityNotice[] {
  const ofOthers = changes.filter((change) => !isOwn(change))
  const outcomes = [...Map.groupBy(ofOthers, (change) => change.new.id ?? change.old.id).values()]
    .map(outcomeOf)
    .filter((outcome) => outcome !== undefined)
  const created = outcomes.filter((outcome) => outcome.kind === 'created')
  const updated = outcomes.filter((outcome) => outcome.kind === 'moved' || outcome.kind === 'changed')
  const deleted = outcomes.filter((outcome) => outcome.kind === 'deleted')

  return [
    notice('created', created, missed.INSERT, newOnes, ({ name }) => `נוצרה הזדמנות חדשה: ${isolate(name)}`),
    notice('updated', updated, missed.UPDATE, updatedOnes, ({ kind, name, stageId }) => {
      const stage = stageId && stageName(stageId)
      return kind === 'moved' && stage ? `ההזדמנות ${isolate(name)} עברה לשלב ${isolate(stage)}` : undefined
    }),
    notice('deleted', deleted, missed.DELETE, deletedOnes, ({ name }) =>
      name ? `ההזדמנות ${isolate(name)} נמחקה` : undefined,
    ),
  ].filter((one) => one !== undefined)
}

const newOnes = { one: 'הזדמנות חדשה אחת', two: 'שתי הזדמנויות חדשות', other: '# הזדמנויות חדשות' }
const updatedOnes = { one: 'הזדמנות אחת עודכנה', two: 'שתי הזדמנויות עודכנו', other: '# הזדמנויות עודכנו' }
const deletedOnes = { one: 'הזדמנות אחת נמחקה', two: 'שתי הזדמנויות נמחקו', other: '# הזדמנויות נמחקו' }

function notice(
  kind: OpportunityNotice['kind'],
  outcomes: readonly Outcome[],
  missed: number,
  forms: typeof newOnes,
  sentence: (outcome: Outcome) => string | undefined,
): OpportunityNotice | undefined {
  const total = outcomes.length + missed
  if (total === 0) return undefined
  const [only] = outcomes
  return { kind, text: (total === 1 && only && sentence(only)) || count(total, forms) }
}

/** The net outcome of all changes to one opportunity in a bundle. Undefined: not announced. */
function outcomeOf(changes: Change[]): Outcome | undefined {
  const first = changes[0]!
  const last = changes.at(-1)!
  const name = last.new.name ?? last.old.name ?? first.new.name ?? ''
  const stageId = last.new.stage_id
  const wasThere = first.eventType !== 'INSERT' && !first.old.deleted_at
  const isThere = last.eventType !== 'DELETE' && !last.new.deleted_at
  if (!isThere) return wasThere ? { kind: 'deleted', name, stageId } : undefined
  if (first.eventType === 'INSERT') return { kind: 'created', name, stageId }
  if (first.old.stage_id !== undefined && first.old.stage_id !== stageId) return { kind: 'moved', name, stageId }
  return worthTelling.some((column) => first.old[column] !== last.new[column])
    ? { kind: 'changed', name, stageId }
    : undefined
}

/** Columns whose change is announced; ranks and internal columns are not. */
const worthTelling = [
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
