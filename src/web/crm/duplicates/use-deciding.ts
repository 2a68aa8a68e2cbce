// The three ways to decide on a pair. Each says what it did and can be taken back.
import { refusalText } from '#client/refusal.ts'
import { useDecidePair, useLinkAsHousehold, useUnlinkHousehold } from '#features/duplicates/duplicates.data.ts'
import { refusals as pairRefusals } from '#features/duplicates/duplicates.ts'
import { type MergeOrder, type MergeRecord, useMergeContacts, usePartContacts } from '#features/merges/merges.data.ts'
import { refusals as mergeRefusals } from '#features/merges/merges.ts'
import { isolate } from '#lib/hebrew-text.ts'
import { offerUndo } from '#ui/undo/undo.ts'

type Records = readonly [MergeRecord, MergeRecord]
const refusals = { ...pairRefusals, ...mergeRefusals }
const explain = (error: unknown) => refusalText(error, refusals)
const idsOf = ([one, other]: Records) => [one.id, other.id] as const

/** `onDecided` is called when the pair is off the list. */
export function useDeciding(onDecided: () => void) {
  const decide = useDecidePair()
  const link = useLinkAsHousehold()
  const unlink = useUnlinkHousehold()
  const merging = useMergeContacts()
  const parting = usePartContacts()

  return {
    refusals,
    error: merging.error ?? link.error ?? decide.error,
    isMerging: merging.isPending,
    isLinking: link.isPending,
    isDismissing: decide.isPending,
    merge(order: MergeOrder & { winner: MergeRecord; loser: MergeRecord }) {
      merging.mutate(order, {
        onSuccess(merge) {
          onDecided()
          offerUndo({
            title: `שתי הרשומות של ${isolate(order.winner.full_name)} אוחדו`,
            undo: async () => void (await parting.mutateAsync(merge)),
            explain,
          })
        },
      })
    },
    link(records: Records) {
      link.mutate(idsOf(records), {
        onSuccess(before) {
          onDecided()
          offerUndo({
            title: `${isolate(records[0].full_name)} ו${isolate(records[1].full_name)} קושרו כמשק בית`,
            undo: () => unlink.mutateAsync(before),
            explain,
          })
        },
      })
    },
    dismiss(records: Records) {
      const two = idsOf(records)
      decide.mutate(
        { two, isDismissed: true },
        {
          onSuccess() {
            onDecided()
            offerUndo({
              title: 'נרשם שאלה שני אנשים שונים',
              undo: () => decide.mutateAsync({ two, isDismissed: false }),
              explain,
            })
          },
        },
      )
    },
  }
}
