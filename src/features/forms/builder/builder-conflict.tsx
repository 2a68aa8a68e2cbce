import { Button } from '#ui/button.tsx'
import type { FormDraft } from './form-draft.ts'
import { draftDifferences } from './same-draft.ts'

type Props = { mine: FormDraft; theirs: FormDraft; onMine: () => void; onTheirs: () => void }

/** Conflict with another editor's save: offers both drafts to choose from. */
export function BuilderConflict({ mine, theirs, onMine, onTheirs }: Props) {
  const differences = draftDifferences(mine, theirs)
  return (
    <div className="builder__conflict" role="alert">
      <p>
        <b>הטופס נשמר במקום אחר בזמן שערכתם.</b> השמירה כאן נעצרה, ושום דבר לא אבד.
      </p>
      {differences.length > 0 && (
        <p>
          מה שונה: {differences.slice(0, 6).join(', ')}
          {differences.length > 6 && ` ועוד ${differences.length - 6}`}
        </p>
      )}
      <div className="builder__acts">
        <Button size="sm" onClick={onTheirs}>
          להמשיך מהנוסח שנשמר
        </Button>
        <Button size="sm" onClick={onMine}>
          לשמור את הנוסח שלי במקומו
        </Button>
      </div>
      <p className="hint">אחרי בחירה בנוסח שנשמר, ״ביטול הצעד האחרון״ מחזיר את שלכם.</p>
    </div>
  )
}
