import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useStaffName } from '#features/accounts/staff.data.ts'
import {
  type EditableBusiness,
  type StoredProfile,
  EditConflict,
  useSaveProfile,
} from '#features/business-profile/business-edit.data.ts'
import { refusals } from '#features/business-profile/business-profile.ts'
import { changedSince, changesOf, type ProfileChanges } from '#features/business-profile/profile-changes.ts'
import { toast } from '#ui/toast/toast.tsx'
import type { SavedFirst } from './saved-first.tsx'

// What became of the last saving takes the place of what became of the one before.
const toastId = 'business-profile'

/** The course of a form over the profile: what it began with, saving what was changed, and meeting whoever saved first. */
export function useSaving({ profileOf, profile }: EditableBusiness) {
  const [base, setBase] = useState<StoredProfile | null>(profile)
  const [seen, setSeen] = useState<StoredProfile | null>(profile)
  const [savedFirst, setSavedFirst] = useState<SavedFirst>()
  // Fields begin anew with what was saved; typed text never gives way to what merely arrived.
  const [round, setRound] = useState(0)
  const nameOf = useStaffName()
  const saving = useSaveProfile()

  function beginAnew(from: StoredProfile | null) {
    setBase(from)
    setSeen(from)
    setSavedFirst(undefined)
    setRound((count) => count + 1)
  }

  function save(written: ProfileChanges) {
    const changes = changesOf(base ?? {}, written)
    if (Object.keys(changes).length === 0) return toast.info('לא היה מה לשמור: שום דבר לא השתנה', { id: toastId })
    return saving.mutate(
      { profileOf, seen, changes },
      {
        onSuccess(saved) {
          beginAnew(saved)
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
          setSavedFirst({ by: nameOf(theirs.updated_by), lines })
          setSeen(theirs)
        },
      },
    )
  }

  return {
    base,
    round,
    savedFirst,
    isSaving: saving.isPending,
    save,
    reset: () => beginAnew(savedFirst ? seen : profile),
  }
}
