import type { ResultView } from '#features/quiz/quiz.ts'
import { levelLabels, levelOf } from '#features/quiz/scoring/quiz-result.ts'
import { formatDate } from '#lib/time/dates.ts'

/** A bar per dimension, with its score and level as text. */
export const DimensionBars = ({ view: { result, before } }: { view: ResultView }) => (
  <div className="bars">
    <ul className="bars__list">
      {result.dimensions.map(({ key, label, percent, note }) => (
        <li key={key} className="bars__row">
          <span className="bars__name">{label}</span>
          <span className="bars__value">
            {percent === null ? 'לא נענה' : `${percent} · ${levelLabels[levelOf(percent)]}`}
          </span>
          {percent !== null && (
            <meter
              className={`bars__meter bars__meter--${levelOf(percent)}`}
              value={percent}
              max={100}
              aria-label={label}
            />
          )}
          {note && <span className="bars__note">{note}</span>}
          {before && percent !== null && before.percents[key] !== undefined && (
            <span className="bars__note">{changeOf(percent - before.percents[key])}</span>
          )}
        </li>
      ))}
    </ul>
    {before && (
      <p className="bars__before">
        {`בהשוואה ל־${formatDate(before.completedOn)}${before.stage ? `, אז בשלב ״${before.stage}״` : ''}.`}
      </p>
    )}
  </div>
)

const changeOf = (change: number) =>
  change === 0
    ? 'ללא שינוי מהפעם הקודמת'
    : change > 0
      ? `${change} נקודות יותר מהפעם הקודמת`
      : `${-change} נקודות פחות מהפעם הקודמת`
