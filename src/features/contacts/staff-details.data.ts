// Writes the staff details of a contact: the basis of calls, the registry check, custom fields.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import { contactKey, type ShownContact } from './contacts.data.ts'
import type { ContactStaffDetails } from './contacts.ts'

export type DetailsChanges = Partial<
  Pick<ContactStaffDetails, 'call_basis' | 'call_basis_at' | 'call_basis_note' | 'dnc_checked_at' | 'custom'>
>
type Change = { seen: ContactStaffDetails; changes: DetailsChanges }

/** Updates the details if their version is unchanged. */
async function changeDetails(backend: Backend, { seen, changes }: Change): Promise<ContactStaffDetails> {
  const { data } = await backend
    .from('contact_staff_details')
    .update(changes)
    .eq('contact_id', seen.contact_id)
    .eq('version', seen.version)
    .select()
    .throwOnError()
  if (data[0]) return data[0]
  const { data: theirs } = await backend
    .from('contact_staff_details')
    .select()
    .eq('contact_id', seen.contact_id)
    .maybeSingle()
    .throwOnError()
  throw new EditConflict(theirs)
}

/**
 * Saves staff details and shows the saved values immediately. After a conflict or a failure the contact is refetched.
 */
export function useChangeDetails(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  const queryKey = contactKey(contactId)
  return useMutation({
    mutationFn: (change: Change) => changeDetails(backend, change),
    scope: { id: `contact_staff_details ${contactId}` },
    onSuccess: (saved) =>
      queries.setQueryData<ShownContact>(queryKey, (contact) => contact && { ...contact, staff_details: saved }),
    onError: () => queries.invalidateQueries({ queryKey }),
  })
}
