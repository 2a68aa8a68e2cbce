// Dry run of the import.
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { type ShownImport, useRun } from '#features/imports/imports.data.ts'
import { policyLabels, refusals } from '#features/imports/imports.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { ErrorFileButton } from './error-file-button.tsx'
import { incompleteText } from './import-texts.ts'
import { OutcomeTable } from './outcome-table.tsx'
import { OutcomeTiles } from './outcome-tiles.tsx'

export function PreviewStep({ found }: { found: ShownImport }) {
  const run = useRun()
  const { created = 0, updated = 0, error: broken = 0, incomplete = 0 } = found.counts
  const people = created + updated
  return (
    <div className="import__step">
      <OutcomeTiles counts={found.counts} by="plan" />
      <p className="import__note">
        {`מי שכבר רשומים: ${policyLabels[found.on_match].name}. `}
        {found.consent_proof ? 'הסכמה לדיוור תירשם לפי המקור שכתבתם. ' : 'הסכמה לדיוור לא תירשם לאיש. '}
        {incompleteText(incomplete)}
        אפשר לבטל את כל הייבוא במשך 30 ימים.
      </p>
      <div className="import__foot">
        <Button
          look="primary"
          busy={run.isPending}
          disabled={people === 0}
          onClick={() =>
            // Awaited instead of mutation callbacks: those are dropped when the next step replaces this one.
            void run.mutateAsync(found.id).catch((error: unknown) => toast.error(refusalText(error, refusals)))
          }
        >
          {people === 0
            ? 'אין מה לייבא'
            : count(people, { one: 'ייבוא של רשומה אחת', two: 'ייבוא של שתי רשומות', other: 'ייבוא של # רשומות' })}
        </Button>
        <Link className={buttonClasses({ look: 'secondary' })} to="?step=columns">
          שינוי עמודות
        </Link>
        <Link className={buttonClasses({ look: 'secondary' })} to="?step=rules">
          שינוי כללים
        </Link>
        {broken + incomplete > 0 && <ErrorFileButton found={found} />}
      </div>
      <OutcomeTable found={found} by="plan" />
    </div>
  )
}
