// A slow reference implementation of form logic. It re-evaluates the whole form until nothing changes, and enumerates
// all choices for the range of points.
import type { Answer, Answers } from '../answers/answer.ts'
import type { FormDefinition } from '../definition/definition-schema.ts'
import type { Field, Option } from '../definition/field-schema.ts'

type Node = Record<string, unknown>
type State = { shown: ReadonlySet<string>; path: string[]; ending: string | undefined }

export type Outcome = {
  path: string[]
  fields: string[]
  computed: Record<string, number | null>
  score: Points
  dimensions: Record<string, Points>
  ending: string
}
type Points = { points: number; answered: number; percent: number | null }

export function oracleOf(definition: FormDefinition, answers: Answers, today: string): Outcome {
  const all = definition.pages.flatMap(({ groups }) => groups.flatMap(({ fields }) => fields))
  const oracle = new Oracle(definition, all, answers, today)
  let state: State = { shown: new Set(all.map(({ key }) => key)), path: [], ending: undefined }
  for (;;) {
    const next = oracle.repeat(state.shown)
    if (JSON.stringify([[...next.shown], next.path, next.ending]) === JSON.stringify([[...state.shown], state.path, state.ending])) break // prettier-ignore
    state = next
  }
  const view = oracle.viewOf(state.shown, all.length)
  const byCondition = definition.endings.find((ending) => ending.if === undefined || view.isTrue(ending.if))
  return {
    path: state.path,
    fields: [...state.shown],
    computed: Object.fromEntries(definition.computed.map(({ key }) => [key, view.numberOf({ computed: key })])),
    score: view.score('total'),
    dimensions: Object.fromEntries(definition.dimensions.map(({ key }) => [key, view.score(key)])),
    ending: state.ending ?? byCondition!.key,
  }
}

class Oracle {
  readonly definition: FormDefinition
  readonly all: Field[]
  readonly answers: Answers
  readonly today: string

  constructor(definition: FormDefinition, all: Field[], answers: Answers, today: string) {
    this.definition = definition
    this.all = all
    this.answers = answers
    this.today = today
  }

  /** The visible fields before a position, as input of a condition there. */
  viewOf(shown: ReadonlySet<string>, position: number) {
    const known = this.all.filter(({ key }, at) => at < position && shown.has(key))
    return new View(this, known)
  }

  repeat(shown: ReadonlySet<string>): State {
    const { pages } = this.definition
    const visible = new Map<number, string[]>()
    const ends: number[] = []
    let position = 0
    for (const [at, page] of pages.entries()) {
      const isOpen = page.showIf === undefined || this.viewOf(shown, position).isTrue(page.showIf)
      const own: string[] = []
      for (const group of page.groups) {
        const isGroupOpen = group.showIf === undefined || this.viewOf(shown, position).isTrue(group.showIf)
        for (const field of group.fields) {
          const isFieldOpen = field.showIf === undefined || this.viewOf(shown, position).isTrue(field.showIf)
          if (isOpen && isGroupOpen && isFieldOpen) own.push(field.key)
          position++
        }
      }
      visible.set(at, own)
      ends.push(position)
    }
    const path: number[] = []
    let ending: string | undefined
    for (let at = 0; at < pages.length;) {
      let next = at + 1
      if (visible.get(at)!.length > 0) {
        path.push(at)
        const view = this.viewOf(shown, ends[at]!)
        const jump = pages[at]!.jumps.filter((one) => one.if === undefined || view.isTrue(one.if)).at(0)
        if (jump && 'ending' in jump.to) {
          ending = jump.to.ending
          break
        }
        const target = jump?.to
        if (target && 'page' in target) next = pages.findIndex(({ key }) => key === target.page)
      }
      at = next
    }
    return { shown: new Set(path.flatMap((at) => visible.get(at)!)), path: path.map((at) => pages[at]!.key), ending }
  }
}

class View {
  readonly oracle: Oracle
  readonly known: Field[]

  constructor(oracle: Oracle, known: Field[]) {
    this.oracle = oracle
    this.known = known
  }

  answer(key: unknown): Answer | undefined {
    return this.known.some((field) => field.key === key) ? this.oracle.answers[String(key)] : undefined
  }

  isTrue(condition: object): boolean {
    const node = condition as Node
    const parts = (list: unknown) => (list as object[]).map((one) => this.isTrue(one))
    if (node['all']) return !parts(node['all']).includes(false)
    if (node['any']) return parts(node['any']).includes(true)
    if (node['not']) return this.isTrue(node['not']) === false
    if (Object.hasOwn(node, 'than')) {
      const [left, right] = [this.numberOf(node['value']), this.numberOf(node['than'])]
      if (left === null || right === null) return false
      const sign = Math.sign(left - right)
      const signs: Record<string, number[]> = {
        equal: [0],
        not_equal: [-1, 1],
        more: [1],
        less: [-1],
        at_least: [0, 1],
        at_most: [-1, 0],
      }
      return signs[String(node['is'] as string)]!.some((one) => one === sign)
    }
    const answer = this.answer(node['field'])
    if (node['is'] === 'answered') return answer !== undefined
    if (node['is'] === 'empty') return answer === undefined
    if (answer === undefined) return false
    if (node['has'] !== undefined) {
      const text = JSON.stringify(answer)
      if (node['has'] === 'yes') return text === 'true'
      if (node['has'] === 'no') return text === 'false'
      return node['has'] === 'other' ? text.includes('"other":') : text.includes(JSON.stringify(node['has']))
    }
    const text = String(answer as string).toUpperCase()
    const operand = (name: string) =>
      String(node[name] === 'today' ? this.oracle.today : (node[name] as string)).toUpperCase()
    if (node['equals'] !== undefined) return text === operand('equals')
    if (node['contains'] !== undefined) return text.split(operand('contains')).length > 1
    return node['before'] !== undefined ? Date.parse(text) < Date.parse(operand('before')) : Date.parse(text) > Date.parse(operand('after')) // prettier-ignore
  }

  numberOf(expression: unknown): number | null {
    if (typeof expression === 'number') return expression
    const node = expression as Node
    const clean = (value: number) => (Math.abs(value) < Infinity ? value : null)
    if (node['computed']) {
      const one = this.oracle.definition.computed.find(({ key }) => key === node['computed'])!
      const value = this.numberOf(one.value)
      if (value === null) return null
      return one.as === 'money' ? halfUp(value) : halfUp(value * 1e6) / 1e6
    }
    if (node['if']) return this.numberOf(this.isTrue(node['if']) ? node['then'] : node['else'])
    if (node['points']) {
      const field = this.known.find(({ key }) => key === node['points'])
      const answer = this.answer(node['points'])
      return field && answer !== undefined ? (rangeOf(field, answer)?.points ?? null) : null
    }
    if (node['score']) return this.score(String(node['score'] as string))[node['as'] as keyof Points]
    if (node['table']) {
      const rows = (this.answer(node['table']) ?? []) as Node[]
      const cells = rows.flatMap((row) => (Object.hasOwn(row, String(node['column'] as string)) ? [row[String(node['column'] as string)]] : [])) // prettier-ignore
      return cells.length === 0 ? null : cells.reduce((sum: number, one) => sum + Number(one), 0)
    }
    if (node['field']) {
      const answer = this.answer(node['field'])
      return answer === undefined ? null : Number(answer)
    }
    if (node['op'] === 'round') {
      const value = this.numberOf(node['value'])
      return value === null ? null : halfUp(value)
    }
    if (node['of']) {
      const values = (node['of'] as unknown[]).flatMap((one) => this.numberOf(one) ?? [])
      const sorted = values.toSorted((a, b) => a - b)
      let sum = 0
      for (const value of values) sum += value
      if (node['op'] === 'count') return values.length
      if (values.length === 0) return null
      const results: Record<string, number> = {
        sum,
        average: sum / values.length,
        least: sorted[0]!,
        greatest: sorted.at(-1)!,
      }
      return clean(results[String(node['op'] as string)]!)
    }
    const [left, right] = [this.numberOf(node['left']), this.numberOf(node['right'])]
    if (left === null || right === null) return null
    return clean({ minus: left - right, times: left * right, divided: left / right }[node['op'] as 'minus'])
  }

  score(dimension: string): Points {
    const total = { points: 0, least: 0, most: 0, answered: 0 }
    for (const field of this.known) {
      if (dimension !== 'total' && (field as Node)['dimension'] !== dimension) continue
      const answer = this.answer(field.key)
      const range = answer === undefined ? undefined : rangeOf(field, answer)
      if (!range) continue
      total.points += range.points
      total.least += range.least
      total.most += range.most
      total.answered++
    }
    const span = total.most - total.least
    const percent = span > 0 ? halfUp(((total.points - total.least) * 100) / span) : null
    return { points: total.points, answered: total.answered, percent }
  }
}

/** Rounds half up: a value within a billionth of a half counts as the half. */
function halfUp(value: number): number {
  const below = Math.floor(value)
  return value - below >= 0.5 - 1e-9 ? below + 1 : below
}

/** Enumerates all answers that a field allows. */
function rangeOf(field: Field, answer: Answer): { points: number; least: number; most: number } | undefined {
  const worth = worthOf(field)
  const points = worth(answer)
  if (points === undefined) return undefined
  const possible = everyAnswer(field, answer).flatMap((one) => worth(one) ?? [])
  // An empty selection scores 0.
  if (field.kind === 'multi') possible.push(0)
  return { points, least: Math.min(...possible), most: Math.max(...possible) }
}

function worthOf(field: Field): (answer: unknown) => number | undefined {
  const pointsOfOption = (options: Option[], key: unknown) => options.find((one) => one.key === key)?.points
  if (field.kind === 'single') return (answer) => pointsOfOption(field.options, answer)
  if (field.kind === 'yes_no') return (answer) => (answer === true ? field.points?.yes : field.points?.no)
  if (field.kind === 'scale' || field.kind === 'rating')
    return (answer) => (field.isScored ? Number(answer) : undefined)
  if (field.kind !== 'multi' && field.kind !== 'matrix') return () => undefined
  return (answer) => {
    const earned = Object.values(answer as object).flatMap((key) => pointsOfOption(field.options, key) ?? [])
    return earned.length === 0 ? undefined : earned.reduce((sum, one) => sum + one, 0)
  }
}

function everyAnswer(field: Field, answer: Answer): unknown[] {
  if (field.kind === 'single') return field.options.map(({ key }) => key)
  if (field.kind === 'yes_no') return [true, false]
  if (field.kind === 'scale') return Array.from({ length: field.to - field.from + 1 }, (_, i) => field.from + i)
  if (field.kind === 'rating') return Array.from({ length: field.most }, (_, i) => i + 1)
  if (field.kind === 'multi')
    return Array.from({ length: 2 ** field.options.length }, (_, bits) => field.options.filter((_one, i) => bits & (2 ** i)).map(({ key }) => key)) // prettier-ignore
  return field.kind === 'matrix' ? everyMatrix(field.options, Object.values(answer as object)) : []
}

/** All combinations of options, for matrix rows whose options have points. */
function everyMatrix(options: Option[], selected: unknown[]): string[][] {
  const scored = options.filter(({ points }) => points !== undefined).map(({ key }) => key)
  const rows = selected.filter((key) => scored.includes(String(key)))
  return rows.reduce((lists: string[][]) => lists.flatMap((list) => scored.map((key) => [...list, key])), [[]])
}
