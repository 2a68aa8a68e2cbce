import './timeline.css'
import { type Around, Line, type TimelineLine } from './timeline-line.tsx'
import { groupByHeading } from './timeline-days.ts'

/** Timeline, newest first, grouped by day. */
export function Timeline({ lines, ...around }: { lines: readonly TimelineLine[] } & Around) {
  return groupByHeading(lines, around.now).map(({ heading, items }) => (
    <Group key={heading} heading={heading} lines={items} {...around} />
  ))
}

/** Lines under one heading, in the given order. */
export const Group = ({ heading, lines, ...around }: { heading: string; lines: readonly TimelineLine[] } & Around) => (
  <section className="timeline-day">
    <h3>{heading}</h3>
    <ol className="timeline">
      {lines.map((line) => (
        <Line key={line.id} line={line} {...around} />
      ))}
    </ol>
  </section>
)
