import { outcomeLabels, outcomes } from '#features/imports/imports.ts'

const number = new Intl.NumberFormat('he-IL')

/** How many lines of each kind. */
export const OutcomeTiles = ({ counts }: { counts: Readonly<Record<string, number>> }) => (
  <dl className="outcomes">
    {outcomes.map((outcome) => (
      <div key={outcome} className={`outcome outcome--${outcome}`}>
        <dt>{outcomeLabels[outcome]}</dt>
        <dd>{number.format(counts[outcome] ?? 0)}</dd>
      </div>
    ))}
  </dl>
)
