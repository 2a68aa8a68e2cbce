import './bar-chart.css'
import type { ReactNode } from 'react'
import { Table } from '#ui/lists/table.tsx'

/** `tick` is a short label at the axis. Without ticks the axis shows the labels of both ends. */
export type Bar = { key: string; label: string; tick?: string; value: number; note?: string }

/** A bar chart over time, newest at the right as is usual in Israel, with the same numbers as a table. */
export function BarChart({
  title,
  bars,
  columns,
  format,
}: {
  title: string
  bars: readonly Bar[]
  /** Column headings of the table: the bar label and the counted unit. */
  columns: [ReactNode, ReactNode]
  format: (value: number) => string
}) {
  const values = bars.map(({ value }) => value)
  const max = Math.max(...values)
  const top = Math.max(1, max)
  // Negative bars extend down from the zero line.
  const unit = 100 / (top - Math.min(0, ...values))
  return (
    <figure className="bars">
      <figcaption>
        {title}
        <span className="bars__most">
          הערך הגבוה: <b>{format(max)}</b>
        </span>
      </figcaption>
      <svg
        className="bars__plot"
        viewBox={`0 0 ${bars.length * 10} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {bars.map(({ key, label, value }, i) => {
          const height = Math.max(1, unit * Math.abs(value))
          return (
            <rect
              key={key}
              className={value ? undefined : 'bars__none'}
              x={i * 10 + 1}
              y={unit * top - (value < 0 ? 0 : height)}
              width={8}
              height={height}
            >
              <title>{`${label}: ${format(value)}`}</title>
            </rect>
          )
        })}
      </svg>
      {bars[0]?.tick ? (
        <div className="bars__axis" aria-hidden="true">
          {bars.map(({ key, tick }) => (
            <bdi key={key}>{tick}</bdi>
          ))}
        </div>
      ) : (
        <div className="bars__ends" aria-hidden="true">
          <bdi>{bars[0]?.label}</bdi>
          <bdi>{bars.at(-1)?.label}</bdi>
        </div>
      )}
      <details className="bars__table">
        <summary>הצגה כטבלה</summary>
        <Table label={title}>
          <thead>
            <tr>
              <th scope="col">{columns[0]}</th>
              <th scope="col">{columns[1]}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, label, value, note }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>
                  {format(value)}
                  {note && ` · ${note}`}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  )
}
