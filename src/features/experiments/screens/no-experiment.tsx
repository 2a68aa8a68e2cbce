import type { MeasuredExperiment } from '#features/experiments/experiments.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#platform/pages/history/disclosure.tsx'
import type { VariantName } from './variant-names.ts'
import { VariantList } from './variant-list.tsx'

type Props = {
  /** The previous experiment, if any. */
  last: MeasuredExperiment | null
  /** Whether at least two variants exist. */
  isPossible: boolean
  nameOf: VariantName
  onBegin: () => void
}

/** Explains experiments and shows the result of the last one. */
export const NoExperiment = ({ last, isPossible, nameOf, onBegin }: Props) => (
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
      <Disclosure title={`ההשוואה האחרונה, עד ${formatDate(last.ended_at)}`}>
        <div className="compare__past">
          <p>{last.winner ? `הדף שנבחר: ${nameOf(last.winner)}` : 'ההשוואה נעצרה בלי לבחור דף.'}</p>
          <VariantList pages={last.pages} nameOf={nameOf} />
        </div>
      </Disclosure>
    )}
  </>
)
