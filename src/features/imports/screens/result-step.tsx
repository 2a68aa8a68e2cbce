// Result of the import, rejected rows, rollback.
import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { type ShownImport, useRollBack, useRun } from '#features/imports/imports.data.ts'
import { rollbackDays, refusals } from '#features/imports/imports.ts'
import { dayOf, formatDate } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { ErrorFileButton } from './error-file-button.tsx'
import { importSummary, incompleteText } from './import-texts.ts'
import { OutcomeTable } from './outcome-table.tsx'
import { OutcomeTiles } from './outcome-tiles.tsx'

export function ResultStep({ found }: { found: ShownImport }) {
  const run = useRun()
  const { error: broken = 0, undone = 0, kept = 0, incomplete = 0 } = found.counts
  const isOver = found.status === 'done' || found.status === 'failed'
  return (
    <div className="import__step">
      <h2 className="import__done">{titleOf(found)}</h2>
      {found.status === 'rolled_back' && (
        <p className="import__note">
          {count(undone, {
            zero: 'לא היה מה להחזיר.',
            one: 'שינוי אחד הוחזר לקדמותו.',
            two: 'שני שינויים הוחזרו לקדמותם.',
            other: '# שינויים הוחזרו לקדמותם.',
          })}
          {kept > 0 &&
            ` ${count(kept, { one: 'שורה אחת נשארה כפי שהיא, כי היא השתנתה מאז.', two: 'שתי שורות נשארו כפי שהן, כי הן השתנו מאז.', other: '# שורות נשארו כפי שהן, כי הן השתנו מאז.' })}`}
        </p>
      )}
      <OutcomeTiles counts={found.counts} by="result" />
      {incomplete > 0 && isOver && <p className="import__note">{incompleteText(incomplete)}</p>}
      <div className="import__foot">
        {found.status === 'failed' && (
          <Button look="primary" busy={run.isPending} onClick={() => void run.mutateAsync(found.id).catch(showError)}>
            המשך מהמקום שנעצר
          </Button>
        )}
        <Link
          className={buttonClasses({ look: found.status === 'done' ? 'primary' : 'secondary' })}
          to="/crm/contacts?sort=-created"
        >
          לרשימת אנשי הקשר
        </Link>
        {broken + incomplete > 0 && !found.forgotten_at && <ErrorFileButton found={found} />}
        {isOver && !found.forgotten_at && <RollBack found={found} />}
      </div>
      {found.forgotten_at ? (
        <p className="import__quiet">השורות של הקובץ נמחקו 30 ימים אחרי הייבוא. אנשי הקשר שיובאו נשארו.</p>
      ) : (
        <OutcomeTable found={found} by="result" />
      )}
    </div>
  )
}

// For awaited mutations: their callbacks are dropped when another step replaces this one.
const showError = (error: unknown) => void toast.error(refusalText(error, refusals))

function titleOf({ status, counts }: ShownImport) {
  if (status === 'failed') return 'הייבוא נעצר באמצע. מה שכבר נכנס נשמר, ואפשר להמשיך'
  return status === 'rolled_back' ? 'הייבוא בוטל' : importSummary(counts)
}

/** Rollback affects many contacts, so it shows its effects and requires confirmation. */
function RollBack({ found }: { found: ShownImport }) {
  const rollBack = useRollBack()
  const [isOpen, setOpen] = useState(false)
  const { created = 0, updated = 0 } = found.counts
  const until = addDays(dayOf(found.finished_at ?? found.run_at ?? found.created_at), rollbackDays)
  if (created + updated === 0) return null
  return (
    <>
      <Button look="ghost" onClick={() => setOpen(true)}>
        ביטול הייבוא
      </Button>
      <p>{`אפשר עד ${formatDate(until)}`}</p>
      {isOpen && (
        <Dialog
          open
          onOpenChange={setOpen}
          title="לבטל את הייבוא?"
          text={`${count(created, { zero: 'אף רשומה לא תימחק', one: 'רשומה אחת שנוספה תימחק', two: 'שתי רשומות שנוספו יימחקו', other: '# רשומות שנוספו יימחקו' })}, ו${count(updated, { zero: 'שום רשומה לא תשתנה', one: 'רשומה אחת תחזור למה שהייתה', two: 'שתי רשומות יחזרו למה שהיו', other: '־# רשומות יחזרו למה שהיו' })}. מי שעודכנו או היו בקשר מאז יישארו כפי שהם, ותראו אותם ברשימה.`}
        >
          <DialogActions>
            <Button
              look="danger"
              busy={rollBack.isPending}
              onClick={() =>
                void rollBack
                  .mutateAsync(found.id)
                  .catch(showError)
                  .finally(() => setOpen(false))
              }
            >
              ביטול הייבוא
            </Button>
            <Button look="ghost" onClick={() => setOpen(false)}>
              חזרה
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
