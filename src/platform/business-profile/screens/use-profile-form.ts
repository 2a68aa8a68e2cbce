import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import {
  type EditableBusiness,
  type StoredProfile,
  EditConflict,
  useSaveProfile,
} from '#platform/business-profile/business-edit.data.ts'
import { refusals } from '#platform/business-profile/business-profile.ts'
import { changedSince, changesOf, type ProfileChanges } from '#platform/business-profile/profile-changes.ts'
import { toast } from '#ui/toast/toast.tsx'
import type { ConcurrentSave } from '#platform/business-profile/screens/concurrent-save-note.tsx'

// A fixed id, so that each save replaces the previous toast.
const toastId = 'business-profile'

/** The name of a staff member, if known. Passed as a parameter, because accounts depends on this module. */
export type StaffName = (userId: string | null) => string | undefined

/** State of a profile form: base values, save of changed fields, conflicts. */
export function useProfileForm({ profileOf, profile }: EditableBusiness, staffName: StaffName) {
  const [base, setBase] = useState<StoredProfile | null>(profile)
  const [seen, setSeen] = useState<StoredProfile | null>(profile)
  const [concurrentSave, setConcurrentSave] = useState<ConcurrentSave>()
  // The form's key: fields reset after a save, never after a refetch.
  const [formKey, setFormKey] = useState(0)
  const saving = useSaveProfile()

  function resetForm(from: StoredProfile | null, isEdited = false) {
    setBase(from)
    setSeen(from)
    setConcurrentSave(undefined)
    if (!isEdited) setFormKey((count) => count + 1)
  }

  /** `showSaved` returns true if the form was edited during the request. Its fields are not reset then. */
  function save(written: ProfileChanges, showSaved: (saved: StoredProfile) => boolean) {
    const changes = changesOf(base ?? {}, written)
    if (Object.keys(changes).length === 0) return toast.info('לא היה מה לשמור: שום דבר לא השתנה', { id: toastId })
    return saving.mutate(
      { profileOf, seen, changes },
      {
        onSuccess(saved) {
          resetForm(saved, showSaved(saved))
          toast.success('פרופיל העסק עודכן בהצלחה', { title: 'הצלחה', id: toastId })
        },
        onError(error) {
          toast.error(
            error instanceof EditConflict ? 'אותן שורות נשמרו בינתיים. הפרטים בטופס' : refusalText(error, refusals),
            { title: 'שגיאה בעדכון פרופיל העסק', id: toastId },
          )
          if (!(error instanceof EditConflict)) return
          const { theirs } = error
          const lines = changedSince(seen ?? {}, theirs, Object.keys(changes))
          setConcurrentSave({ by: staffName(theirs.updated_by), lines })
          setSeen(theirs)
        },
      },
    )
  }

  return {
    base,
    formKey,
    concurrentSave,
    isSaving: saving.isPending,
    save,
    reset: () => resetForm(concurrentSave ? seen : profile),
  }
}
