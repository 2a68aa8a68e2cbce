import { refusalText } from '#client/refusal.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { type LegalVersionLine, useLegalVersions } from '#features/legal/legal-editing.data.ts'
import type { LegalKey } from '#features/legal/legal.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody } from '#ui/layers/dialog.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Loading } from '#ui/states/spinner.tsx'

type Props = { legalKey: LegalKey; onClose: () => void; onRestore: (version: LegalVersionLine) => void }

/** Published versions. Restoring copies a version into the draft; publishing creates a new version. */
export function LegalHistory({ legalKey, onClose, onRestore }: Props) {
  const versions = useLegalVersions()
  const nameOf = useStaffName()
  const own = versions.data?.filter(({ text_key }) => text_key === legalKey)
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title="הגרסאות שפורסמו">
      <DialogBody>
        {versions.isPending && <Loading />}
        {versions.isLoadingError && <ErrorText>{refusalText(versions.error)}</ErrorText>}
        {own?.length === 0 && <p>עוד לא פורסמה גרסה. אחרי הפרסום הראשון כל גרסה תישמר כאן.</p>}
        <ol className="legal-history">
          {own?.map((version) => (
            <li key={version.id}>
              <div>
                <b>גרסה {version.number}</b> · {formatDate(version.published_at)}
                {nameOf(version.published_by) && (
                  <>
                    {' · '}
                    <bdi>{nameOf(version.published_by)}</bdi>
                  </>
                )}
                {version.note && <p>{version.note}</p>}
                <details>
                  <summary>הנוסח</summary>
                  <pre>{version.body}</pre>
                </details>
              </div>
              <Button size="sm" onClick={() => onRestore(version)} aria-label={`שחזור גרסה ${version.number} לטיוטה`}>
                שחזור לטיוטה
              </Button>
            </li>
          ))}
        </ol>
      </DialogBody>
    </Dialog>
  )
}
