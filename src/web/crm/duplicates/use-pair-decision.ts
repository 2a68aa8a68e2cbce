// The three decisions on a pair, each with undo.
import { refusalText } from '#client/refusal.ts'
import { useDecidePair, useLinkAsHousehold, useUnlinkHousehold } from '#features/duplicates/duplicates.data.ts'
import { refusals as pairRefusals } from '#features/duplicates/duplicates.ts'
import {
  type MergeRequest,
  type MergeRecord,
  useMergeContacts,
  useUnmergeContacts,
} from '#features/merges/merges.data.ts'
import { refusals as mergeRefusals } from '#features/merges/merges.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { offerUndo } from '#ui/undo/undo.ts'

type Records = readonly [MergeRecord, MergeRecord]
const refusals = { ...pairRefusals, ...mergeRefusals }
const explain = (error: unknown) => refusalText(error, refusals)
const idsOf = ([one, other]: Records) => [one.id, other.id] as const

/** `onDecided` is called after the pair left the list. */
export function usePairDecision(onDecided: () => void) {
  const decide = useDecidePair()
  const link = useLinkAsHousehold()
  const unlink = useUnlinkHousehold()
  const merging = useMergeContacts()
  const parting = useUnmergeContacts()

  return {
    refusals,
    error: merging.error ?? link.error ?? decide.error,
    isMerging: merging.isPending,
    isLinking: link.isPending,
    isDismissing: decide.isPending,
    merge: (order: MergeRequest & { winner: MergeRecord; loser: MergeRecord }) =>
      runWithUndo(merging.mutateAsync(order), `שתי הרשומות של ${isolate(order.winner.full_name)} אוחדו`, (merge) =>
        parting.mutateAsync(merge),
      ),
    link: (records: Records) =>
      runWithUndo(
        link.mutateAsync(idsOf(records)),
        `${isolate(records[0].full_name)} ו${isolate(records[1].full_name)} קושרו כמשק בית`,
        (before) => unlink.mutateAsync(before),
      ),
    dismiss: (records: Records) =>
      runWithUndo(decide.mutateAsync({ two: idsOf(records), isDismissed: true }), 'נרשם שאלה שני אנשים שונים', () =>
        decide.mutateAsync({ two: idsOf(records), isDismissed: false }),
      ),
  }

  // Awaited instead of mutation callbacks: those are dropped when the decided pair unmounts.
  async function runWithUndo<T>(decision: Promise<T>, title: string, undo: (done: T) => Promise<unknown>) {
    try {
      const done = await decision
      onDecided()
      offerUndo({ title, undo: async () => void (await undo(done)), explain })
    } catch {
      // The refusal is shown beside the buttons.
    }
  }
}
