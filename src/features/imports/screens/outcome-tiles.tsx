import { outcomeLabels, outcomes, planLabels } from '#features/imports/imports.ts'

const number = new Intl.NumberFormat('he-IL')

/** Row counts per outcome. */
export const OutcomeTiles = ({ counts, by }: { counts: Readonly<Record<string, number>>; by: 'plan' | 'result' }) => (
  <dl className="outcomes">
    {outcomes.map((outcome) => (
      <div key={outcome} className={`outcome outcome--${outcome}`}>
        <dt>{(by === 'plan' ? planLabels : outcomeLabels)[outcome]}</dt>
        <dd>{number.format(counts[outcome] ?? 0)}</dd>
      </div>
    ))}
  </dl>
)
