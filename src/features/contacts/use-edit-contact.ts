// Inline edit of a contact column: optimistic, version-checked, with undo.
import { refusalText } from '#client/refusal.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo, TooLateToUndo } from '#ui/undo/undo.ts'
import { type ContactChanges, type ShownContact, useChangeContact } from './contacts.data.ts'
import { refusals } from './contacts.ts'
import { EditConflict } from '#platform/editing/edit-conflict.ts'

export const conflictText = 'מישהו שינה את הכרטיס בינתיים. מוצג עכשיו מה שנשמר'

/**
 * Returns a function that saves the contact and offers undo. It throws the refusal, for forms that show it themselves.
 */
export function useSaveContact(id: string) {
  const change = useChangeContact(id)
  return async (contact: ShownContact, changes: ContactChanges, title: string): Promise<void> => {
    const saved = await change.mutateAsync({ seen: contact, changes })
    offerUndoOfSave(title, () => change.mutateAsync({ seen: saved, changes: previousValues(contact, changes) }))
  }
}

/** Offers to undo a save. The undo is refused with a message if the row has changed since. */
export const offerUndoOfSave = (title: string, undo: () => Promise<unknown>): void =>
  offerUndo({
    title,
    undo: async () => {
      try {
        await undo()
      } catch (error) {
        throw error instanceof EditConflict ? new TooLateToUndo(conflictText, { cause: error }) : error
      }
    },
    explain: (error) => refusalText(error, refusals),
  })

/** Whether the save succeeded; a failure is reported to the user. */
export async function succeeds(save: () => Promise<void>): Promise<boolean> {
  try {
    await save()
    return true
  } catch (error) {
    toast.error(error instanceof EditConflict ? conflictText : refusalText(error, refusals))
    return false
  }
}

/** Returns a function that saves a change, and resolves to whether the save succeeded. */
export function useEditContact(contact: ShownContact) {
  const save = useSaveContact(contact.id)
  return (changes: ContactChanges, title: string): Promise<boolean> => succeeds(() => save(contact, changes, title))
}

/** Previous values of the changed columns. */
function previousValues(contact: ShownContact, changes: ContactChanges): ContactChanges {
  const whole = { ...contact, household_id: contact.household?.id ?? null }
  const keys = (Object.keys(changes) as (keyof ContactChanges)[]).filter((key) => key in whole)
  return Object.fromEntries(keys.map((key) => [key, whole[key as keyof typeof whole]])) as ContactChanges
}
