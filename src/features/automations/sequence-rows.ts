// A sequence as a list: each message with its day and time. Stored as waits and messages, and executed like any automation.
import type { Condition, Step } from './engine/definition.ts'

export type SequenceRow = {
  /** Id of the message step. */
  id: string
  /** Days after the entry. */
  day: number
  /** Time in Israel. Without it a message on the day of entry is sent at once. */
  at: string | undefined
  templateId: string
  only: Condition[]
}

const minutesOfDay = 24 * 60

export function rowsOf(steps: readonly Step[]): SequenceRow[] {
  const rows: SequenceRow[] = []
  let day = 0
  let at: string | undefined
  for (const step of steps) {
    if (step.kind === 'wait') {
      day += Math.round(step.minutes / minutesOfDay)
      at = step.at
    }
    if (step.kind === 'message') rows.push({ id: step.id, day, at, templateId: step.templateId, only: step.only })
  }
  return rows
}

/** Sorted by day. The wait before a message has its own id, so that runs can be moved to a new version. */
export function stepsOf(rows: readonly SequenceRow[]): Step[] {
  let reached = 0
  return rows
    .toSorted((a, b) => a.day - b.day || (a.at ?? '').localeCompare(b.at ?? ''))
    .flatMap(({ id, day, at, templateId, only }) => {
      const minutes = (day - reached) * minutesOfDay
      reached = day
      const message: Step = { id, kind: 'message', templateId, only }
      const wait: Step = { id: `w${id.slice(0, 11)}`, kind: 'wait', minutes, workingHours: false, ...(at && { at }) }
      return minutes === 0 && !at ? [message] : [wait, message]
    })
}
