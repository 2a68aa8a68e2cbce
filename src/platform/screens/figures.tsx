// Metrics of a screen: a row of numbers, and bars beside the numbers of a table.
import './figures.css'
import { count } from '#lib/hebrew/count.ts'

export const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

/** Hidden from screen readers, because the number is beside it. */
export const ShareBar = ({ share }: { share: number }) => (
  <span className="result-figures__bar" aria-hidden="true">
    <span style={{ inlineSize: `${Math.min(100, Math.round(share * 100))}%` }} />
  </span>
)

export function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return 'פחות מדקה'
  if (minutes < 120) return count(minutes, { one: 'דקה', two: 'שתי דקות', other: '# דקות' })
  return count(Math.round(minutes / 60), { one: 'שעה', two: 'שעתיים', other: '# שעות' })
}
