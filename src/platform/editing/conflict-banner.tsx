import { type ChangedFact, ConflictNotice } from '#ui/states/conflict-notice.tsx'
import { ErrorText } from '#ui/forms/field.tsx'

/** Shown above a form refused as stale: the concurrent changes, and the effect of the next save. */
export function ConflictBanner({ theirs }: { theirs: readonly ChangedFact[] | undefined }) {
  if (!theirs) return null
  if (theirs.length > 0) return <ConflictNotice changes={[{ facts: theirs }]} isInPage />
  return (
    <div role="alert">
      <ErrorText>מישהו אחר שמר כאן בינתיים. מה שכתבתם נשאר, ואפשר לשמור שוב</ErrorText>
    </div>
  )
}
