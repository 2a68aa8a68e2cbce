// Moves a contact and its dependent rows to the bin, with undo.
import { useQueryClient } from '@tanstack/react-query'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import type { ShownContact } from '#features/contacts/contacts.data.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

/**
 * Returns a function that moves the contact to the bin, and resolves to whether it moved. A failure is reported to the
 * user.
 */
export function useMoveContactToBin() {
  const backend = useBackend()
  const queries = useQueryClient()

  async function move(rpc: 'put_in_bin' | 'restore_from_bin', { id }: Pick<ShownContact, 'id'>) {
    await backend.rpc(rpc, { things: [{ entity: 'contacts', id }] }).throwOnError()
    await Promise.all(
      ['contacts', 'activities', 'tasks', 'opportunities', 'households'].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    )
  }

  return async (contact: Pick<ShownContact, 'id' | 'full_name'>): Promise<boolean> => {
    try {
      await move('put_in_bin', contact)
      offerUndo({ title: `הועבר לסל המיחזור: ${contact.full_name}`, undo: () => move('restore_from_bin', contact) })
      return true
    } catch (error) {
      toast.error(refusalText(error))
      return false
    }
  }
}
