// Actions on a timeline line, each with undo.
import { refusalText } from '#client/refusal.ts'
import { useUserId } from '#client/session-context.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo, TooLateToUndo } from '#ui/undo/undo.ts'
import {
  NoteConflict,
  type ShownActivity,
  useChangeNote,
  usePinActivity,
  useDeleteActivity,
} from './activities.data.ts'
import { refusals, type WrittenType, writtenTypes } from './activities.ts'

export type LineActions = ReturnType<typeof useLineActions>

const explain = (error: unknown) => refusalText(error, refusals)
const conflictText = 'השורה השתנתה בינתיים בחלון אחר. היא מוצגת עכשיו כפי שהיא'

export const isWritten = ({ type }: Pick<ShownActivity, 'type'>) => writtenTypes.includes(type as WrittenType)

/** `isAdmin`: whether lines of other authors can be deleted. */
export function useLineActions({ isAdmin }: { isAdmin: boolean }) {
  const me = useUserId()
  const pin = usePinActivity()
  const put = useDeleteActivity()
  const change = useChangeNote()

  return {
    mayEdit: (line: ShownActivity) => isWritten(line) && line.actor_id === me,
    mayPutAway: (line: ShownActivity) => isWritten(line) && (line.actor_id === me || isAdmin),

    async pin({ id }: ShownActivity, isPinned: boolean) {
      try {
        await pin.mutateAsync({ id, isPinned })
        offerUndo({
          title: isPinned ? 'השורה ננעצה למעלה' : 'הנעיצה הוסרה',
          undo: () => pin.mutateAsync({ id, isPinned: !isPinned }),
          explain,
        })
      } catch (error) {
        toast.error(explain(error))
      }
    },

    async moveToBin({ id }: ShownActivity) {
      try {
        await put.mutateAsync({ id, isAway: true })
        offerUndo({ title: 'השורה נמחקה', undo: () => put.mutateAsync({ id, isAway: false }), explain })
      } catch (error) {
        toast.error(explain(error))
      }
    },

    /** Rejects with a user-facing message if the save failed. */
    async change(line: ShownActivity, payload: ShownActivity['payload'], title = 'השינוי נשמר') {
      try {
        const version = await change.mutateAsync({ seen: line, payload })
        offerUndo({ title, undo: () => undo(line, version), explain })
      } catch (error) {
        throw new Error(error instanceof NoteConflict ? conflictText : explain(error), { cause: error })
      }
    },
  }

  async function undo({ id, payload }: ShownActivity, version: number) {
    try {
      await change.mutateAsync({ seen: { id, version }, payload })
    } catch (error) {
      if (error instanceof NoteConflict) throw new TooLateToUndo(conflictText, { cause: error })
      throw error
    }
  }
}
