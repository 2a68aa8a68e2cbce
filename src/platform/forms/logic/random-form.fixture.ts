// Random valid forms with random answers, reproducible by seed.
import type { Answer, Answers } from '../answers/answer.ts'
import type { Computed, FormDefinition, Jump, Page } from '../definition/definition-schema.ts'
import type { Field, Option } from '../definition/field-schema.ts'
import type { Condition, Expression } from '../definition/logic-schema.ts'

export type RandomForm = { definition: FormDefinition; answers: Answers }

/** Random numbers below `n`. */
type Draw = (n: number) => number

function drawOf(seed: number): Draw {
  let state = seed >>> 0
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n)
  }
}

const dimensions = ['home', 'debt', 'plan']
const kinds = ['number', 'money', 'single', 'multi', 'yes_no', 'scale', 'rating', 'text', 'date', 'table', 'matrix', 'statement'] as const // prettier-ignore

export function randomForm(seed: number): RandomForm {
  const draw = drawOf(seed)
  const fields: Field[] = []
  const computed: FormDefinition['computed'] = []
  const pageCount = 1 + draw(5)
  const pageKeys = Array.from({ length: pageCount }, (_, i) => `page${i}`)
  const pages = pageKeys.map((key, at): Page => {
    const showIf = maybe(draw, 4, () => randomCondition(draw, fields, 2, computed))
    const groups = Array.from({ length: 1 + draw(3) }, (_, i) => {
      const groupShowIf = maybe(draw, 3, () => randomCondition(draw, fields, 2, computed))
      const own: Field[] = []
      for (let n = draw(4); n > 0; n--) {
        const field = randomField(draw, fields, computed)
        fields.push(field)
        own.push(field)
      }
      return { key: `${key}_group${i}`, fields: own, ...(groupShowIf && { showIf: groupShowIf }) }
    })
    const jumps = Array.from({ length: draw(3) }, () => randomJump(draw, fields, pageKeys.slice(at + 1)))
    // Later fields may reference the computed value, because it depends only on earlier fields.
    if (draw(2) === 0) computed.push(randomComputed(draw, fields, computed))
    return { key, groups, jumps, ...(showIf && { showIf }) }
  })
  const endings = ['first', 'second', 'third'].map((key) => ({
    key,
    title: key,
    if: randomCondition(draw, fields, 2, computed),
  }))
  const definition: FormDefinition = {
    format: 1,
    title: 'random',
    mode: 'classic',
    dimensions: dimensions.map((key) => ({ key, label: key })),
    pages,
    computed,
    endings: [...endings, { key: 'last', title: 'last' }],
  }
  const answers = Object.fromEntries(
    fields.flatMap((field): [string, Answer][] => {
      const answer = draw(5) === 0 ? undefined : randomAnswer(draw, field)
      return answer === undefined ? [] : [[field.key, answer]]
    }),
  )
  return { definition, answers }
}

const pick = <T>(draw: Draw, list: readonly T[]): T => list[draw(list.length)]!
const maybe = <T>(draw: Draw, oneIn: number, make: () => T): T | undefined => (draw(oneIn) === 0 ? make() : undefined)
const as = ['number', 'money', 'percent'] as const
function randomComputed(draw: Draw, fields: readonly Field[], before: FormDefinition['computed']): Computed {
  const value = randomExpression(draw, fields, before, 3)
  return { key: `computed${before.length}`, label: 'computed', as: pick(draw, as), value }
}

function randomOptions(draw: Draw): Option[] {
  return Array.from({ length: 2 + draw(3) }, (_, i) => {
    const points = maybe(draw, 2, () => draw(9) - 3)
    return { key: `o${i}`, label: `o${i}`, ...(points !== undefined && { points }) }
  })
}

function randomField(draw: Draw, before: readonly Field[], computed: FormDefinition['computed']): Field {
  const kind = pick(draw, kinds)
  const showIf = maybe(draw, 2, () => randomCondition(draw, before, 2, computed))
  const dimension = maybe(draw, 2, () => pick(draw, dimensions))
  const plain = { key: `f${before.length}`, label: 'f', ...(showIf && { showIf }) }
  const scored = { ...plain, ...(dimension && { dimension }) }
  if (kind === 'single' || kind === 'multi') return { ...scored, kind, options: randomOptions(draw), other: true }
  if (kind === 'matrix')
    return { ...scored, kind, rows: ['r0', 'r1'].map((key) => ({ key, label: key })), options: randomOptions(draw) }
  if (kind === 'yes_no') {
    const points = maybe(draw, 2, () => ({ yes: draw(5), no: draw(5) - 2 }))
    return { ...scored, kind, ...(points && { points }) }
  }
  if (kind === 'scale') return { ...scored, kind, from: draw(2), to: 3 + draw(7), isScored: draw(2) === 0 }
  if (kind === 'rating') return { ...scored, kind, most: 3 + draw(3), isScored: draw(2) === 0 }
  if (kind === 'table')
    return { ...plain, kind, most: 4, columns: [{ key: 'sum', label: 'sum', kind: 'money' }, { key: 'name', label: 'name', kind: 'text' }] } // prettier-ignore
  return { ...plain, kind }
}

function randomJump(draw: Draw, fields: readonly Field[], later: readonly string[]): Jump {
  const condition = maybe(draw, 2, () => randomCondition(draw, fields, 1))
  const to = later.length > 0 && draw(4) > 0 ? { page: pick(draw, later) } : { ending: pick(draw, ['first', 'last']) }
  return { to, ...(condition && { if: condition }) }
}

const comparisons = ['equal', 'not_equal', 'more', 'less', 'at_least', 'at_most'] as const
const day = (draw: Draw) => `2026-0${1 + draw(9)}-1${draw(10)}`
const words = ['red', 'Red', 'green', 'reddish', 'blue']

function randomCondition(
  draw: Draw,
  fields: readonly Field[],
  depth: number,
  computed: FormDefinition['computed'] = [],
): Condition {
  const next = () => randomCondition(draw, fields, depth - 1, computed)
  const shape = draw(depth > 0 ? 7 : 4)
  if (shape === 4) return { all: [next(), next()] }
  if (shape === 5) return { any: [next(), next()] }
  if (shape === 6) return { not: next() }
  const number = () => randomExpression(draw, fields, computed, depth)
  if (fields.length === 0 || shape === 0) return { value: number(), is: pick(draw, comparisons), than: number() }
  const field = pick(draw, fields)
  if (shape === 1) return { field: field.key, is: pick(draw, ['answered', 'empty'] as const) }
  if (field.kind === 'single' || field.kind === 'multi')
    return { field: field.key, has: draw(4) === 0 ? 'other' : pick(draw, field.options).key }
  if (field.kind === 'yes_no') return { field: field.key, has: pick(draw, ['yes', 'no']) }
  if (field.kind === 'text')
    return draw(2) === 0
      ? { field: field.key, equals: pick(draw, words) }
      : { field: field.key, contains: pick(draw, words) }
  if (field.kind === 'date')
    return draw(2) === 0 ? { field: field.key, before: draw(3) ? day(draw) : 'today' } : { field: field.key, after: day(draw) } // prettier-ignore
  return { value: number(), is: pick(draw, comparisons), than: number() }
}

function randomExpression(
  draw: Draw,
  fields: readonly Field[],
  computed: FormDefinition['computed'],
  depth: number,
): Expression {
  const next = () => randomExpression(draw, fields, computed, depth - 1)
  const numeric = fields.filter(({ kind }) => ['number', 'money', 'scale', 'rating'].includes(kind))
  const scored = fields.filter(({ kind }) => ['single', 'multi', 'yes_no', 'scale', 'rating', 'matrix'].includes(kind))
  const tables = fields.filter(({ kind }) => kind === 'table')
  const shape = draw(depth > 0 ? 10 : 6)
  if (shape === 1 && numeric.length > 0) return { field: pick(draw, numeric).key }
  if (shape === 2 && scored.length > 0) return { points: pick(draw, scored).key }
  if (shape === 3) return { score: pick(draw, ['total', ...dimensions]), as: pick(draw, ['points', 'answered', 'percent'] as const) } // prettier-ignore
  if (shape === 4 && tables.length > 0) return { table: pick(draw, tables).key, column: 'sum' }
  if (shape === 5 && computed.length > 0) return { computed: pick(draw, computed).key }
  if (shape === 6)
    return { op: pick(draw, ['sum', 'average', 'count', 'least', 'greatest'] as const), of: [next(), next(), next()] }
  if (shape === 7) return { op: pick(draw, ['minus', 'times', 'divided'] as const), left: next(), right: next() }
  if (shape === 8) return { op: 'round', value: next() }
  if (shape === 9) return { if: randomCondition(draw, fields, 0, computed), then: next(), else: next() }
  return draw(12) - 3
}

function randomAnswer(draw: Draw, field: Field): Answer | undefined {
  switch (field.kind) {
    case 'number':
      return draw(20) - 5
    case 'money':
      return draw(100_000)
    case 'single':
      return draw(5) === 0 ? { other: 'else' } : pick(draw, field.options).key
    case 'multi': {
      const selected = field.options.filter(() => draw(2) === 0).map(({ key }) => key)
      return selected.length > 0 ? selected : undefined
    }
    case 'matrix':
      return Object.fromEntries(field.rows.map(({ key }) => [key, pick(draw, field.options).key]))
    case 'yes_no':
      return draw(2) === 0
    case 'scale':
      return field.from + draw(field.to - field.from + 1)
    case 'rating':
      return 1 + draw(field.most)
    case 'text':
      return pick(draw, words)
    case 'date':
      return day(draw)
    case 'table':
      return Array.from({ length: 1 + draw(3) }, () => ({ name: 'loan', ...(draw(3) > 0 && { sum: draw(5000) }) }))
    default:
      return undefined
  }
}
