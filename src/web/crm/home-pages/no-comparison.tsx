import type { MeasuredExperiment } from '#features/experiments/experiments.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Fold } from '../page-history/fold.tsx'
import type { HomePageName } from './home-page-names.ts'
import { MeasuredPages } from './measured-pages.tsx'

type Props = {
  /** The one that ran before, if there was any. */
  last: MeasuredExperiment | null
  /** Whether there are two pages to compare. */
  isPossible: boolean
  nameOf: HomePageName
  onBegin: () => void
}

/** What a comparison is good for, and what came of the last one. */
export const NoComparison = ({ last, isPossible, nameOf, onBegin }: Props) => (
  <>
    <div className="compare__line">
      <p>
        {isPossible
          ? 'איזה דף בית מביא יותר אנשים להשאיר פרטים? כל מבקר רואה תמיד אותו דף, והשרת סופר, בלי עוגיות.'
          : 'כדי להשוות צריך שני דפי בית מפורסמים. פרסמו עוד אחד מהרשימה שלמטה, ואפשר יהיה להתחיל.'}
      </p>
      {isPossible && <Button onClick={onBegin}>התחלת השוואה</Button>}
    </div>
    {last?.ended_at && (
      <Fold title={`ההשוואה האחרונה, עד ${formatDate(last.ended_at)}`}>
        <div className="compare__past">
          <p>{last.winner ? `הדף שנבחר: ${nameOf(last.winner)}` : 'ההשוואה נעצרה בלי לבחור דף.'}</p>
          <MeasuredPages pages={last.pages} nameOf={nameOf} />
        </div>
      </Fold>
    )}
  </>
)
