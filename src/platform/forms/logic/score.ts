// Points of answers, in total and by dimension.
import type { Answer, Answers } from '../answers/answer.ts'
import type { Field, FieldOf, Option } from '../definition/field-schema.ts'

export type Score = {
  points: number
  /** Number of answered fields with points. */
  answered: number
  /** The points relative to the minimum and maximum of the answered fields, 0 to 100. Null if these are equal. */
  percent: number | null
}

type Earned = { points: number; least: number; most: number }

/** The points of an answer with the field's minimum and maximum. Undefined if the field has no points. */
function earned(field: Field, answer: Answer): Earned | undefined {
  if (field.kind === 'single' || field.kind === 'dropdown') return scoreChoice(field, [answer])
  if (field.kind === 'multi') return Array.isArray(answer) ? scoreChoices(field, answer) : undefined
  if (field.kind === 'matrix') return scoreMatrix(field, answer)
  if (field.kind === 'yes_no' && field.points) {
    const { yes, no } = field.points
    return { points: answer === true ? yes : no, least: Math.min(yes, no), most: Math.max(yes, no) }
  }
  if (field.kind === 'scale' && field.isScored) return { points: Number(answer), least: field.from, most: field.to }
  if (field.kind === 'rating' && field.isScored) return { points: Number(answer), least: 1, most: field.most }
  return undefined
}

const pointsOf = (options: readonly Option[], key: unknown) => options.find((option) => option.key === key)?.points
const pointsIn = (options: readonly Option[]) => options.flatMap(({ points }) => points ?? [])

/** An option without points, such as "prefer not to say", excludes the field from the score. */
function scoreChoice({ options }: { options: Option[] }, [answer]: unknown[]): Earned | undefined {
  const points = pointsOf(options, answer)
  if (points === undefined) return undefined
  return { points, least: Math.min(...pointsIn(options)), most: Math.max(...pointsIn(options)) }
}

function scoreChoices({ options }: FieldOf<'multi'>, selected: readonly unknown[]): Earned | undefined {
  const all = pointsIn(options)
  const points = selected.flatMap((key) => pointsOf(options, key) ?? [])
  if (points.length === 0) return undefined
  const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
  return {
    points: sum(points),
    least: sum(all.filter((one) => one < 0)),
    most: sum(all.filter((one) => one > 0)),
  }
}

function scoreMatrix({ rows, options }: FieldOf<'matrix'>, answer: Answer): Earned | undefined {
  const selected = Object(answer) as Record<string, unknown>
  const parts = rows.flatMap(({ key }) => scoreChoice({ options }, [selected[key]]) ?? [])
  if (parts.length === 0) return undefined
  return parts.reduce((total, one) => ({
    points: total.points + one.points,
    least: total.least + one.least,
    most: total.most + one.most,
  }))
}

/** The points of one answered field; null without points. */
export const pointsOfAnswer = (field: Field, answer: Answer | undefined): number | null =>
  (answer === undefined ? undefined : earned(field, answer))?.points ?? null

/** The score of the answered fields, in one dimension or in total. */
export function scoreOf(fields: readonly Field[], answers: Answers, dimension?: string): Score {
  const parts = fields.flatMap((field) => {
    const answer = answers[field.key]
    const isCounted = dimension === undefined || ('dimension' in field && field.dimension === dimension)
    return (isCounted && answer !== undefined && earned(field, answer)) || []
  })
  const sum = (of: (one: Earned) => number) => parts.reduce((total, one) => total + of(one), 0)
  const [points, min, max] = [sum((one) => one.points), sum((one) => one.least), sum((one) => one.most)]
  const percent = max > min ? roundHalfUp((100 * (points - min)) / (max - min)) : null
  return { points, answered: parts.length, percent }
}

/** Prevents a floating-point error from rounding a half down. */
export const roundHalfUp = (value: number) => Math.floor(value + 0.5 + 1e-9)
