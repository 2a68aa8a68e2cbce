// Saves the staff details of a contact: version-checked, with undo.
import type { ContactStaffDetails } from './contacts.ts'
import { offerUndoOfSave } from './use-edit-contact.ts'
import { type DetailsChanges, useChangeDetails } from './staff-details.data.ts'

/**
 * Returns a function that saves the staff details and offers undo. It throws the refusal, for forms that show it
 * themselves.
 */
export function useSaveDetails(contactId: string) {
  const change = useChangeDetails(contactId)
  return async (seen: ContactStaffDetails, changes: DetailsChanges, title: string): Promise<void> => {
    const saved = await change.mutateAsync({ seen, changes })
    offerUndoOfSave(title, () => change.mutateAsync({ seen: saved, changes: previousValues(seen, changes) }))
  }
}

const previousValues = (seen: ContactStaffDetails, changes: DetailsChanges): DetailsChanges =>
  Object.fromEntries((Object.keys(changes) as (keyof DetailsChanges)[]).map((column) => [column, seen[column]]))
