// Evaluates a form in one pass: visible pages and fields, computed values, score and ending.
import type { Answer, Answers } from '../answers/answer.ts'
import type { Computed, Ending, FormDefinition, Page } from '../definition/definition-schema.ts'
import type { Field } from '../definition/field-schema.ts'
import { evaluate, holds, type LogicContext } from './evaluate-logic.ts'
import { pointsOfAnswer, roundHalfUp, type Score, scoreOf } from './score.ts'

export type Evaluation = {
  /** Keys of the visible pages for these answers, in order. */
  path: string[]
  /** Keys of visible fields and groups. */
  fields: Set<string>
  groups: Set<string>
  /** Answers of visible fields only. */
  answers: Answers
  computed: Record<string, number | null>
  score: Score
  dimensions: Record<string, Score>
  ending: Ending
}

/**
 * Answers of hidden fields are ignored, also by conditions. Conditions refer only to earlier fields, so one pass is enough. The
 * definition must have passed `checkDefinition`.
 */
export function evaluateForm(definition: FormDefinition, answers: Answers, today: string): Evaluation {
  const seen = new VisibleFields(definition, today)
  const [path, groups]: [string[], Set<string>] = [[], new Set()]
  let at = 0
  let ending: Ending | undefined
  while (at < definition.pages.length && !ending) {
    const page = definition.pages[at]!
    at++
    const before = seen.fields.length
    if (holds(page.showIf, seen)) seen.addPage(page, answers, groups)
    // A page without a visible field is skipped, and so are its jumps.
    if (seen.fields.length === before) continue
    path.push(page.key)
    const to = page.jumps.find((jump) => holds(jump.if, seen))?.to
    if (to && 'ending' in to) ending = definition.endings.find(({ key }) => key === to.ending)
    if (to && 'page' in to)
      at = Math.max(
        at,
        definition.pages.findIndex(({ key }) => key === to.page),
      )
  }
  ending ??= definition.endings.find((one) => holds(one.if, seen)) ?? definition.endings.at(-1)!
  return {
    path,
    fields: new Set(seen.fields.map(({ key }) => key)),
    groups,
    answers: seen.answers,
    computed: Object.fromEntries(definition.computed.map(({ key }) => [key, seen.computed(key)])),
    score: seen.score('total'),
    dimensions: Object.fromEntries(definition.dimensions.map(({ key }) => [key, seen.score(key)])),
    ending,
  }
}

/** The visible fields so far, as the input of conditions. */
class VisibleFields implements LogicContext {
  readonly fields: Field[] = []
  readonly answers: Answers = {}
  readonly today: string
  readonly #definition: FormDefinition
  /** Cached until the next answer. */
  #values = new Map<string, number | null>()

  constructor(definition: FormDefinition, today: string) {
    this.#definition = definition
    this.today = today
  }

  addPage(page: Page, answers: Answers, groups: Set<string>) {
    for (const group of page.groups) {
      const count = this.fields.length
      if (!holds(group.showIf, this)) continue
      for (const field of group.fields) if (holds(field.showIf, this)) this.#add(field, answers[field.key])
      if (this.fields.length > count) groups.add(group.key)
    }
  }

  #add(field: Field, answer: Answer | undefined) {
    this.fields.push(field)
    if (answer === undefined || field.kind === 'statement' || field.kind === 'calculated') return
    this.answers[field.key] = answer
    this.#values = new Map()
  }

  answer(key: string) {
    return Object.hasOwn(this.answers, key) ? this.answers[key] : undefined
  }

  points(key: string) {
    const field = this.fields.find((one) => one.key === key)
    return field ? pointsOfAnswer(field, this.answer(key)) : null
  }

  score(key: string) {
    return scoreOf(this.fields, this.answers, key === 'total' ? undefined : key)
  }

  computed(key: string): number | null {
    const cached = this.#values.get(key)
    if (cached !== undefined) return cached
    const found = this.#definition.computed.find((one) => one.key === key)
    const value = found ? rounded(evaluate(found.value, this), found.as) : null
    this.#values.set(key, value)
    return value
  }
}

/** Money is rounded to whole agorot, other values to six decimals. */
function rounded(value: number | null, as: Computed['as']): number | null {
  if (value === null) return null
  const scale = as === 'money' ? 1 : 1e6
  const result = roundHalfUp(value * scale) / scale
  return Number.isSafeInteger(Math.round(result)) ? result : null
}
