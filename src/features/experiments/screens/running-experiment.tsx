import { useStaffName } from '#platform/accounts/staff.data.ts'
import type { MeasuredExperiment } from '#features/experiments/experiments.data.ts'
import { minConversions, type Significance } from '#features/experiments/significance.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#platform/pages/history/disclosure.tsx'
import { verdictText } from './verdict-texts.ts'
import type { VariantName } from './variant-names.ts'
import { VariantList } from './variant-list.tsx'
import type { ExperimentDialog } from './experiment-dialogs.ts'

type Props = {
  comparison: MeasuredExperiment
  verdict: Significance
  nameOf: VariantName
  onStep: (step: ExperimentDialog) => void
}

/** The running experiment: interim results and actions. */
export function RunningExperiment({ comparison, verdict, nameOf, onStep }: Props) {
  const staffName = useStaffName()
  const summary = verdictText(verdict, comparison.pages, nameOf)
  const by = staffName(comparison.started_by)
  return (
    <>
      <div className={verdict.is === 'winner' ? 'compare__verdict compare__verdict--clear' : 'compare__verdict'}>
        <h3>{summary.title}</h3>
        <p>{summary.text}</p>
      </div>
      <VariantList pages={comparison.pages} nameOf={nameOf} />
      <div className="compare__foot">
        <div className="compare__acts">
          <Button look={verdict.is === 'winner' ? 'primary' : 'secondary'} onClick={() => onStep('winner')}>
            לבחור כמנצח
          </Button>
          <Button look="ghost" onClick={() => onStep('shares')}>
            שינוי החלוקה
          </Button>
          <Button look="ghost" onClick={() => onStep('end')}>
            עצירה
          </Button>
        </div>
        <p className="compare__since">
          מאז {formatDate(comparison.started_at)}
          {by && (
            <>
              {' '}
              (<bdi>{by}</bdi>)
            </>
          )}
        </p>
      </div>
      <Disclosure title="איך זה נמדד ומתי מחליטים">
        <ul className="compare__how">
          <li>כל מבקר רואה תמיד את אותו דף. השרת מחשב איזה בכל כניסה מחדש, בלי עוגיה ובלי לשמור דבר על המבקר.</li>
          <li>מנועי חיפוש, ומי שביקשו בדפדפן שלא יעקבו אחריהם, רואים את עמוד הבית הרגיל ולא נספרים.</li>
          <li>השארת פרטים היא פנייה, הרשמה לניוזלטר או הצטרפות בדף נחיתה, באותו יום שבו ראו את הדף.</li>
          <li>
            הפרש נחשב אמיתי אחרי שבוע שלם ו־{minConversions} מבקרים שהשאירו פרטים, ורק אם מקריות הייתה יוצרת אותו בפחות
            מהשוואה אחת מעשרים, גם כשמסתכלים כל יום.
          </li>
          <li>
            שינוי של החלוקה מתחיל ספירה חדשה. פרסום של נוסח חדש באחד הדפים לא: כדי למדוד אותו לבדו, עצרו והתחילו השוואה
            חדשה.
          </li>
        </ul>
      </Disclosure>
    </>
  )
}
