import './timeline.css'
import { type LineContext, Line, type TimelineLine } from './timeline-line.tsx'
import { groupByHeading } from './timeline-days.ts'

/** Timeline, newest first, grouped by day. */
export function Timeline({ lines, ...context }: { lines: readonly TimelineLine[] } & LineContext) {
  return groupByHeading(lines, context.now).map(({ heading, items }) => (
    <Group key={heading} heading={heading} lines={items} {...context} />
  ))
}

/** Lines under one heading, in the given order. */
export const Group = ({
  heading,
  lines,
  ...context
}: { heading: string; lines: readonly TimelineLine[] } & LineContext) => (
  <section className="timeline-day">
    <h3>{heading}</h3>
    <ol className="timeline">
      {lines.map((line) => (
        <Line key={line.id} line={line} {...context} />
      ))}
    </ol>
  </section>
)
