// Deletes a draft that was never published, with undo.
import { useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import {
  type ShownAutomation,
  useCreateAutomation,
  useDeleteAutomation,
} from '#features/automations/automations.data.ts'
import { refusals } from '#features/automations/automations.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

/** The draft as last saved, and the list to return to. */
export function useDraftRemoval() {
  const deletion = useDeleteAutomation()
  const { mutateAsync: create } = useCreateAutomation()
  const navigate = useNavigate()
  return async ({ id, name, kind, definition, recipe }: ShownAutomation, list: string) => {
    try {
      // Awaited instead of mutation callbacks: those are dropped if the deleted draft unmounts the screen first.
      await deletion.mutateAsync(id)
    } catch (error) {
      toast.error(refusalText(error, refusals))
      return
    }
    void navigate(list)
    offerUndo({
      title: 'הטיוטה נמחקה',
      undo: async () => {
        await create({ id, name, kind, definition, recipe })
      },
      explain: (error) => refusalText(error, refusals),
    })
  }
}
