import './gap-chart.css'
import { Table } from '#ui/lists/table.tsx'
import { ticksOf } from './ticks.ts'

/** The two values of one point in time, for example income and expenses of a month. `tick` is its short label at the axis. */
export type GapPoint = { key: string; label: string; tick: string; first: number; second: number }

type Props = {
  title: string
  points: readonly GapPoint[]
  /** Names of the two lines, and the table's column heading of the points. */
  names: { first: string; second: string; point: string }
  format: (value: number) => string
}

/**
 * Two lines over time with the area between them, and the same numbers as a table. The newest is at the right, as is
 * usual in Israel.
 */
export function GapChart({ title, points, names, format }: Props) {
  const values = points.flatMap(({ first, second }) => [first, second])
  const ticks = ticksOf(Math.min(...values), Math.max(...values))
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const x = (i: number) => (points.length === 1 ? 100 : (100 * i) / (points.length - 1))
  const y = (value: number) => (100 * (high - value)) / (high - low)
  const line = (of: 'first' | 'second') => points.map((point, i) => `${x(i)},${y(point[of])}`)
  const [first, second] = [line('first'), line('second')]
  const last = points.at(-1)!
  return (
    <figure className="gap-chart">
      <figcaption className="vh">{title}</figcaption>
      <p className="gap-chart__legend" aria-hidden="true">
        <span className="gap-chart__first">{names.first}</span>
        <span className="gap-chart__second">{names.second}</span>
      </p>
      <div className="gap-chart__plot" aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" focusable="false">
          {ticks.map((tick) => (
            <line key={tick} className="gap-chart__grid" x1="0" x2="100" y1={y(tick)} y2={y(tick)} />
          ))}
          <polygon className="gap-chart__area" points={[...first, ...second.toReversed()].join(' ')} />
          <polyline className="gap-chart__line gap-chart__line--second" points={second.join(' ')} />
          <polyline className="gap-chart__line" points={first.join(' ')} />
        </svg>
        <i className="gap-chart__dot" style={{ insetBlockStart: `${y(last.first)}%` }} />
        <i className="gap-chart__dot gap-chart__dot--second" style={{ insetBlockStart: `${y(last.second)}%` }} />
        {ticks.map((tick) => (
          <span key={tick} className="gap-chart__tick" style={{ insetBlockStart: `${y(tick)}%` }}>
            <bdi>{format(tick)}</bdi>
          </span>
        ))}
      </div>
      <div className="gap-chart__axis" aria-hidden="true">
        {points.map(({ key, tick }, i) => (
          <span key={key} style={{ insetInlineStart: `${x(i)}%` }}>
            <bdi>{tick}</bdi>
          </span>
        ))}
      </div>
      <details className="gap-chart__table">
        <summary>הצגה כטבלה</summary>
        <Table label={title}>
          <thead>
            <tr>
              {[names.point, names.first, names.second].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ key, label, first, second }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{format(first)}</td>
                <td>{format(second)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  )
}
